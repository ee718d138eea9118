import { randomBytes } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { nullable } from '#src/contract/schema.ts'
import { write } from '#src/contract/write.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { removeRatings, setRatings } from '#src/kept/ratings.ts'
import { lockAuthor } from './authors.ts'

/** Characters of a review. */
export const maxReviewLength = 20_000

export type ReviewedTitle = { kind: 'movie' | 'series'; entity_id: number }

const columns = {
  id: Type.String(),
  account_id: Type.Integer(),
  content: Type.String(),
  rating: nullable(Type.Number()),
  iso_639_1: Type.String(),
  created_at: Type.String(),
  updated_at: Type.String(),
}
const StoredReview = Type.Object({
  ...columns,
  kind: Type.Union([Type.Literal('movie'), Type.Literal('series')]),
  entity_id: Type.Integer(),
})
type StoredReview = Static<typeof StoredReview>

const selectReviews = sql`
  select r.id, r.account_id, r.content, coalesce(g.value, r.rating) as rating, r.iso_639_1, r.created_at, r.updated_at,
    r.kind, r.entity_id
  from review r
  left join rating g on g.account_id = r.account_id and g.kind = r.kind and g.entity_id = r.entity_id`

/** What an account wrote about a title; there is at most one review. */
export const reviewBy = (db: Reader, account_id: number, { kind, entity_id }: ReviewedTitle) =>
  db.one(
    StoredReview,
    sql`${selectReviews}
      where r.account_id = ${account_id} and r.kind = ${kind} and r.entity_id = ${entity_id}
      order by r.created_at limit 1`,
  )

/** A review, if it belongs to this account. */
export const reviewOfAccount = (db: Reader, account_id: number, id: string) =>
  db.one(StoredReview, sql`${selectReviews} where r.id = ${id} and r.account_id = ${account_id}`)

type ReviewText = { content: string; rating: number | null; iso_639_1: string }

/**
 * Writes a review, or changes the one that the account has, by an edit like any other; returns its id. The rating with
 * it is the account's rating of the title, which is no edit; null takes it back. Throws `account_disabled`.
 */
export function writeReview(
  db: Database,
  account_id: number,
  about: ReviewedTitle,
  { rating, ...written }: ReviewText,
  now: Date,
) {
  const at = now.toISOString()
  return db.transaction(async (tx) => {
    await lockAuthor(tx, account_id)
    // Before the edit, whose last step takes the lock of the change log.
    if (rating === null) await removeRatings(tx, { account_id }, [about])
    else await setRatings(tx, { account_id }, [{ ...about, value: rating, at }])
    const known = await reviewBy(tx, account_id, about)
    const { id, created_at } = known ?? { id: randomBytes(12).toString('hex'), created_at: at }
    const review = { id, account_id, ...written, rating: null, created_at, updated_at: at }
    await change(tx, account_id, about, { put: [review] }, now)
    return id
  })
}

/** The text of a review, and when it was written and changed, as another site knows it. */
type BroughtReview = { content: string; iso_639_1: string; created_at: string; updated_at: string }

/**
 * Writes a review that somebody brings from elsewhere, by an edit like any other; it has no rating of its own. One that
 * the account has keeps the time when it was written. Throws `account_disabled`.
 */
export async function bringReview(
  tx: Database,
  account_id: number,
  about: ReviewedTitle,
  { created_at, ...written }: BroughtReview,
  now: Date,
): Promise<void> {
  await lockAuthor(tx, account_id)
  const known = await reviewBy(tx, account_id, about)
  const id = known?.id ?? randomBytes(12).toString('hex')
  const review = { id, account_id, ...written, rating: null, created_at: known?.created_at ?? created_at }
  await change(tx, account_id, about, { put: [review] }, now)
}

type Reviewing = { about: ReviewedTitle; written: ReviewText }

/** Publishes a review, or changes the one that the account has; returns its id. */
export const publishReview = write('review', async ({ db, now, account, take }, { about, written }: Reviewing) => {
  await take()
  return writeReview(db, account.id, about, written, now)
})

/** Removes a review. */
export const removeReview = (db: Database, { kind, entity_id, ...review }: StoredReview, now: Date) =>
  change(db, review.account_id, { kind, entity_id }, { remove: [review] }, now)

/** Deletes a review of who asks. */
export const deleteOwnReview = write([], ({ db, now, account }, review: StoredReview) =>
  removeReview(db, { ...review, account_id: account.id }, now),
)

const change = (
  db: Database,
  account_id: number,
  { kind, entity_id }: ReviewedTitle,
  reviews: { put?: Record<string, unknown>[]; remove?: Record<string, unknown>[] },
  at: Date,
) => applyEdit(db, { account_id, at, records: [{ kind, id: entity_id, parts: { reviews } }] })
