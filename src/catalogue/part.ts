import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import type { Tag } from '#src/contract/cache-tags.ts'
import type { Context } from '#src/contract/operation.ts'
import type { Language } from '#src/contract/parameters.ts'
import type { Reader } from '#src/database/database.ts'
import { raw, type Sql, sql } from '#src/database/sql.ts'
import { Id, quoted } from '#src/database/table.ts'
import { type Kind, kind, kindNames, type PartName, type PathParameters } from './kinds.ts'
import type { RecordKind } from './record-kinds.ts'
import type { Vocabulary } from './vocabularies.ts'

/** The fields of a part's reply besides `id`, by the kind of its record. */
type Replies = Readonly<Partial<Record<Kind, TProperties>>>

/** Something a record has: its images, videos, translations, … One part serves every kind of record that has it. */
export type Part<
  Name extends PartName = PartName,
  Query extends TProperties = TProperties,
  Reply extends Replies = Replies,
> = {
  /** Its path below the record's, its name in append_to_response, and the name of its object there. */
  name: Name
  summary: string
  /** The parameters of its operation. */
  query?: TObject<Query>
  /** Whether the operation of a kind has these parameters; if it is left out, that of every kind has. */
  hasQuery?(kind: Kind): boolean
  reply: Reply
  /** Its replies link to the site that was asked. */
  dependsOnSite?: true
  /** Its replies have no `id` of the record, as those of other parts have. */
  hasNoId?: true
  /** Its replies show what people here rated the record. */
  showsRatings?: true
  /** It may take over 5 ms; it reads from `db.wide` itself, because appended it is part of other replies. */
  isWide?: true
  load(context: PartContext<Static<TObject<Query>>>, kind: Kind, id: number): Promise<Loaded<Reply>>
  /** How its entries are stored, imported and exported; absent if the reply is computed from other facts. */
  store?: Store
}

/** What a part loads: the reply of one of its kinds. */
export type Loaded<Reply extends Replies> = {
  [Of in keyof Reply]-?: FieldsOf<NonNullable<Reply[Of]>>
}[keyof Reply]
type FieldsOf<Properties extends TProperties> = { [Name in keyof Properties]: Static<Properties[Name]> }

/** What a part is loaded with; `query` is what its own `query` schema reads from the request. */
export type PartContext<Query> = Pick<Context, 'db' | 'now' | 'site'> & { query: Query }

/** What is read with texts in the language of the request. */
export type LanguageContext = PartContext<{ language: Language }>

type WithStore<Declared, Stored> = Omit<Declared, 'store'> & { store: Stored }

/** Declares a part, so that its query, its replies and its store are typed as they are declared. */
export function part<
  Name extends PartName,
  Reply extends Replies,
  Stored extends Store,
  Query extends TProperties = Record<never, never>,
>(declared: WithStore<Part<Name, Query, Reply>, Stored>): WithStore<Part<Name, Query, Reply>, Stored>
export function part<Name extends PartName, Reply extends Replies, Query extends TProperties = Record<never, never>>(
  declared: Part<Name, Query, Reply>,
): Part<Name, Query, Reply>
export function part(declared: Part): Part {
  return declared
}

/** The reply of a part that is the same for all kinds. */
export const alike = <Properties extends TProperties>(reply: Properties) =>
  byKind<Record<Kind, Properties>>(() => reply)

/** The reply of a part whose fields follow from the table of kinds. */
export const byKind = <Reply extends Record<Kind, TProperties>>(replyOf: (of: Kind) => TProperties) =>
  Object.fromEntries(kindNames.map((name) => [name, replyOf(name)])) as Reply

/** The parameters of a part of a kind. */
export const queryOf = ({ query, hasQuery }: Part, of: Kind): TObject | undefined =>
  hasQuery === undefined || hasQuery(of) ? query : undefined

/** The fields of the reply of a part of a kind. */
export function replyOf({ name, reply }: Part, of: Kind): TProperties {
  const found = reply[of]
  if (!found) throw new Error(`src/catalogue/kinds.ts: ${of} has ${name}, whose reply is not declared for it`)
  return found
}

/** A stored entry of a part: its columns without `kind`, `entity_id` and `source_id`. */
export type Entry = Record<string, unknown>

/** What one line, or one person, states about a part. */
export type PartStatement = {
  entries: (Entry & { source_id?: string })[]
  /** The list is complete: other entries of the same source are removed. */
  isComplete: boolean
  /** Which entries a complete list is about, if not all of them: the others stay. */
  isAbout?: (entry: Entry) => boolean
}

/** A word of a vocabulary: its id and its fields. */
type Word = { id: number; values: Readonly<Record<string, unknown>> }

