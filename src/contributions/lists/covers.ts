import { Type } from 'typebox'
import type { Reader } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import type { ListedKind } from './items.ts'

const Cover = Type.Object({ id: Type.Integer(), item: Type.Union([Type.String(), Type.Null()]) })

/** The title whose poster stands for a list. */
export type CoverTitle = { kind: ListedKind; id: number }

/** The titles that stand for some lists, by the ids of those that are not empty: the chosen one, or else the first. */
export async function coversOfLists(db: Reader, ids: readonly number[]): Promise<Map<number, CoverTitle>> {
  const item = sql`select i.kind || ' ' || i.entity_id from list_item i where i.list_id = l.id`
  const rows = await db.all(
    Cover,
    sql`
    select l.id, coalesce(
      (${item} and i.kind = l.cover_kind and i.entity_id = l.cover_id),
      (${item} order by i.position, i.kind, i.entity_id limit 1)) as item
    from user_list l where ${db.engine.anyOf(raw('l.id'), ids)}`,
  )
  return new Map(
    rows.flatMap((row) => {
      const [kind, id] = row.item?.split(' ') ?? []
      return id === undefined ? [] : [[row.id, { kind: kind as ListedKind, id: Number(id) }] as const]
    }),
  )
}
