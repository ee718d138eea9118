import { type Static, Type } from 'typebox'
import { presentIdOf } from '#src/catalogue/edits/gone/survivors.ts'
import { moviesById, seriesById } from '#src/catalogue/summaries/by-id.ts'
import type { MovieRow, SeriesRow } from '#src/catalogue/summaries/titles.ts'
import type { Language } from '#src/contract/languages.ts'
import { nullable } from '#src/contract/schema.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { countRows } from '#src/database/count-rows.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { empty, limit, raw, type Sql, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { noteAdditions } from './additions.ts'
import { isKeptBy } from './keeping.ts'
import type { ListOrder, UserList } from './lists.ts'

/** Items of a list: all of them can be read in pages of the interface. */
export const maxListItems = 10_000

export type ListedKind = 'movie' | 'series'
const Item = Type.Object({
  kind: Type.Unsafe<ListedKind>({ type: 'string', enum: ['movie', 'series'] }),
  entity_id: Type.Integer(),
})
export type ListItem = Static<typeof Item>

const ofItem = ({ kind, entity_id }: ListItem) => sql`kind = ${kind} and entity_id = ${entity_id}`

/** How many titles are on a list, of both kinds or of one. */
export const countItems = (db: Reader, list_id: number, kind?: ListedKind): Promise<number> =>
  countRows(db, sql`from list_item where list_id = ${list_id} ${kind === undefined ? empty : sql`and kind = ${kind}`}`)

export const hasItem = async (db: Reader, list_id: number, item: ListItem): Promise<boolean> =>
  (await db.one(Item, sql`select kind, entity_id from list_item where list_id = ${list_id} and ${ofItem(item)}`)) !==
  undefined

/** On how many lists of an account a title is. */
export const countListsWith = (db: Reader, account_id: number, { kind, entity_id }: ListItem): Promise<number> =>
  countRows(
    db,
    sql`from user_list l where ${isKeptBy(account_id)} and exists (select 1 from list_item i
      where i.list_id = l.id and i.kind = ${kind} and i.entity_id = ${entity_id})`,
  )

/** The title that an item names: the id of a merged one means its survivor. */
export async function itemMeant(db: Reader, { kind, entity_id }: ListItem): Promise<ListItem> {
  return { kind, entity_id: (await presentIdOf(db, kind, entity_id)) ?? entity_id }
}

/** Puts a title at the end of a list. Throws `not_found` for an unknown one, `duplicate_entry` and `list_full`. */
export async function addItem(
  tx: Database,
  list_id: number,
  item: ListItem,
  now: Date,
  added_by: number | null = null,
): Promise<void> {
  const { kind, entity_id } = item
  const record = await tx.one(Id, sql`select id from record where kind = ${kind} and id = ${entity_id}`)
  if (!record) throw new ApiError('not_found')
  if (await hasItem(tx, list_id, item)) throw new ApiError('duplicate_entry')
  if ((await countItems(tx, list_id)) >= maxListItems) throw new ApiError('list_full')
  await tx.run(sql`
    insert into list_item (list_id, kind, entity_id, position, created_at, added_by)
    select cast(${list_id} as integer), cast(${kind} as text), cast(${entity_id} as integer),
      coalesce((select max(position) from list_item where list_id = ${list_id}), 0) + 1,
      cast(${now.toISOString()} as text), cast(${added_by} as bigint)`)
  await noteAdditions(tx, list_id, [item])
}

const Appended = Type.Object({ ...Item.properties, place: Type.Integer(), created_at: Type.String() })

/**
 * Puts titles at the end of a list in their order, each added at its time; those that are there already stay where they
 * are. Returns for how many of them, from the first one on, the list had room.
 */
export async function addItems(
  tx: Database,
  list_id: number,
  items: readonly (ListItem & { created_at: string })[],
): Promise<number> {
  const fitting = items.slice(0, Math.max(0, maxListItems - (await countItems(tx, list_id))))
  const rows = fitting.map((item, place) => ({ ...item, place: place + 1 }))
  const added = await tx.all(
    Item,
    sql`
    insert into list_item (list_id, kind, entity_id, position, created_at)
    select cast(${list_id} as integer), r.kind, r.id,
      coalesce((select max(position) from list_item where list_id = ${list_id}), 0) + g.place, g.created_at
    from ${tx.engine.rows(Appended, rows)} as g join record r on r.kind = g.kind and r.id = g.entity_id
    where true on conflict do nothing returning kind, entity_id`,
  )
  await noteAdditions(tx, list_id, added)
  return fitting.length
}

