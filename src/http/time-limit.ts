import type { FastifyInstance, FastifyReply } from 'fastify'
import { routeConfig } from './route-config.ts'

/** How often the limit is checked during the time of a request. */
const CHECKS = 10

/** The time of a request is up. */
export class OverTimeError extends Error {
  override name = 'OverTimeError'
}

/** A request that has yet to be answered. */
export type Pending = {
  /** Answered, or left by the client. */
  readonly isAnswered: boolean
  /** Answers that the time is up. */
  giveUp(error: OverTimeError): void
}

export type TimeLimit = ReturnType<typeof openTimeLimit>

/**
 * Abandons requests that are not answered within `limitMs`, or up to a tenth of it later. One timer checks all of them,
 * where Fastify's `handlerTimeout` has a timer and an abort signal for each. A connection has one request at a time, so
 * each replaces the one before.
 */
export function openTimeLimit(limitMs: number, now = () => performance.now()) {
  const byConnection = new Map<unknown, { pending: Pending; endMs: number }>()
  let timer: NodeJS.Timeout | undefined

  function check() {
    for (const [connection, { pending, endMs }] of byConnection) {
      if (!pending.isAnswered && now() < endMs) continue
      byConnection.delete(connection)
      if (!pending.isAnswered) pending.giveUp(new OverTimeError(`A request was not answered within ${limitMs} ms`))
    }
    if (byConnection.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return {
    /** Watches the request of a connection; `ms` is its own limit if it has one. */
    watch(connection: unknown, pending: Pending, ms = limitMs): void {
      byConnection.set(connection, { pending, endMs: now() + ms })
      timer ??= setInterval(check, limitMs / CHECKS).unref()
    },
  }
}

/** Watches all requests to the application. Those with a file have more time. */
export function limitTime(app: FastifyInstance, timeLimit: TimeLimit) {
  app.addHook('onRequest', (request, reply, done) => {
    timeLimit.watch(request.raw.socket, pendingOf(reply), routeConfig(request).timeLimitMs)
    done()
  })
}

/** A reply that has begun can only be broken off. */
const pendingOf = (reply: FastifyReply): Pending => ({
  get isAnswered() {
    return reply.sent || reply.raw.destroyed
  },
  giveUp(error) {
    if (reply.raw.headersSent) reply.raw.destroy(error)
    else reply.send(error)
  },
})
