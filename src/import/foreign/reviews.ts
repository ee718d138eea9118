import { type Static, Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'

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