/** False if it was not there. */
export const removeItem = async (tx: Database, list_id: number, item: ListItem): Promise<boolean> =>
  (await tx.run(sql`delete from list_item where list_id = ${list_id} and ${ofItem(item)}`)) > 0

const Place = Type.Object({ position: Type.Integer() })

/**
 * Moves an item to another place, counted from 1; a place behind the end is the last one. Those between its two places
 * make room.
 */
export async function moveItem(tx: Database, list_id: number, item: ListItem, place: number): Promise<boolean> {
  const [own, others] = await Promise.all([
    tx.one(Place, sql`select position from list_item where list_id = ${list_id} and ${ofItem(item)}`),
    tx.all(
      Place,
      sql`select position from list_item where list_id = ${list_id} and not (${ofItem(item)})
        order by position, kind, entity_id ${limit(1)} offset ${Math.max(0, place - 1)}`,
    ),
  ])
  if (!own) return false
  const [next] = others
  if (!next) {
    const end = sql`(select max(position) from list_item where list_id = ${list_id})`
    await tx.run(sql`update list_item set position = ${end} + 1 where list_id = ${list_id} and ${ofItem(item)}`)
    return true
  }
  await tx.run(sql`
    update list_item set position = position + 1 where list_id = ${list_id} and position >= ${next.position}`)
  await tx.run(sql`
    update list_item set position = ${next.position} where list_id = ${list_id} and ${ofItem(item)}`)
  return true
}

/** What an order compares, and the join that it needs. Among equals the order by hand decides. */
const orders: Readonly<Record<ListOrder, { by: Sql; isOfTitle?: true }>> = {
  'position.asc': { by: raw('i.position, i.kind, i.entity_id') },
  'created_at.desc': { by: raw('i.created_at desc, i.position desc, i.kind desc, i.entity_id desc') },
  'created_at.asc': { by: raw('i.created_at, i.position, i.kind, i.entity_id') },
  ...Object.fromEntries(
    (['desc', 'asc'] as const).flatMap((direction) => {
      const date = raw(`coalesce(m.release_date, s.first_air_date) ${direction}, i.position, i.kind, i.entity_id`)
      const votes = raw(`coalesce(m.vote_average, s.vote_average) ${direction}, i.position, i.kind, i.entity_id`)
      return [
        [`release_date.${direction}`, { by: date, isOfTitle: true }],
        [`vote_average.${direction}`, { by: votes, isOfTitle: true }],
      ]
    }),
  ),
} as Record<ListOrder, { by: Sql; isOfTitle?: true }>

const titles = sql`left join movie m on i.kind = 'movie' and m.id = i.entity_id
  left join series s on i.kind = 'series' and s.id = i.entity_id`

/** A title on a list, since when it is there, and who added it, if that is known. */
export type ItemRow = (Static<typeof MovieRow> | Static<typeof SeriesRow>) & {
  added_at: string
  added_by: number | null
}
const Added = Type.Object({
  ...Item.properties,
  created_at: Type.String(),
  added_by: nullable(Type.Integer()),
})

/** Some items of a list in an order, of both kinds or of one, as rows with their texts in a language. */
export async function itemsOf(
  db: Reader,
  { id, sort_by }: Pick<UserList, 'id' | 'sort_by'>,
  language: Language,
  { first, most, kind }: { first: number; most: number; kind?: ListedKind | undefined },
): Promise<ItemRow[]> {
  const { by, isOfTitle } = orders[sort_by]
  const ofKind = kind === undefined ? empty : sql`and i.kind = ${kind}`
  const items = await db.all(
    Added,
    sql`
    select i.kind, i.entity_id, i.created_at, i.added_by from list_item i ${isOfTitle ? titles : raw('')}
    where i.list_id = ${id} ${ofKind} order by ${by} ${limit(most)} offset ${first}`,
  )
  const idsOf = (of: ListedKind) => items.filter((item) => item.kind === of).map(({ entity_id }) => entity_id)
  const [movies, series] = await Promise.all([
    moviesById(db, idsOf('movie'), language),
    seriesById(db, idsOf('series'), language),
  ])
  const rows = new Map<string, Omit<ItemRow, 'added_at' | 'added_by'>>([
    ...movies.map((row) => [`movie ${row.id}`, row] as const),
    ...series.map((row) => [`series ${row.id}`, row] as const),
  ])
  return items.flatMap(({ kind, entity_id, created_at, added_by }) => {
    const row = rows.get(`${kind} ${entity_id}`)
    return row ? ({ ...row, added_at: created_at, added_by } as ItemRow) : []
  })
}
