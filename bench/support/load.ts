import { fork } from 'node:child_process'
import { once } from 'node:events'

/** What is asked of a server, over connections that stay open. */
export type LoadOrder = {
  /** The address of the server, without a slash at its end. */
  url: string
  /** Paths with their queries. They are dealt out to the connections, each of which goes through its own in turn. */
  paths: string[]
  /** The JSON that each path is asked with, by POST; absent: all are asked by GET. */
  bodies?: string[]
  connections: number
  /** Headers of all requests. */
  headers?: Record<string, string>
  /** The status that every reply has to have; absent: one of the 200s. */
  status?: number
  /** How long; absent: each path is asked for once. */
  seconds?: number
}

export type LoadResult = {
  requests: number
  /** From the first reply to the last. */
  seconds: number
  latencyMs: { p50: number; p95: number; p99: number; max: number }
}

/** The answer of the load process to an order. */
export type LoadAnswer = LoadResult | { failure: string }

/** A load generator in a process of its own, so that it takes no time from whoever measures. */
export type Load = {
  /** Fails where a reply is not of the 200s, or does not come. */
  run(order: LoadOrder): Promise<LoadResult>
  close(): void
}

export function openLoad(): Load {
  const child = fork(new URL('load-process.ts', import.meta.url), { serialization: 'advanced' })
  return {
    async run(order) {
      const ended = new AbortController()
      const { signal } = ended
      child.send(order)
      const answer = await Promise.race([
        once(child, 'message', { signal }).then(([message]) => message as LoadAnswer),
        once(child, 'exit', { signal }).then(() => ({ failure: 'the load generator has ended' })),
      ])
      ended.abort()
      if ('failure' in answer) throw new Error(`${answer.failure} (${order.url}${order.paths[0]})`)
      return answer
    },
    close: () => void child.kill(),
  }
}
