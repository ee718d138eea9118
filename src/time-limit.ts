import type { FastifyInstance, FastifyReply } from 'fastify'

/** How often in the time that a request has it is looked whether it is over. */
const SWEEPS = 10

/** The time that a request has is over. */
export class OverTimeError extends Error {
  override name = 'OverTimeError'
}

type Open = { reply: FastifyReply; endMs: number }

/**
 * Gives up requests that are not answered within `limitMs`, or up to a tenth of it later: one timer looks at all of
 * them, where Fastify's `handlerTimeout` would start a timer and make an abort signal for each. A connection has one
 * request at a time, so the next one takes the place of its last.
 */
export function limitTime(app: FastifyInstance, limitMs: number, now = () => performance.now()) {
  const byConnection = new Map<unknown, Open>()

  app.addHook('onRequest', (request, reply, done) => {
    byConnection.set(request.raw.socket, { reply, endMs: now() + limitMs })
    done()
  })
  const timer = setInterval(() => {
    for (const [connection, { reply, endMs }] of byConnection) {
      const isOver = now() >= endMs
      if (reply.sent || isOver) byConnection.delete(connection)
      if (isOver) giveUp(reply, limitMs)
    }
  }, limitMs / SWEEPS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

/** A reply that has begun can only be broken off. */
function giveUp(reply: FastifyReply, limitMs: number) {
  if (reply.sent) return
  const error = new OverTimeError(`A request was not answered within ${limitMs} ms`)
  if (reply.raw.headersSent) reply.raw.destroy(error)
  else reply.send(error)
}
