import { fork } from 'node:child_process'
import { once } from 'node:events'

/** Requests at an even rate, whatever becomes of those before: what many people do who know nothing of each other. */
export type OpenOrder = {
  url: string
  /** Paths with their queries, which are asked for in turn. */
  paths: string[]
  perSecond: number
  seconds: number
  /** A request for which no connection is free is not sent. */
  mostConnections: number
}

export type OpenResult = {
  asked: number
  /** Not sent, because all connections were waiting for a reply. */
  unsent: number
  accepted: number
  /** Answered with 503. */
  refused: number
  /** Answered with another status. */
  other: number
  /** Not answered within ten seconds, or cut off. */
  lost: number
  /** Refusals without the whole envelope, or without a time to come back. */
  broken: number
  acceptedMs: { p50: number; p99: number }
  refusedMs: { p50: number; p99: number }
  /** The longest time that a health probe waited. */
  healthMs: number
}

export type OpenAnswer = OpenResult | { failure: string }

/** Runs an order in a process of its own. */
export async function openLoadOf(order: OpenOrder): Promise<OpenResult> {
  const child = fork(new URL('open-load-process.ts', import.meta.url), { serialization: 'advanced' })
  try {
    await once(child, 'spawn')
    child.send(order)
    const [answer] = (await once(child, 'message')) as [OpenAnswer]
    if ('failure' in answer) throw new Error(answer.failure)
    return answer
  } finally {
    child.kill()
  }
}
