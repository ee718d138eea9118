import type { FastifyInstance, FastifyReply } from 'fastify'
import { routeConfig } from './route-config.ts'

/** How often the limit is checked during the time of a request. */
const CHECKS = 10

/** The time of a request is over. */
export class OverTimeError extends Error {
  override name = 'OverTimeError'
}

/**
 * Gives up requests that are not answered within `limitMs`, or up to a tenth of it later. One timer checks all of them,
 * where Fastify's `handlerTimeout` has a timer and an abort signal for each. A connection has one request at a time, so
 * each replaces the one before.
 */
export function limitTime(app: FastifyInstance, limitMs: number, now = () => performance.now()) {
  const byConnection = new Map<unknown, { reply: FastifyReply; endMs: number }>()
  let timer: NodeJS.Timeout | undefined

  app.addHook('onRequest', (request, reply, done) => {
    // Requests with a file have more time.
    const { timeLimitMs } = routeConfig(request)
    byConnection.set(request.raw.socket, { reply, endMs: now() + (timeLimitMs ?? limitMs) })
    timer ??= setInterval(check, limitMs / CHECKS).unref()
    done()
  })

  function check() {
    for (const [connection, { reply, endMs }] of byConnection) {
      const hasEnded = reply.sent || reply.raw.destroyed
      if (!hasEnded && now() < endMs) continue
      byConnection.delete(connection)
      if (!hasEnded) giveUp(reply, new OverTimeError(`A request was not answered within ${limitMs} ms`))
    }
    if (byConnection.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** A reply that has begun can only be broken off. */
function giveUp(reply: FastifyReply, error: OverTimeError) {
  if (reply.raw.headersSent) reply.raw.destroy(error)
  else reply.send(error)
}
