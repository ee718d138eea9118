import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ChangeBus } from '#src/background/change-bus.ts'
import type { LiveSettings } from '#src/background/stored-settings.ts'
import { type ChangeFeed, openChangeFeed } from '#src/commons/changes/feed.ts'
import { maxWaitSeconds } from '#src/commons/changes/limits.ts'
import { changes as operation } from '#src/commons/changes/operation.ts'
import { openPlaces } from '#src/commons/changes/places.ts'
import { type LogPosition, startOf } from '#src/commons/changes/position.ts'
import { everything, type Wanted, wantedOf } from '#src/commons/changes/wanted.ts'
import { livePath } from '#src/commons/format/names.ts'
import { signatureOf } from '#src/commons/format/signatures.ts'
import { findKey } from '#src/commons/publishing/keys.ts'
import { dialects } from '#src/contract/dialects.ts'
import { textOf } from '#src/contract/parameters.ts'
import { ApiError } from '#src/contract/statuses.ts'
import type { Database } from '#src/database/database.ts'
import type { Key } from '#src/keys/find-key.ts'
import { callers } from '#src/run/caller.ts'
import { questionReader } from '#src/run/question.ts'
import { acceptsJson } from '../negotiation.ts'
import { retrySeconds } from '../retry-after.ts'
import { sendOnce } from '../send-reply.ts'
import type { Begun, Sign } from './stream.ts'
import { openStreams } from './streams.ts'
import { answerWhenChanged } from './wait-for-change.ts'

type Services = {
  db: Database
  settings: Pick<LiveSettings, 'config'>
  changeBus?: ChangeBus | undefined
  clock(): Date
  failed(error: unknown): void
}

/** What the query of the operation says. */
type Query = { after?: string; wait?: number } & Parameters<typeof wantedOf>[1]

/** Beyond the longest wait, only reading may take so long. */
const timeLimitMs = (maxWaitSeconds + 30) * 1_000

/**
 * Tells changes to those who wait for them: one at a time as replies to requests that wait, or as streams of events;
 * and to followers, who need no key, signed. Who waits is worked on for a moment only, and takes no turn from others.
 */
export function mountChanges(app: FastifyInstance, services: Services) {
  const { db, settings, changeBus, clock, failed } = services
  const { config } = settings
  const feed = openChangeFeed({ db, config, changeBus, clock, failed })
  const places = openPlaces(config.changeStreams, config.changeStreamsPerKey)
  const streams = openStreams({ feed, db, failed, heartbeatMs: config.changeHeartbeatSeconds * 1_000 })
  const closing = new AbortController()
  app.addHook('preClose', async () => {
    closing.abort()
    streams.close()
    feed.close()
  })
  const asked = openAsking(services)

  function placeFor(request: FastifyRequest): () => void {
    const leave = places.take(request.key?.id ?? request.ip)
    if (!leave) throw new ApiError('unavailable', retrySeconds())
    return leave
  }

  function beginStream(request: FastifyRequest, reply: FastifyReply, begun: Begun) {
    const { raw: response } = reply
    // Its client has gone meanwhile.
    if (response.destroyed) return reply.hijack()
    const leave = placeFor(request)
    response.once('close', leave)
    const headers = { ...reply.getHeaders(), ...streamHeaders }
    reply.hijack()
    response.writeHead(200, headers as Record<string, string>)
    streams.begin(response, begun)
    return reply
  }

  app.route({
    ...{ method: 'GET', url: operation.path, exposeHeadRoute: false },
    config: { operation: operation.id, timeLimitMs },
    async handler(request, reply) {
      if (!acceptsJson(request.headers.accept)) throw new ApiError('not_acceptable')
      const { query, wanted } = await asked(request)
      const at = await feed.look()
      const leave = placeFor(request)
      try {
        const gone = AbortSignal.any([closing.signal, goneOf(reply)])
        const text = await answerWhenChanged({ db, feed, clock, gone }, at, query, wanted)
        return reply.sent ? reply : await sendOnce(request, reply, text)
      } finally {
        leave()
      }
    },
  })
  app.route({
    ...{ method: 'GET', url: operation.stream as string, exposeHeadRoute: false },
    config: { operation: `${operation.id}_stream`, timeLimitMs },
    async handler(request, reply) {
      const { query, wanted } = await asked(request)
      return beginStream(request, reply, { from: await startIn(feed, request, query.after), wanted })
    },
  })
  mountLive(app, services, { feed, beginStream })
}

type Live = {
  feed: ChangeFeed
  beginStream(request: FastifyRequest, reply: FastifyReply, begun: Begun): FastifyReply
}

/** The stream for followers, which is as open as what is published. */
function mountLive(app: FastifyInstance, { settings: { config } }: Services, { feed, beginStream }: Live) {
  const sign: Sign = async (bytes) => {
    const own = await findKey(config.data)
    if (!own) throw new Error('There is no key to sign changes with')
    return signatureOf(bytes, own.key)
  }
  app.route({
    ...{ method: 'GET', url: livePath, exposeHeadRoute: false },
    config: { operation: 'live', isOpen: true, timeLimitMs },
    async handler(request, reply) {
      // Nothing was published yet if there is no key.
      const isOffered = config.publish && !config.private && config.changeStreams > 0
      if (!isOffered || !(await findKey(config.data))) throw new ApiError('not_found')
      const after = textOf(request.query, 'after')
      return beginStream(request, reply, { from: await startIn(feed, request, after), wanted: everything, sign })
    },
  })
}

/** Reads what is asked, by whoever may ask it. */
function openAsking({ db, settings: { config }, clock }: Services) {
  const read = questionReader(operation)
  const callerOf = callers(operation, { db, config, clock })
  return async (request: FastifyRequest): Promise<{ query: Query; wanted: Wanted }> => {
    const texts = request.query as Record<string, unknown>
    const query = read({ params: {}, query: texts }).query as Query
    const { id: key_id, token, isShared, dialect } = request.key as Key
    const session = isShared ? undefined : textOf(texts, 'session_id')
    const asker = { key_id, session, token, dialect: dialects[dialect] }
    const { account } = query.list === undefined ? {} : await callerOf(asker)
    return { query, wanted: await wantedOf(db, query, account) }
  }
}

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // A proxy passes it on as it comes.
  'x-accel-buffering': 'no',
}

/** Where a stream begins: where the client was, or else where it wants to, or now. */
async function startIn(feed: ChangeFeed, request: FastifyRequest, after: string | undefined): Promise<LogPosition> {
  const at = await feed.look()
  const last = request.headers['last-event-id']
  const text = (typeof last === 'string' && last !== '' ? last : undefined) ?? after
  return text === undefined ? at : { ...at, seq: startOf(text, at) }
}

/** Aborted when the client has gone. */
function goneOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => gone.abort())
  if (raw.destroyed) gone.abort()
  return gone.signal
}
