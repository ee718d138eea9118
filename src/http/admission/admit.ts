import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { QueryTexts } from '#src/contract/operation.ts'
import { routeConfig } from '../route-config.ts'
import { overloaded } from './admission.ts'
import type { Admissions } from './admissions.ts'

/** Has requests to the application wait for their turn, once their key is known, as far as `reads.ts` leaves them. */
export function admitRequests(app: FastifyInstance, admissions: Admissions) {
  // A body may take its time to arrive, which is nobody's turn.
  app.addHook('onRequest', (request, reply, done) => (mayChange(request) ? done() : admit(request, reply, done)))
  app.addHook('preValidation', (request, reply, done) => (mayChange(request) ? admit(request, reply, done) : done()))

  function admit(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) {
    const { isOpen, isPage, isWide, isForAll, timeLimitMs } = routeConfig(request)
    // What everybody may see costs little, and files take their time.
    if ((isOpen && !isPage) || timeLimitMs !== undefined || request.is404) return done()
    const admission = isPage ? admissions.pages : admissions.of(isWide?.(request.query as QueryTexts) ?? false)
    // Requests that change something may have to wait for others, or for a password, and hold up nobody meanwhile.
    const begun = mayChange(request) ? admission.end : () => endWith(reply, admission.end)
    if (admission.begins(performance.now())) {
      begun()
      return done()
    }
    const begin = () => {
      if (reply.sent || reply.raw.destroyed) return false
      begun()
      done()
      return true
    }
    const asker = request.key?.id ?? request.ip
    const shared = isForAll ? `${request.headers.host} ${request.url}` : undefined
    if (admission.wait(asker, begin, shared)) return
    admissions.refused(request.raw.socket)
    done(overloaded())
  }
}

/** Calls back once, when a reply is made or its client is gone. */
function endWith({ raw }: FastifyReply, end: () => void) {
  let isOver = false
  const endOnce = () => {
    if (isOver) return
    isOver = true
    end()
  }
  // A reply is made before its client has read it, which may take long.
  for (const event of ['prefinish', 'finish', 'close']) raw.once(event, endOnce)
}

const mayChange = ({ method }: FastifyRequest) => method === 'POST' || method === 'DELETE' || method === 'PUT'
