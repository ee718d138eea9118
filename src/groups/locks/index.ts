import { Type } from 'typebox'
import { presentIdOf } from '#src/catalogue/edits/gone/survivors.ts'
import { type Kind, kindNames } from '#src/catalogue/kinds.ts'
import { operation, Status, StatusAnswer } from '#src/contract/operation.ts'
import { maxId } from '#src/contract/path-parameters.ts'
import { nullable } from '#src/contract/schema.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { maxLockDays, momentOfEnd } from '#src/contributions/lock-end.ts'
import { maxReasonLength } from '#src/contributions/moderation.ts'
import {
  type LockedFor,
  lockablePlaces,
  lockedFor,
  lockRecord,
  locksOf,
  unlockRecord,
} from '#src/contributions/record-locks.ts'
import type { Reader } from '#src/database/database.ts'

const which = {
  kind: Type.Unsafe<Kind>({ type: 'string', enum: [...kindNames], description: 'Kind of the record' }),
  id: Type.Integer({
    minimum: 1,
    maximum: maxId,
    description: 'ID of the record; that of a merged record stands for its survivor',
  }),
}
const placeDescription = 'Name of a field, text or part, or `images`; empty for the whole record'
const place = Type.Optional(Type.String({ maxLength: 100, description: placeDescription }))
const Whom = Type.Unsafe<LockedFor>({
  type: 'string',
  enum: [...lockedFor],
  description: 'For whom it is locked: new members, or everybody but moderators',
})

const Lock = Type.Object(
  {
    place: Type.String({ description: placeDescription }),
    locked_for: Whom,
    reason: Type.String(),
    at: Type.String(),
    ends_at: nullable(Type.String({ description: 'Null if it stays until a moderator lifts it' })),
  },
  { title: 'Lock' },
)

const list = operation('locks.list', 'GET /commons/1/locks', {
  summary: 'Current locks of a record, which everybody can see on its page',
  access: 'key',
  query: Type.Object(which),
  reply: Type.Object({ kind: which.kind, id: which.id, locks: Type.Array(Lock) }, { title: 'Locks' }),
  refusals: ['not_found'],

  async handle({ db, now, query: { kind, id: asked } }) {
    const id = await presentIdOf(db, kind, asked)
    if (id === undefined) throw new ApiError('not_found')
    const found = await locksOf(db, kind, id, now)
    const locks = found.map(({ place, locked_for, reason, at, ends_at }) => ({
      place,
      locked_for,
      reason,
      at,
      ends_at,
    }))
    return { kind, id, locks }
  },
})

type Named = { kind: Kind; id: number; place?: string }

/** What a moderator names, if there is such a thing. Throws `not_found` and `invalid_parameters`. */
async function lockable(db: Reader, { kind, id: asked, place = '' }: Named) {
  const id = await presentIdOf(db, kind, asked)
  if (id === undefined) throw new ApiError('not_found')
  if (!lockablePlaces(kind).includes(place)) throw new ApiError('invalid_parameters')
  return { kind, id, place }
}

const set = operation('locks.set', 'POST /commons/1/locks', {
  summary: 'Locks a record, or a field, text or part of it, and replaces an earlier lock of the same. For moderators',
  access: 'moderator',
  scope: 'moderate',
  body: Type.Object({
    ...which,
    place,
    locked_for: Whom,
    reason: Type.String({
      minLength: 1,
      maxLength: maxReasonLength,
      pattern: '\\S',
      description: 'Everybody reads it on the page of the record. It stays in the moderation log',
    }),
    ends_on: Type.Optional(
      Type.String({
        maxLength: 10,
        description: `Last day of the lock, at most ${maxLockDays} days from now. Without it, the lock does not end`,
      }),
    ),
  }),
  reply: Status,
  answers: ['updated'],
  refusals: ['not_found', 'invalid_date'],

  async handle({ db, caller, now, body: { locked_for, reason, ends_on = '', ...named } }) {
    const locked = await lockable(db, named)
    const ends_at = momentOfEnd(ends_on, now)
    if (ends_at === undefined) throw new ApiError('invalid_date')
    await lockRecord(db, locked, { locked_for, ends_at }, { by: caller.account.id, reason: reason.trim(), now })
    return new StatusAnswer('updated')
  },
})

const lift = operation('locks.lift', 'DELETE /commons/1/locks', {
  summary: 'Lifts the lock of a record, or of a field, text or part of it. For moderators',
  access: 'moderator',
  scope: 'moderate',
  body: Type.Object({ ...which, place }),
  reply: Status,
  answers: ['deleted'],
  refusals: ['not_found'],

  async handle({ db, caller, now, body }) {
    const isLifted = await unlockRecord(db, await lockable(db, body), { by: caller.account.id, now })
    if (!isLifted) throw new ApiError('not_found')
    return new StatusAnswer('deleted')
  },
})

export const locks = [list, set, lift]
