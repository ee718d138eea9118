import { type Static, Type } from 'typebox'
import { countVotes, type Recount } from '#src/catalogue/votes.ts'
import { nullable } from '#src/contract/schema.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import type { Table } from '#src/database/table.ts'
import { type Keeper, lockKeeper, ratingsOf } from './keeper.ts'

/** The kinds of record that people rate. */
export const ratedKinds = ['movie', 'series', 'episode'] as const
export type RatedKind = (typeof ratedKinds)[number]
export type RatedRecord = { kind: RatedKind; entity_id: number }

/** From half a point to ten, in halves. */
export const RatingValue = Type.Number({ minimum: 0.5, maximum: 10, multipleOf: 0.5 })

const record = { kind: Type.Unsafe<RatedKind>({ type: 'string' }), entity_id: Type.Integer() }
const Given = Type.Object({ ...record, value: Type.Number(), at: Type.String() })
/** A rating, and when it was given. */
export type GivenRating = Static<typeof Given>
const Known = Type.Object({
  ...Given.properties,
  known_at: nullable(Type.String()),
  counted: nullable(Type.Number()),
})
const Gone = Type.Object({ ...record, value: Type.Number(), is_counted: Type.Boolean() })

const columns = {
  ...record,
  value: Type.Number(),
  created_at: Type.String(),
  updated_at: Type.String(),
  is_counted: Type.Boolean(),
}
/** The tables that ratings are put into, by their names. */
const tables: Readonly<Record<'rating' | 'guest_rating', Table>> = {
  rating: {
    name: 'rating',
    key: ['account_id', 'kind', 'entity_id'],
    row: Type.Object({ account_id: Type.Integer(), ...columns }),
  },
  guest_rating: {
    name: 'guest_rating',
    key: ['guest_id', 'kind', 'entity_id'],
    row: Type.Object({ guest_id: Type.Integer(), ...columns }),
  },
}

/** How many records got their first rating of a keeper, and how many another one. */
export type SetRatings = { first: number; again: number }

/**
 * Sets ratings of one keeper, each for another record; those of records that do not exist are left out. The time of
 * the first rating stays that of its entry.
 */
export function setRatings(db: Database, keeper: Keeper, given: readonly GivenRating[]): Promise<SetRatings> {
  const { name, table, column, owner, id } = ratingsOf(keeper)
  return db.transaction(async (tx) => {
    const [{ is_counted }, known] = await Promise.all([
      lockKeeper(tx, keeper),
      tx.all(
        Known,
        sql`
        select g.kind, g.entity_id, g.value, g.at, k.created_at as known_at,
          case when k.is_counted then k.value end as counted
        from ${tx.engine.rows(Given, given)} as g
        join record r on r.kind = g.kind and r.id = g.entity_id
        left join ${table} k on k.${owner} = ${id} and k.kind = g.kind and k.entity_id = g.entity_id`,
      ),
    ])
    const rows = known.map(({ kind, entity_id, value, at, known_at }) => ({
      ...{ [column]: id, kind, entity_id, value },
      ...{ created_at: known_at ?? at, updated_at: at, is_counted },
    }))
    const recounts = known.map((rating) => recountOf(rating, rating.counted, is_counted ? rating.value : null))
    await Promise.all([tx.put(tables[name], rows), countVotes(tx, recounts)])
    const again = known.filter(({ known_at }) => known_at !== null).length
    return { first: known.length - again, again }
  })
}

const Value = Type.Object({ value: Type.Number() })

/** What an account rated a record; undefined if it did not. */
export async function ratingBy(db: Reader, account_id: number, { kind, entity_id }: RatedRecord) {
  const found = await db.one(
    Value,
    sql`select value from rating where account_id = ${account_id} and kind = ${kind} and entity_id = ${entity_id}`,
  )
  return found?.value
}

/** Takes ratings of one keeper back; returns how many there were. */
export function removeRatings(db: Database, keeper: Keeper, records: readonly RatedRecord[]): Promise<number> {
  const { table, owner, id } = ratingsOf(keeper)
  return db.transaction(async (tx) => {
    await lockKeeper(tx, keeper)
    let removed = 0
    for (const [kind, ofKind] of Map.groupBy(records, ({ kind }) => kind)) {
      const ids = ofKind.map(({ entity_id }) => entity_id)
      const gone = await tx.all(
        Gone,
        sql`
        delete from ${table} where ${owner} = ${id} and kind = ${kind} and ${tx.engine.anyOf(sql`entity_id`, ids)}
        returning kind, entity_id, value, is_counted`,
      )
      await countVotes(
        tx,
        gone.map((rating) => recountOf(rating, rating.is_counted ? rating.value : null, null)),
      )
      removed += gone.length
    }
    return removed
  })
}

/** How the votes of a record change with a rating that counts as `after` instead of `before`; null does not count. */
export const recountOf = ({ kind, entity_id }: RatedRecord, before: number | null, after: number | null): Recount => ({
  kind,
  entity_id,
  votes: Number(after !== null) - Number(before !== null),
  points: (after ?? 0) - (before ?? 0),
})