/** A table of entries, keyed by `(kind, entity_id, …key)`. */
export type Store = {
  table: string
  /** Columns that tell the entries of one record apart. */
  key: readonly string[]
  columns: TProperties
  /** What may be stated in the columns of an entry, and in further ones that only `prepare` reads. */
  entry(kind: Kind): TObject
  /** Order of the entries in replies and exports; it is total. */
  order: Sql
  /** The keys of its changes in the change log. */
  changeKeys: readonly string[]
  /** Which of them an entry has; absent: there is only one. */
  changeKey?(entry: Entry): string
  /** Columns that only say where an entry is among the others: another place is no change. */
  placeColumns?: readonly string[]
  /**
   * What entries say, whatever their keys: when two records are merged, one of two that say the same stays. By default
   * that is their key.
   */
  likeness?(entry: Entry): string
  /** The column that decides which of two such entries is newer and stays; by default the survivor's stays. */
  newer?: string
  /** The columns of an entry that name episodes otherwise than by `references`, with other ids. */
  episodes?(entry: Entry, idOf: (id: number) => number): Entry
  /** The tag of replies that show entries found without their record. */
  tag?: Tag
  /** Columns that refer to records; an entry whose target does not exist is dropped. */
  references?: Readonly<Record<string, RecordKind>>
  /** The column that names an account; an edit is refused if there is no such account. */
  account?: string
  /** The properties of a line that it reads, with their schemas: those of `entry`, in the form of replies. */
  lines(kind: Kind): Record<string, TSchema>
  /**
   * Reads a line whose properties fit `lines`; undefined if the line does not mention this part. Entries may have more
   * than the stored columns, for `newWords` and `prepare`.
   */
  read(line: Record<string, any>, kind: Kind, id: number): PartStatement | undefined
  /**
   * The properties of an export line, from entries in `order`; the inverse of `read`. `line` has those of the parts
   * before it, for entries inside others.
   */
  write(
    entries: (Entry & { source?: string })[],
    kind: Kind,
    line: Readonly<Record<string, unknown>>,
  ): Record<string, unknown>
  /** Adds to stored entries what `write` needs from other tables (the authors of reviews). */
  describe?(db: Reader, entries: readonly Entry[]): Promise<void>
  /** Whether what an entry refers to is created if it does not exist. */
  brings?(entry: Entry): boolean
  /**
   * The word that comes with an entry of a line, for a column that refers to one. If there is none with this id, it is
   * created; otherwise it stays as it is.
   */
  newWords?: { vocabulary: Vocabulary; read(entry: Entry): Word | undefined }
  /**
   * Creates what comes with the entries of a line besides records (accounts of reviewers), and fills in the columns
   * that refer to it. It runs before the entries are compared with the stored ones.
   */
  prepare?(db: Reader, entries: (Entry & { source_id: string })[], now: Date): Promise<void>
}

/** The key of a change of an entry. */
export const changeKeyOf = (store: Store, entry: Entry): string =>
  store.changeKey?.(entry) ?? (store.changeKeys[0] as string)

/** The id of the record that a path names; undefined if it does not exist. */
export const findRecord = async (db: Reader, name: Kind, params: PathParameters): Promise<number | undefined> =>
  (await db.one(Id, kind(name).idOf(params)))?.id

/** The same, but an id in the path is not looked up: the code that loads the record sees whether it exists. */
export function idInPath(db: Reader, name: Kind, params: PathParameters): Promise<number | undefined> | number {
  const [id, ...others] = Object.values(params)
  return typeof id === 'number' && others.length === 0 ? id : findRecord(db, name, params)
}

/** Entries of a part for several records of a kind, in the order of the store, each with its source. */
export async function entriesOf(db: Reader, store: Store, of: RecordKind, ids: readonly number[]) {
  const row = Type.Object({ entity_id: Type.Integer(), ...store.columns, source_id: Type.String() })
  const rows = await db.all(
    row,
    sql`
    select entity_id, ${names(store.columns)}, source_id from ${raw(store.table)}
    where kind = ${of} and ${db.engine.anyOf(raw('entity_id'), ids)} order by entity_id, ${store.order}`,
  )
  return rows as (Entry & { entity_id: number; source_id: string })[]
}

/** Whether a record has an entry with this id, in a part whose entries have ids. */
export const hasEntry = async (db: Reader, { table }: Pick<Store, 'table'>, of: Kind, id: number, entry: string) =>
  (await db.one(
    Id,
    sql`select entity_id as id from ${raw(table)} where kind = ${of} and entity_id = ${id} and id = ${entry}`,
  )) !== undefined

/** Entries of one record that meet `condition`, for replies. */
export async function entriesOfOne<Columns extends TProperties>(
  db: Reader,
  store: { table: string; order: Sql; columns: Columns },
  of: Kind,
  id: number,
  condition: Sql = sql`true`,
): Promise<Static<TObject<Columns>>[]> {
  const rows = await db.all(
    rowOf(store.columns),
    sql`
    select ${names(store.columns)} from ${raw(store.table)}
    where kind = ${of} and entity_id = ${id} and ${condition} order by ${store.order}`,
  )
  return rows as Static<TObject<Columns>>[]
}

const rows = new WeakMap<TProperties, TObject>()

/** The schema of rows with these columns, made once: engines cache what they know about a schema by its identity. */
function rowOf(columns: TProperties): TObject {
  let row = rows.get(columns)
  if (!row) {
    row = Type.Object(columns)
    rows.set(columns, row)
  }
  return row
}

const listsOfNames = new WeakMap<TProperties, Sql>()

/** Column names as a list in a query, made once; all are quoted, because some are keywords of SQL. */
export function names(columns: TProperties): Sql {
  let list = listsOfNames.get(columns)
  if (!list) {
    list = raw(quoted(Object.keys(columns)))
    listsOfNames.set(columns, list)
  }
  return list
}
