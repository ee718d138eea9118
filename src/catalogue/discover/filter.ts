import type { TProperties } from 'typebox'
import type { WordList } from '#src/contract/parameters.ts'
import { ApiError } from '#src/contract/statuses.ts'
import type { Reader } from '#src/database/database.ts'
import { empty, raw, type Sql, sql } from '#src/database/sql.ts'

export type TitleKind = 'movie' | 'series'

/** What one filter asks of titles, which queries call `t`. */
export type Condition = {
  /** What has to be true of a title. */
  holds: Sql
  /** The same for a title of the sample, where an index has only what belongs to these titles. */
  sampled?: Sql
  /**
   * `select … as id …`: from an index, the ids of the titles that fit, each at least once. Absent where no index finds
   * them: the condition leaves out few titles, or there are few of the kind.
   */
  found?: Sql
  /** Whether `found` comes in the order of ids, as indexes have them for a single value. */
  isInOrder?: boolean
  /** How many entries of its index a title has, where it is not about one. */
  entriesOfTitle?: number
  /** The hint that names the index of facts which begins with the column that the condition is about. */
  through?: Sql
}

/** A condition, and what checking it costs. */
export type Costed = Condition & { cost: keyof typeof costs }

/** What it costs to check a condition for one title: cheaper ones are checked first. */
export const costs = {
  /** A column of the index of facts, which is read anyway. */
  column: 1,
  /** One entry of an index. */
  entry: 2,
  /** Several entries. */
  entries: 3,
} as const

/** The values of a filter's parameters, as they were read. */
export type Asked = Readonly<Record<string, any>>
export type Looking = { db: Reader; of: TitleKind }

/** One row of the table of filters. */
export type Filter = {
  name: string
  /** The parameters of the operation that it reads. */
  parameters: TProperties
  /** The index that finds titles, if there is one. */
  index?: string
  cost: keyof typeof costs
  /** Nothing where the parameters do not ask for it. */
  conditions(asked: Asked, looking: Looking): readonly Condition[] | Promise<readonly Condition[]>
}

/** The name of a kind as part of a query, so that it fits the conditions of partial indexes. */
export const named = (of: string): Sql => raw(`'${of}'`)

/**
 * One title in so many is in the sample, which tells how common something is without looking at all. The remainder of
 * an id says nothing about the title. Migrations have both numbers.
 */
export const SAMPLE_SHARE = 128
export const inSample = (id: string): Sql => raw(`${id} % ${SAMPLE_SHARE} = 5`)

/** Rows of a table that belong to titles: the column of their ids, and the index that finds those of one title. */
type Rows = { table: string; alias: string; kind?: Sql; title?: string; through?: Sql }

/** The condition that a title has, or does not have, such a row. */
export function hasRow(
  { engine }: Reader,
  { table, alias, kind = raw('true'), title = 'entity_id', through = empty }: Rows,
  condition: Sql,
  isWanted = true,
): Pick<Condition, 'holds' | 'sampled'> {
  const [from, id] = [raw(`${table} ${alias}`), raw(`${alias}.${title}`)]
  const look = (index: Sql, part: Sql) => sql`${isWanted ? empty : raw('not')} exists (
    select 1 from ${from} ${index} where ${kind} and ${id} = t.id and ${part} and ${condition})`
  return {
    holds: look(through, raw('true')),
    sampled: look(engine.through(`${table}_sample`), inSample(`${alias}.${title}`)),
  }
}

/** Numbers among words; anything else is left out. */
export const numbersIn = (words: readonly string[]): number[] =>
  words.filter((word) => /^\d{1,15}$/.test(word)).map(Number)

/**
 * Most conditions of one search. PostgreSQL considers each of them together with all others: a hundred cost it seconds,
 * and two hundred more than a request may take.
 */
const maxConditions = 40

export function refuseMany({ length }: readonly unknown[]) {
  if (length > maxConditions) throw new ApiError('invalid_parameters')
}

/** Lists of values: one for each value that has to match, or one list of which any may match. */
export function groupsOf<Value>(list: WordList | undefined, read: (words: readonly string[]) => Value[]): Value[][] {
  const values = [...new Set(list ? read(list.words) : [])]
  if (values.length === 0) return []
  if (list?.isAny) return [values]
  refuseMany(values)
  return values.map((value) => [value])
}

/** Bounds of a column; `least` stands in if there is only an upper one, so that unknown values stay out. */
export type Bounds<Value> = { least?: Value | undefined; most?: Value | undefined }

export const within = <Value extends number | string>(column: Sql, { least, most }: Bounds<Value>): Sql => {
  const lower = least === undefined ? empty : sql`and ${column} >= ${least}`
  const upper = most === undefined ? empty : sql`and ${column} <= ${most}`
  return sql`true ${lower} ${upper}`
}

/** The titles with a column of their own table within bounds. */
export function range<Value extends number | string>(
  { db, of }: Looking,
  column: string,
  index: string,
  bounds: Bounds<Value>,
): Condition[] {
  if (bounds.least === undefined && bounds.most === undefined) return []
  const through = db.engine.through(`${of}_${index}`)
  const found = sql`select id from ${raw(of)} ${through} where ${within(raw(column), bounds)}`
  return [{ holds: within(raw(`t.${column}`), bounds), found, through }]
}

/** The same for one of several values: a column, or something made from one, in the table of an alias. */
export function oneOf(
  { db, of }: Looking,
  columnOf: (alias: string) => Sql,
  index: string,
  values: readonly (string | number)[],
): Condition {
  const holds = db.engine.anyOf(columnOf('t'), values)
  const through = db.engine.through(`${of}_${index}`)
  const found = sql`select id from ${raw(of)} ${through} where ${db.engine.anyOf(columnOf(of), values)}`
  return { holds, found, through, isInOrder: values.length === 1 }
}

/** The titles that do not fit a condition. Few are left out, so no index is asked for the others. */
export const without = ({ holds }: Condition): Condition => ({ holds: sql`not (${holds})` })

/** Titles that nothing can match. */
export const nothing: Condition = { holds: raw('false'), found: raw('select 0 as id where false') }

/** The parameters of all filters. */
export const parametersOf = (filters: readonly Filter[]): TProperties =>
  Object.assign({}, ...filters.map(({ parameters }) => parameters))
