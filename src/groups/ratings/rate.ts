import { type Static, Type } from 'typebox'
import { findRecord } from '#src/catalogue/part.ts'
import { raterOf } from '#src/contract/access.ts'
import { type Context, Status, StatusAnswer } from '#src/contract/operation.ts'
import type { PopularKind } from '#src/contract/signals.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { openWrite } from '#src/contract/write.ts'
import { guestMayRate } from '#src/kept/guests.ts'
import type { Keeper } from '#src/kept/keeper.ts'
import { type RatedKind, type RatedRecord, RatingValue, removeRatings, setRatings } from '#src/kept/ratings.ts'

const Rating = Type.Object({ value: RatingValue })

/** What the operations that rate have in common, whatever they rate. */
export const rating = {
  access: 'rater',
  body: Rating,
  bodyRefusal: 'invalid_value',
  reply: Status,
  answers: ['created', 'updated'],
} as const
export const noRating = { access: 'rater', reply: Status, answers: ['deleted'] } as const

type Rating = Context<Record<string, number | string>, unknown, Static<typeof Rating>>
type Unrating = Pick<Rating, 'db' | 'params' | 'caller'>
type Rated = Pick<Rating, 'params' | 'caller'> & { kind: RatedKind; value: number }

/** Rates a record, from the hour of an account or as one of so many of a guest; undefined if it is not there. */
const setRating = openWrite('rating', async (writing, { caller, kind, params, value }: Rated) => {
  const { db, now, countSignal, settings, take } = writing
  const rater = raterOf(caller)
  const keeper: Keeper = 'guest_id' in rater ? { ...rater, isCounted: settings.guestRatingsCount } : rater
  const entity_id = await findRecord(db, kind, params)
  if (entity_id === undefined) return undefined
  const set = await db.transaction(async (tx) => {
    const given = { kind, entity_id, value, at: now.toISOString() }
    const takes = 'guest_id' in rater ? refuseBeyondMost(tx, rater.guest_id, given) : take(1, tx)
    const [set] = await Promise.all([setRatings(tx, keeper, [given]), takes])
    return set
  })
  if (set.first === 1) countSignal('rating', ...popularOf(kind, entity_id, params))
  return set
})

/** Rates a record for the account or guest of the request; undefined if there is no such record. */
export async function rate({ write, params, caller, body }: Rating, kind: RatedKind) {
  const set = await write(setRating, { params, caller, kind, value: body.value })
  if (!set || set.first + set.again === 0) return undefined
  return new StatusAnswer(set.first === 1 ? 'created' : 'updated')
}

/** An episode is a reason to care about its series. */
const popularOf = (kind: RatedKind, id: number, params: Rating['params']): [PopularKind, number] =>
  kind === 'episode' ? ['series', params.series_id as number] : [kind, id]

async function refuseBeyondMost(tx: Context['db'], guest_id: number, record: RatedRecord): Promise<void> {
  if (!(await guestMayRate(tx, guest_id, record))) throw new ApiError('too_many_requests')
}

/** Takes the rating of a record back, if there is one; undefined if there is no such record. */
export async function unrate(context: Unrating, kind: RatedKind): Promise<StatusAnswer | undefined> {
  const { db, params, caller } = context
  return db.transaction(async (tx) => {
    const entity_id = await findRecord(tx, kind, params)
    if (entity_id === undefined) return undefined
    await removeRatings(tx, raterOf(caller), [{ kind, entity_id }])
    return new StatusAnswer('deleted')
  })
}
