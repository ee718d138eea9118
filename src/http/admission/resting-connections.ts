import type { Socket } from 'node:net'

/** Connections of refused requests that are read again in one round of the event loop. */
export const READ_IN_A_ROUND = 192

/**
 * Lets the connections of refused requests rest when there are too many. Node reads whatever has arrived on all
 * connections before it does anything else, and thousands of clients that try again at once would keep it from working,
 * accepting connections and answering health probes for a quarter of a second each time. Here they are read in turn.
 */
export function openRestingConnections(soon: (callback: () => void) => void = setImmediate) {
  let refused: Socket[] = []
  let resting: Socket[] = []
  /** Those before it in `resting` are read again. */
  let next = 0
  let isScheduled = false

  function schedule() {
    if (isScheduled) return
    isScheduled = true
    soon(round)
  }

  function round() {
    isScheduled = false
    const end = Math.min(resting.length, next + READ_IN_A_ROUND)
    const left = READ_IN_A_ROUND - (end - next)
    while (next < end) (resting[next++] as Socket).resume()
    if (next === resting.length) {
      resting = []
      next = 0
    }
    for (const socket of refused.slice(left)) {
      socket.pause()
      resting.push(socket)
    }
    refused = []
    if (next < resting.length) schedule()
  }

  return {
    /** A request of this connection was refused. */
    refused(socket: Socket): void {
      refused.push(socket)
      schedule()
    },
    /** How many wait to be read. */
    count: (): number => resting.length - next,
  }
}
