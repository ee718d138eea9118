import { type Static, Type } from 'typebox'
import type { Database, Reader } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'

/** Lists of titles that a person makes by marking them; each has a table of its name. */
export type MarkList = 'watchlist' | 'favorite'
export type MarkedKind = 'movie' | 'series'
export type MarkedTitle = { kind: MarkedKind; entity_id: number }

const Mark = Type.Object({
  kind: Type.Unsafe<MarkedKind>({ type: 'string' }),
  entity_id: Type.Integer(),
  created_at: Type.String(),
})
/** A title with the time at which it was added, by which lists are ordered. */
export type Mark = Static<typeof Mark>

const Listed = Type.Object({ entity_id: Type.Integer() })

export const isMarked = async (
  db: Reader,
  list: MarkList,
  account_id: number,
  { kind, entity_id }: MarkedTitle,
): Promise<boolean> =>
  (await db.one(
    Listed,
    sql`select entity_id from ${raw(list)}
      where account_id = ${account_id} and kind = ${kind} and entity_id = ${entity_id}`,
  )) !== undefined

/** Adds a title to a list; false if it is there already, or if there is no such title. */
export const addMark = async (
  db: Database,
  list: MarkList,
  account_id: number,
  { kind, entity_id, created_at }: Mark,
): Promise<boolean> =>
  (await db.run(sql`
    insert into ${raw(list)} (account_id, kind, entity_id, created_at)
    select cast(${account_id} as bigint), kind, id, ${created_at}
    from record where kind = ${kind} and id = ${entity_id}
    on conflict do nothing`)) === 1

/** The same for many titles at once, as files bring them; returns how many were added. */
export const addMarks = (db: Database, list: MarkList, account_id: number, marks: readonly Mark[]): Promise<number> =>
  db.run(sql`
    insert into ${raw(list)} (account_id, kind, entity_id, created_at)
    select cast(${account_id} as bigint), r.kind, r.id, g.created_at
    from ${db.engine.rows(Mark, marks)} as g join record r on r.kind = g.kind and r.id = g.entity_id
    where true on conflict do nothing`)

/** Removes a title from a list; false if it is not there. */
export const removeMark = async (
  db: Database,
  list: MarkList,
  account_id: number,
  { kind, entity_id }: MarkedTitle,
): Promise<boolean> =>
  (await db.run(sql`
    delete from ${raw(list)} where account_id = ${account_id} and kind = ${kind} and entity_id = ${entity_id}`)) === 1
