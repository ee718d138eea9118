import { type Static, Type } from 'typebox'
import { requireAdministrator } from '#src/contract/access.ts'
import { write } from '#src/contract/write.ts'
import { countRows } from '#src/database/count-rows.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, raw, sql } from '#src/database/sql.ts'
import { rememberKeys } from './source-keys.ts'

/** A record of a source of which it is uncertain which record of the catalogue it is. */
export const Review = Type.Object({
  source_id: Type.String(),
  kind: Type.String(),
  source_key: Type.String(),
  title: Type.String(),
  year: Type.Union([Type.Integer(), Type.Null()]),
  file: Type.String(),
  /** Records that it may be, the likeliest first, each with its certainty. */
  guesses: Type.Array(Type.Object({ id: Type.Integer(), certainty: Type.Number() })),
  noted_at: Type.String(),
})
export type Review = Static<typeof Review>

const table = { name: 'import_review', key: ['source_id', 'kind', 'source_key'], row: Review }

/** Notes what a person has to decide; what is known by now about a record replaces what was noted before. */
export const noteReviews = (db: Database, reviews: readonly Review[]): Promise<void> => db.put(table, reviews)

/** Forgets what has been decided, or has become certain. */
export async function settleReviews(db: Database, source_id: string, kind: string, keys: readonly string[]) {
  if (keys.length === 0) return
  await db.run(sql`
    delete from import_review
    where source_id = ${source_id} and kind = ${kind} and ${db.engine.anyOf(raw('source_key'), keys)}`)
}

/** Records that wait for a person on one page. */
export const reviewsOfPage = 20

/** Which record of a source a review is about. */
type ReviewKey = { source_id: string; kind: string; source_key: string }

/** Where a page of reviews begins: behind this one. */
export type AfterReview = ReviewKey & { noted_at: string }

const Reviewed = Type.Object({ ...Review.properties, source_name: Type.String() })
export type Reviewed = Static<typeof Reviewed>

const reviewed = sql`r.source_id, r.kind, r.source_key, r.title, r.year, r.file, r.guesses, r.noted_at,
  s.name as source_name`

/** Records that wait for a person, those that have waited longest first: those of a page, and one more if there are. */
export const openReviews = (db: Reader, after?: AfterReview): Promise<Reviewed[]> => {
  const { noted_at = '', source_id = '', kind = '', source_key = '' } = after ?? {}
  return db.all(
    Reviewed,
    sql`
    select ${reviewed}
    from import_review r join source s on s.id = r.source_id
    where (r.noted_at, r.source_id, r.kind, r.source_key) > (${noted_at}, ${source_id}, ${kind}, ${source_key})
    order by r.noted_at, r.source_id, r.kind, r.source_key ${limit(reviewsOfPage + 1)}`,
  )
}

/** A record that waits for a person; undefined if it does no more. */
export const findReview = (db: Reader, { source_id, kind, source_key }: ReviewKey): Promise<Reviewed | undefined> =>
  db.one(
    Reviewed,
    sql`
    select ${reviewed} from import_review r join source s on s.id = r.source_id
    where r.source_id = ${source_id} and r.kind = ${kind} and r.source_key = ${source_key}`,
  )

/** How many records wait for a person, and of how many the catalogue has none that they may be. */
export async function countReviews(db: Reader): Promise<{ all: number; unknown: number }> {
  const all = await countRows(db, sql`from import_review`)
  return { all, unknown: await countRows(db, sql`from import_review where ${isUnknown}`) }
}

const isUnknown = sql`cast(guesses as text) = '[]'`

const isBelow = (path: string) => {
  const prefix = path.endsWith('/') ? path : `${path}/`
  return sql`(file = ${path} or substr(file, 1, ${raw(String([...prefix].length))}) = ${prefix})`
}

/** Whether a record that the catalogue does not have is in a file at a path or below it, but at none of the others. */
export async function hasUnknownBelow(
  db: Reader,
  path: string | undefined,
  others: readonly string[],
): Promise<boolean> {
  const isThere = path === undefined ? sql`true` : isBelow(path)
  const isElsewhere = others.reduce((all, other) => sql`${all} and not ${isBelow(other)}`, sql`true`)
  const found = await db.one(
    Type.Object({ kind: Type.String() }),
    sql`select kind from import_review where ${isUnknown} and ${isThere} and ${isElsewhere} ${limit(1)}`,
  )
  return found !== undefined
}

/**
 * A decision may concern what stays the same: files that are imported on a schedule, and catalogues that are followed,
 * are read once more.
 */
async function forgetSeen(tx: Database, source_id?: string) {
  await tx.run(sql`update scheduled_import set seen = ''`)
  const those = source_id === undefined ? sql`true` : sql`source_id = ${source_id}`
  await tx.run(sql`update following set needs_whole = true, etag = '' where ${those}`)
}

/** What a person has decided: it is this record, it is a new one, or it is left out for good. */
export type ReviewDecision = { is: 'same'; id: number } | { is: 'new' } | { is: 'none' }

/** Remembers a decision for the next import; false if nothing waits for it any more. */
export const decideReview = write(
  [],
  ({ db, account }, { decision, ...key }: ReviewKey & { decision: ReviewDecision }) => {
    requireAdministrator(account)
    const { source_id, kind, source_key } = key
    return db.transaction(async (tx) => {
      const decided = await tx.run(sql`
      delete from import_review
      where source_id = ${source_id} and kind = ${kind} and source_key = ${source_key}`)
      if (decided === 0) return false
      await forgetSeen(tx, source_id)
      const entity_id = decision.is === 'same' ? decision.id : null
      await rememberKeys(tx, [{ ...key, entity_id, is_own: false, decision: decision.is }])
      return true
    })
  },
)

/** Decides that all records of which the catalogue has none are new ones; returns how many they are. */
export const makeUnknownNew = write([], ({ db, account }) => {
  requireAdministrator(account)
  return db.transaction(async (tx) => {
    await tx.run(sql`
      insert into source_key (source_id, kind, source_key, entity_id, is_own, decision)
      select source_id, kind, source_key, null, false, 'new' from import_review where ${isUnknown}
      on conflict (source_id, kind, source_key) do update set entity_id = null, is_own = false, decision = 'new'`)
    await forgetSeen(tx)
    return tx.run(sql`delete from import_review where ${isUnknown}`)
  })
})
