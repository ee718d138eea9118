import { type Static, Type } from 'typebox'
import { spendFromHour } from '#src/accounts/hourly-limits.ts'
import { findRecord } from '#src/catalogue/part.ts'
import { raterOf } from '#src/contract/access.ts'
import { type Context, Status, StatusAnswer } from '#src/contract/operation.ts'
import type { PopularKind } from '#src/contract/signals.ts'
import { ApiError } from '#src/contract/statuses.ts'
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

/** Rates a record for the account or guest of the request; undefined if there is no such record. */
export async function rate(context: Rating, kind: RatedKind): Promise<StatusAnswer | undefined> {
  const { db, params, body, caller, now, countSignal, settings } = context
  const rater = raterOf(caller)
  const keeper: Keeper = 'guest_id' in rater ? { ...rater, isCounted: settings.guestRatingsCount } : rater
  const entity_id = await findRecord(db, kind, params)
  if (entity_id === undefined) return undefined
  const set = await db.transaction(async (tx) => {
    const given = { kind, entity_id, value: body.value, at: now.toISOString() }
    const [set] = await Promise.all([setRatings(tx, keeper, [given]), takeRating(tx, keeper, { kind, entity_id }, now)])
    return set
  })
  if (set.first + set.again === 0) return undefined
  if (set.first === 1) countSignal('rating', ...popularOf(kind, entity_id, params))
  return new StatusAnswer(set.first === 1 ? 'created' : 'updated')
}

/** An episode is a reason to care about its series. */
const popularOf = (kind: RatedKind, id: number, params: Rating['params']): [PopularKind, number] =>
  kind === 'episode' ? ['series', params.series_id as number] : [kind, id]

async function takeRating(tx: Context['db'], keeper: Keeper, record: RatedRecord, now: Date): Promise<void> {
  if ('guest_id' in keeper) {
    if (!(await guestMayRate(tx, keeper.guest_id, record))) throw new ApiError('too_many_requests')
    return
  }
  await spendFromHour(tx, keeper.account_id, 'rating', now)
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
