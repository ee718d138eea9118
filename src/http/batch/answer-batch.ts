import type { FastifyReply, FastifyRequest } from 'fastify'
import { COMPRESS_FROM_BYTES } from '#src/cache/encoding.ts'
import type { Config } from '#src/config.ts'
import { dialects } from '#src/contract/dialects.ts'
import type { Operation } from '#src/contract/operation.ts'
import { ApiError } from '#src/contract/statuses.ts'
import type { Database } from '#src/database/database.ts'
import { batch as operation } from '#src/groups/batch/index.ts'
import { batchBytes } from '#src/groups/batch/limits.ts'
import type { Key } from '#src/keys/find-key.ts'
import { limitHeaders } from '#src/keys/key-check.ts'
import { groupOf, type Requests } from '#src/metrics/requests.ts'
import type { SignalCounter } from '#src/popularity/counter.ts'
import { questionReader } from '#src/run/question.ts'
import { acceptsGzip, acceptsJson, matches } from '../negotiation.ts'
import { type PendingRead, partOf, shownBy, statusPart } from './answer.ts'
import { type AnsweringServices, openAnswering } from './answering.ts'
import { openAddressReader, type Sent } from './batched-read.ts'
import { answerFromOneState } from './one-state.ts'
import { fitting, joined, type Part, packed, spliced } from './spliced.ts'

export type BatchServices = Omit<AnsweringServices, 'addressLimitBytes'> & {
  db: Database
  config: Config
  operations: readonly Operation[]
  /** The site that a request with this Host header is answered for. */
  askedSite(host: string | undefined): string
  requests: Requests
  signals: SignalCounter | undefined
}

/**
 * Answers several reads in one request, each as it would be alone, and all from the same state of the catalogue. The
 * batch takes no turn of its own: its reads do.
 */
export function openBatches(services: BatchServices) {
  const { config, operations } = services
  const { addressLimitBytes, handlerTimeoutMs } = config
  const read = questionReader(operation)
  const readAddress = openAddressReader(operations, addressLimitBytes)

  async function answer(request: FastifyRequest, reply: FastifyReply, body: unknown) {
    if (!acceptsJson(request.headers.accept)) throw new ApiError('not_acceptable')
    const query = request.query as Record<string, unknown>
    const { requests: all } = read({ params: {}, query, body }).body as { requests: Sent[] }
    const { raw } = reply
    const batching = {
      key: request.key as Key,
      site: services.askedSite(request.headers.host),
      clientAddress: request.ip,
      endMs: performance.now() + handlerTimeoutMs,
      isLeft: () => raw.destroyed || reply.sent,
    }
    const answering = openAnswering({ ...services, addressLimitBytes }, readAddress, batching)
    const pending: PendingRead[] = []
    for (const sent of all) pending.push(await answering.begin(sent))
    const { db, replies } = services
    await answerFromOneState(pending, { ...answering, replies, snapshot: db.snapshot })
    answering.end()
    const allowance = answering.allowance()
    if (allowance) {
      const headers = limitHeaders(allowance)
      for (let at = 0; at < headers.length; at += 2) reply.header(headers[at] as string, headers[at + 1])
    }
    if (reply.sent) return reply
    const parts = fitting(partsOf(pending, batching.key, services), batchBytes, statusPart('body_too_large'))
    return send(request, reply, spliced(parts))
  }

  return answer
}

/** The answers as they are sent, and counted as those of single requests are. */
function partsOf(
  pending: readonly PendingRead[],
  key: Key,
  { keyCheck, requests, signals, clock }: BatchServices,
): Part[] {
  const dialect = dialects[key.dialect]
  const nowMs = clock().getTime()
  return pending.map((each) => {
    const { answer, addressed, ignored, isTaken, asked } = each
    const part = partOf(each, dialect)
    const isKept = answer.is === 'kept'
    const isHit = isKept && answer.isHit
    if (isKept && part.status === 304 && isTaken) keyCheck.giveBack(key)
    const names = asked || !isKept ? ignored : (answer.reply.ignored?.get(addressed?.address ?? '') ?? ignored)
    if (names.length > 0) keyCheck.countIgnored(key, names)
    const record = shownBy(each)
    if (record !== undefined) signals?.count('details', record, key.id, nowMs)
    if (isHit && part.status < 400) requests.warm(answer.reply.operation, part.status === 304)
    else if (asked) requests.other(groupOf(asked.operation.id), part.status, isKept ? 'miss' : 'none', each.ms)
    return part
  })
}

/** Sends all of it, or 304 if the client has it already. */
async function send(request: FastifyRequest, reply: FastifyReply, { pieces, etag }: ReturnType<typeof spliced>) {
  const { 'if-none-match': known, 'accept-encoding': encoding } = request.headers
  reply.headers({ etag, 'cache-control': 'private, no-store', 'content-type': 'application/json; charset=utf-8' })
  if (known !== undefined && matches(known, etag)) return reply.code(304).send()
  const length = pieces.reduce((sum, { plain }) => sum + plain.length, 0)
  if (length < COMPRESS_FROM_BYTES || !acceptsGzip(encoding)) return reply.send(joined(pieces))
  return reply.header('content-encoding', 'gzip').send(await packed(pieces))
}
