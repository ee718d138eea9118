import { bodyOfText, type CachedReply, isWorthPacking, pack } from '#src/cache/cached-reply.ts'
import { COMPRESS_FROM_BYTES, compress, etagOf } from '#src/cache/encoding.ts'
import type { Found } from '#src/cache/replies.ts'
import type { Dialect } from '#src/contract/dialects.ts'
import { codeOf } from '#src/contract/signals.ts'
import { type StatusName, statusEnvelope, statuses } from '#src/contract/statuses.ts'
import { type Answer, locationHeader } from '#src/run/run.ts'
import { matches } from '../negotiation.ts'
import { retryAfterOf, statusOf } from '../refusals.ts'
import type { Addressed, Asked } from './batched-read.ts'
import type { OfOneState } from './one-state.ts'
import type { Part } from './spliced.ts'

/** Why a read is not answered. */
type Refusal = { is: 'refusal'; status: StatusName; retryAfterSeconds?: number | undefined; more?: object }

/** A read of a batch, and its last answer. */
export type PendingRead = OfOneState & {
  addressed: Addressed | undefined
  asked: Asked | undefined
  /** Its parameters that are ignored because they cannot be read. */
  ignored: string[]
  answer: Answer | Refusal
  /** Whether it was taken from the limit of the key. */
  isTaken: boolean
  /** How long it took, where its reply was not in memory. */
  ms: number
}

/** A refusal that says nothing about the catalogue: nothing changes it. */
export const refusedAtOnce = (status: StatusName, retryAfterSeconds?: number): Refusal => ({
  is: 'refusal',
  status,
  retryAfterSeconds,
})

/** What an error means for the read that it ends. */
export function refusalBy(error: unknown, status = statusOf(error)): Refusal {
  const { more } = error as { more?: object }
  return { is: 'refusal', status, retryAfterSeconds: retryAfterOf(status, error), ...(more && { more }) }
}

/** The reply of the cache that an answer is. */
export const keptIn = (answer: Answer | Refusal): CachedReply | undefined =>
  answer.is === 'kept' ? answer.reply : undefined

/** The record that an answer shows in detail, if that counts for its popularity. */
export function shownBy({ answer, asked }: PendingRead): number | undefined {
  if (answer.is === 'kept') return answer.reply.record
  const countsFor = asked?.operation.countsFor
  return answer.is === 'made' && countsFor ? codeOf(countsFor, (answer.result as { id: number }).id) : undefined
}

/** Writes the last answer to a read as it would be sent alone, in a dialect. */
export function partOf({ answer, addressed }: PendingRead, dialect: Dialect): Part {
  const match = addressed?.match
  switch (answer.is) {
    case 'refusal': {
      const { status, retryAfterSeconds, more } = answer
      return statusPart(dialect.status(status), { ...more, ...retryIn(retryAfterSeconds) })
    }
    case 'not found':
      return statusPart('not_found')
    case 'status':
      return statusPart(dialect.status(answer.status), answer.more)
    case 'kept':
      return answer.reply.isNotFound ? statusPart('not_found') : keptPart(answer, match)
    case 'made': {
      const text = answer.text()
      const etag = etagOf(text)
      if (match !== undefined && matches(match, etag)) return { status: 304, etag }
      const { headers: told } = answer
      const location = told.find(([name]) => name === locationHeader)?.[1]
      const body = bodyOfText(text)
      const isWorthIt = body.length >= COMPRESS_FROM_BYTES
      return { status: 200, etag, location, body, pack: isWorthIt ? () => compress(text) : undefined }
    }
  }
}

function keptPart({ reply }: Found, match: string | undefined): Part {
  const { etag, location, plain: body } = reply
  if (match !== undefined && matches(match, etag)) return { status: 304, etag, location }
  const packed = isWorthPacking(reply) ? () => reply.packed ?? pack(reply) : undefined
  return { status: 200, etag, location, body, pack: packed }
}

const retryIn = (retry_after: number | undefined) => (retry_after === undefined ? {} : { retry_after })

/** A status of the interface as an answer. */
export function statusPart(name: StatusName, more: object = {}): Part {
  return { status: statuses[name][0], body: bodyOfText(JSON.stringify({ ...statusEnvelope(name), ...more })) }
}
