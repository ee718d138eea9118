import { LRUCache } from 'lru-cache'
import { ApiError } from '#src/contract/statuses.ts'
import { hourMs } from '#src/reference/days.ts'

/** The time that the pictures of one sender may take to be read: all at once, and then as much again each hour. */
export const senderMsPerHour = 60_000
/** Pictures of one sender that are read or wait for it at the same time. */
export const maxOfSender = 4
/** Senders that are remembered; beyond that, those who sent nothing for longest are forgotten. */
const maxSenders = 10_000

type Sender = { usedMs: number; atMs: number; underWay: number }

/** What the pictures of each sender cost, so that nobody holds up the others. Each process counts for itself. */
export function openSenderTime(clock: () => Date) {
  const senders = new LRUCache<string, Sender>({ max: maxSenders })

  function current(name: string): Sender {
    const nowMs = clock().getTime()
    const sender = senders.get(name) ?? { usedMs: 0, atMs: nowMs, underWay: 0 }
    const refilledMs = (Math.max(0, nowMs - sender.atMs) * senderMsPerHour) / hourMs
    sender.usedMs = Math.max(0, sender.usedMs - refilledMs)
    sender.atMs = nowMs
    senders.set(name, sender)
    return sender
  }

  return {
    /** Runs what reads a picture of a sender and counts its time; throws `too_many_requests` if there is none left. */
    async count<Result>(name: string, read: (onWorked: (ms: number) => void) => Promise<Result>): Promise<Result> {
      const sender = current(name)
      const missingMs = sender.usedMs - senderMsPerHour
      if (missingMs >= 0) {
        const waitSeconds = Math.ceil(((missingMs + 1) * hourMs) / senderMsPerHour / 1_000)
        throw new ApiError('too_many_requests', waitSeconds)
      }
      if (sender.underWay >= maxOfSender) throw new ApiError('too_many_requests', 1)
      sender.underWay++
      try {
        return await read((ms) => {
          current(name).usedMs += ms
        })
      } finally {
        sender.underWay--
      }
    },
  }
}
