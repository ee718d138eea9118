import { type Static, Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import type { Reader } from '#src/database/database.ts'
import { empty, join, limit, type Sql, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import type { RecordKind } from '../record-kinds.ts'
import type { UndoScope } from './undo/scope.ts'

/** Edits that one look at filtered edits passes: earlier ones are on the next page, even if this one has few. */
export const maxEditsLookedAt = 250
/** The first changes of an edit, in which filters look for something. */
const maxChangesLookedAt = 100
/** The first changes of each edit in a list of edits. */
export const maxChangesShown = 6

const editColumns = {
  id: Type.Integer(),
  at: Type.String(),
  account_id: nullable(Type.Integer()),
  username: nullable(Type.String()),
  source_id: Type.String(),
  note: Type.String(),
  source_url: Type.String(),
  undoes: Type.Unsafe<UndoScope | null>(Type.Unknown()),
}
const EditRow = Type.Object(editColumns)
/** Who edited what, when, why, and where the facts come from; and what an edit undoes, if it is an undo. */
export type LoggedEdit = Static<typeof EditRow>
const edit = sql`e.id, e.at, e.account_id, a.username, e.source_id, e.note, e.source_url, e.undoes`
const author = sql`left join account a on a.id = e.account_id`

const ChangeRow = Type.Object({
  seq: Type.Integer(),
  edit_id: Type.Integer(),
  kind: Type.Unsafe<RecordKind>(Type.String()),
  entity_id: Type.Integer(),
  key: Type.String(),
  place: Type.String(),
  action: Type.String(),
  iso_639_1: Type.String(),
  iso_3166_1: Type.String(),
  original_value: Type.Unknown(),
  value: Type.Unknown(),
  same_value: Type.Boolean(),
  original_source: nullable(Type.String()),
})
/** A change as a history shows it; `original_source` is the source of the value that it replaced. */
export type ChangeInHistory = Static<typeof ChangeRow>
/** Snapshots of deleted records stay in the database, and what a review said is shown with the review only. */
const change = sql`
  c.seq, c.edit_id, c.kind, c.entity_id, c.key, c.place, c.action, c.iso_639_1, c.iso_3166_1, c.original_value,
  c.value, c.same_value, c.replaced ->> 'source_id' as original_source`

/** An edit with changes: all of one record, or the first ones. */
export type EditWithChanges = LoggedEdit & { changes: ChangeInHistory[] }

const isReview = ({ place }: ChangeInHistory) => place.startsWith('reviews [')
const onlyId = (value: unknown) => (value === null ? null : { id: (value as { id: string }).id })

/** Reviews are shown where they stand; of one that is gone the history knows only that there was one. */
const shown = (found: ChangeInHistory): ChangeInHistory =>
  isReview(found) ? { ...found, original_value: onlyId(found.original_value), value: onlyId(found.value) } : found

/** What seasons and episodes leave on their parents is shown with the season or the episode. */
const isOwn = sql`(c.place <> '' or c.action in ('created', 'destroyed') or c.key not in ('season', 'episode'))`

/** An edit; undefined if there is none. */
export const findEdit = (db: Reader, id: number): Promise<LoggedEdit | undefined> =>
  db.one(EditRow, sql`select ${edit} from edit e ${author} where e.id = ${id}`)

/** The changes of an edit after one of them, in order. */
export async function changesOfEdit(db: Reader, id: number, after: number, most: number): Promise<ChangeInHistory[]> {
  const found = await db.all(
    ChangeRow,
    sql`
    select ${change} from change c where c.edit_id = ${id} and c.seq > ${after} and ${isOwn}
    order by c.seq ${limit(most)}`,
  )
  return found.map(shown)
}

/** The changes of a record before one of them, the latest first, each with its edit. */
export async function historyOf(
  db: Reader,
  of: RecordKind,
  id: number,
  before: number | undefined,
  most: number,
): Promise<EditWithChanges[]> {
  const changes = await db.all(
    ChangeRow,
    sql`
    select ${change} from change c
    where c.kind = ${of} and c.entity_id = ${id} and c.seq < ${before ?? Number.MAX_SAFE_INTEGER} and ${isOwn}
    order by c.seq desc ${limit(most)}`,
  )
  const edits = await editsWith(db, [...new Set(changes.map(({ edit_id }) => edit_id))])
  const byEdit = Map.groupBy(changes.map(shown), ({ edit_id }) => edit_id)
  return [...byEdit].map(([edit_id, changes]) => ({ ...(edits.get(edit_id) as LoggedEdit), changes }))
}

async function editsWith(db: Reader, ids: readonly number[]): Promise<Map<number, LoggedEdit>> {
  const rows = await db.all(EditRow, sql`select ${edit} from edit e ${author} where ${db.engine.anyOf(sql`e.id`, ids)}`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Which edits are looked for. */
export type EditFilter = {
  account_id?: number | undefined
  source_id?: string | undefined
  kind?: RecordKind | undefined
  /** Of a text. */
  iso_639_1?: string | undefined
  /** A field, or what the change log calls a part. */
  key?: string | undefined
}

type EditPage = {
  edits: EditWithChanges[]
  /** Where the next page begins: before this edit; null at the end. */
  next_before: number | null
}

const Place = Type.Object({ id: Type.Integer(), fits: Type.Boolean() })

/** Edits before one of them, the latest first, with their first changes. */
export async function recentEdits(
  db: Reader,
  filter: EditFilter,
  before: number | undefined,
  most: number,
): Promise<EditPage> {
  const { account_id, source_id, kind, iso_639_1, key } = filter
  const looksInside = kind !== undefined || iso_639_1 !== undefined || key !== undefined
  const looked = looksInside ? maxEditsLookedAt : most
  const rows = await db.all(
    Place,
    sql`
    select e.id, ${looksInside ? hasChange({ kind, iso_639_1, key }) : sql`true`} as fits from (
      select id from edit
      where id < ${before ?? Number.MAX_SAFE_INTEGER}
        ${account_id === undefined ? empty : sql`and account_id = ${account_id}`}
        ${source_id === undefined ? empty : sql`and source_id = ${source_id}`}
      order by id desc ${limit(looked)}
    ) as e order by e.id desc`,
  )
  const fitting = rows.filter(({ fits }) => fits).slice(0, most)
  const isFull = fitting.length === most
  const last = isFull ? fitting.at(-1)?.id : rows.at(-1)?.id
  const hasMore = isFull || rows.length === looked
  const ids = fitting.map(({ id }) => id)
  const [edits, changes] = [await editsWith(db, ids), await firstChanges(db, ids)]
  return {
    edits: ids.map((id) => ({ ...(edits.get(id) as LoggedEdit), changes: changes.get(id) ?? [] })),
    next_before: hasMore && last !== undefined ? last : null,
  }
}

const hasChange = ({ kind, iso_639_1, key }: EditFilter): Sql => sql`
  exists (
    select 1 from (
      select kind, iso_639_1, key from change where edit_id = e.id order by seq ${limit(maxChangesLookedAt)}
    ) as c
    where ${kind === undefined ? sql`true` : sql`c.kind = ${kind}`}
      and ${iso_639_1 === undefined ? sql`true` : sql`c.iso_639_1 = ${iso_639_1}`}
      and ${key === undefined ? sql`true` : sql`c.key = ${key}`})`

/** The first changes of several edits. */
async function firstChanges(db: Reader, ids: readonly number[]): Promise<Map<number, ChangeInHistory[]>> {
  if (ids.length === 0) return new Map()
  const each = ids.map(
    (id) => sql`
    select * from (
      select ${change} from change c where c.edit_id = ${id} and ${isOwn} order by c.seq ${limit(maxChangesShown)}
    ) as changes`,
  )
  const found = await db.all(ChangeRow, join(each, ' union all '))
  return Map.groupBy(found.map(shown), ({ edit_id }) => edit_id)
}

/** The number of the last edit; 0 if there is none. */
export const lastEdit = async (db: Reader): Promise<number> =>
  (await db.one(Id, sql`select coalesce(max(id), 0) as id from edit`))?.id ?? 0

/** The latest edits among which those of people are counted: further ones are not read. */
const maxEditsCounted = 20_000

const Work = Type.Object({ edits: Type.Integer(), people: Type.Integer() })

/** How many edits people have made since some time, and how many people; those of imports do not count. */
export async function workSince(db: Reader, since: string): Promise<Static<typeof Work>> {
  const found = await db.one(
    Work,
    sql`
    select count(*) as edits, count(distinct account_id) as people
    from (select account_id, at from edit order by id desc ${limit(maxEditsCounted)}) as latest
    where account_id is not null and at >= ${since}`,
  )
  return found ?? { edits: 0, people: 0 }
}
