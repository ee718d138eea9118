import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { WritePace } from '#src/accounts/write-pace.ts'
import type { SecurityEvent } from '#src/audit/security-events.ts'
import type { Config } from '#src/config.ts'
import { ApiError, statusEnvelope } from '#src/contract/statuses.ts'
import type { Passwords, Perform } from '#src/contract/write.ts'
import type { Database } from '#src/database/database.ts'
import { ownerOfPlayers, type PlayerOwner } from '#src/kept/player-address.ts'
import { maxDeliveryBytes } from '#src/players/reading/body.ts'
import { notUnderstood, objectOf, toldIn } from '#src/players/reading/read-delivery.ts'
import { scrobbleAnswer } from '#src/players/reading/scrobble.ts'
import { scrobbleActions, type Told } from '#src/players/reading/told.ts'
import { hearPlayer, takeDelivery } from '#src/players/take.ts'
import type { SignalCounter } from '#src/popularity/counter.ts'
import { countingFor, performFor } from '#src/run/perform.ts'
import { isOurFault, isUnreadBody, retryAfterOf, sendStatus, statusOf } from '../refusals.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose players have the address that was asked. */
    playersOf: PlayerOwner | undefined
  }
}

type Services = {
  db: Database
  config: Config
  clock(): Date
  passwords: Passwords
  writes: WritePace
  signals?: SignalCounter | undefined
  noteEvent(event: SecurityEvent): Promise<void>
}

const route = { operation: 'player', isOpen: true, isForStrangers: true }

/**
 * Takes what the players of people tell, at the secret address of each person. The address is its own authority, also
 * where the catalogue is private, and nothing is read of a body before it is known.
 */
export function mountPlayers(app: FastifyInstance, services: Services) {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.decorateRequest('playersOf', undefined)
    scope.addHook('onRequest', async (request) => {
      const { secret = '' } = request.params as { secret?: string }
      request.playersOf = await ownerOfPlayers(services.db, secret)
      if (!request.playersOf) throw new ApiError('not_found')
    })
    const answer = answering(services)
    const options = { config: route, bodyLimit: maxDeliveryBytes, errorHandler: refusing(answer) }
    scope.post('/players/:secret', { ...options, handler: (request, reply) => answer(request, reply) })
    scope.post('/players/:secret/scrobble/:action', { ...options, handler: (request, reply) => answer(request, reply) })
  })
}

type Answer = (request: FastifyRequest, reply: FastifyReply, told?: Told) => Promise<FastifyReply>

function answering(services: Services): Answer {
  return async (request, reply, told) => {
    const named = (request.params as { action?: string }).action
    const action = scrobbleActions.find((each) => each === named)
    if (named !== undefined && !action) throw new ApiError('not_found')
    const { plexIdentifier } = services.config
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const value = told ? 'no_player' : objectOf({ body, contentType: request.headers['content-type'] })
    const heard = told ?? (typeof value === 'string' ? notUnderstood(value) : toldIn(value, { action, plexIdentifier }))
    const isUnbegun =
      action !== undefined &&
      typeof value === 'object' &&
      heard.is === 'other' &&
      !scrobbleAnswer(action, value.progress)
    if (isUnbegun) throw new ApiError('invalid_parameters')
    await take(services, request, heard)
    if (action === undefined || typeof value === 'string') return send(reply, 200, statusEnvelope('success'))
    const { progress, movie, show, episode } = value
    return send(reply, 201, { id: 0, action: scrobbleAnswer(action, progress), progress, movie, show, episode })
  }
}

/** An answer means that it is on the disk. */
function take(services: Services, request: FastifyRequest, told: Told): Promise<unknown> {
  const { db, config, clock, passwords, writes, signals } = services
  const owner = request.playersOf as PlayerOwner
  const account = { id: owner.id, role: owner.role }
  const now = clock()
  const browser = request.headers['user-agent'] ?? ''
  const write: Perform = performFor({
    ...{ db, settings: config, now, account, passwords, countSignal: countingFor(signals, account.id, now) },
    noteEvent: (what, account_id, key_id) =>
      services.noteEvent({ what, account_id, key_id, clientAddress: request.ip, browser, now }),
  })
  if (told.is === 'other') return write(hearPlayer, { owner, told })
  writes.take({ account })
  return write(takeDelivery, { owner, told })
}

const send = (reply: FastifyReply, status: 200 | 201, answer: object): FastifyReply =>
  reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(answer))

/** A body that cannot be read is noted, and no refusal, so that the player goes on using the address. */
function refusing(answer: Answer) {
  return async (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    if (request.playersOf && isUnreadBody(error)) {
      // The rest of the body is not waited for.
      reply.header('connection', 'close')
      const isTooLarge = statusOf(error) === 'body_too_large'
      try {
        return await answer(request, reply, notUnderstood(isTooLarge ? 'too_large' : 'not_json'))
      } catch (again) {
        return refuse(again as FastifyError, request, reply)
      }
    }
    return refuse(error, request, reply)
  }
}

function refuse(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const status = statusOf(error, request.raw.complete !== false)
  if (isOurFault(status, error)) request.log.error({ err: error }, 'request failed')
  const retryAfter = retryAfterOf(status, error)
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  if (status === 'request_timeout') reply.header('connection', 'close')
  return sendStatus(reply, status)
}
