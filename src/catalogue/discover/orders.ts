import { raw, type Sql, sql } from '#src/database/sql.ts'
import type { TitleKind } from './filter.ts'

/**
 * One row of the table of orders: what titles are sorted by, the index that has them in this order, and whether it has
 * the facts, too.
 */
type Order = { key: Sql; index: string; hasFacts: boolean }

const own = (column: string, index = `by_${column}`): Order => ({ key: raw(`t.${column}`), index, hasFacts: true })

/** Only so much of a title counts, as an index can hold. Migrations have this number, too. */
const CHARACTERS = 200
const text = (column: string): Order => ({
  key: raw(`substr(t.${column}, 1, ${CHARACTERS})`),
  index: `by_${column}`,
  hasFacts: false,
})

const shared = {
  popularity: own('popularity', 'by_rank'),
  vote_average: own('vote_average'),
  vote_count: own('vote_count'),
}

const orders = {
  movie: {
    ...shared,
    original_title: text('original_title'),
    primary_release_date: own('release_date', 'by_release_day'),
    // The older name.
    release_date: own('release_date', 'by_release_day'),
    revenue: own('revenue'),
    title: text('title'),
  },
  series: {
    ...shared,
    first_air_date: own('first_air_date', 'by_first_air_day'),
    name: text('name'),
    original_name: text('original_name'),
  },
} as const

const directions = ['desc', 'asc'] as const

const wordsOf = <Name extends string>(names: readonly Name[]) =>
  names.flatMap((name) => directions.map((direction) => `${name}.${direction}` as const))

const namesOf = <Of extends TitleKind>(of: Of) => Object.keys(orders[of]) as (keyof (typeof orders)[Of] & string)[]

/** What `sort_by` may be; the first one is the standard. */
export const movieOrders = wordsOf(namesOf('movie'))
export const seriesOrders = wordsOf(namesOf('series'))

/**
 * What titles are sorted by, with the id behind it, so that the order is total. One index has it in both directions.
 */
export function orderOf(
  of: TitleKind,
  sortBy: string,
): { key: Sql; order: (key: Sql, id: Sql) => Sql; index: string; hasFacts: boolean } {
  const [name = '', direction] = sortBy.split('.')
  const { key, index, hasFacts: isWide } = (orders[of] as Readonly<Record<string, Order>>)[name] ?? shared.popularity
  const isRising = direction === 'asc'
  // The index of popularity, which most lists use, has equal ones by rising ids.
  const hasIdsRising = key === shared.popularity.key ? !isRising : isRising
  const by = (column: Sql, rises: boolean) => sql`${column} ${raw(rises ? 'asc' : 'desc')}`
  const order = (column: Sql, id: Sql) => sql`${by(column, isRising)}, ${by(id, hasIdsRising)}`
  // Series are few: only their index of popularity has the facts.
  const hasFacts = isWide && (of === 'movie' || index === shared.popularity.index)
  const isDate = name.endsWith('_date')
  // A date that is not known is the last one in both directions.
  if (isDate && isRising) {
    const known = raw(`case when ${key.strings[0]} = '' then '9999' else ${key.strings[0]} end`)
    return { key: known, order, index: `${of}_${index.replace('by_', 'by_known_')}`, hasFacts: false }
  }
  return { key, order, index: `${of}_${index}`, hasFacts }
}

/** The order of cursors. */
export const byId = { key: raw('t.id'), order: (_key: Sql, id: Sql): Sql => id }
