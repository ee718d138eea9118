import { fork } from 'node:child_process'
import { once } from 'node:events'

/** Requests at a steady pace, whatever becomes of those before. */
export type SteadyOrder = {
  url: string
  /** Paths with their queries, which are asked for in turn. */
  paths: string[]
  perSecond: number
  /** How many stay open. A request waits for one only where all are busy. */
  connections: number
}

/** What became of the requests since the last look. */
export type SteadyResult = {
  requests: number
  /** From the moment at which a request is sent to the last byte of its reply. */
  latencyMs: { p50: number; p99: number; max: number }
  /** How much later than at its time the generator came to send a request, which is no part of the latency. */
  delayMs: { p99: number }
  /** CPU time of the generator. */
  cpuSeconds: number
}

export type SteadyAnswer = SteadyResult | { failure: string }

/** A load generator in a process of its own. It asks from now until it is closed. */
export async function openSteadyLoad(order: SteadyOrder) {
  const child = fork(new URL('steady-load-process.ts', import.meta.url), { serialization: 'advanced' })
  await once(child, 'spawn')
  child.send(order)
  return {
    /** What became of the requests since it was asked this before. Fails where a reply was no success. */
    async look(): Promise<SteadyResult> {
      child.send('look')
      const [answer] = (await once(child, 'message')) as [SteadyAnswer]
      if ('failure' in answer) throw new Error(`${answer.failure} (${order.url}${order.paths[0]})`)
      return answer
    },
    close: () => void child.kill(),
  }
}
