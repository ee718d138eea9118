import { Type } from 'typebox'
import { pageSize } from '#src/contract/paging.ts'
import type { Database } from '#src/database/database.ts'
import { join, limit, raw, type Sql, sql } from '#src/database/sql.ts'
import { maxListRows } from '../summaries/list-query.ts'
import { type Asked, type Condition, costs, type Filter, type TitleKind } from './filter.ts'
import { movieFilters } from './movie-filters.ts'
import { orderOf } from './orders.ts'
import { seriesFilters } from './series-filters.ts'

/** Which titles are asked for, in which order. */
export type Search = { of: TitleKind; asked: Asked; limits?: Limits }

/** The ids of a page, and how many there are on all pages. */
export type Found = { ids: number[]; total: number }

const filtersOf: Readonly<Record<TitleKind, readonly Filter[]>> = { movie: movieFilters, series: seriesFilters }

/**
 * One title in so many is in the sample, an index that tells how common something is without looking at all. The
 * remainder of an id says nothing about the title. Migrations have both numbers. A part of the sample is looked at
 * first: of what most titles have it tells enough.
 */
const SAMPLE_SHARE = 128
const PART_SHARE = 4 * SAMPLE_SHARE
const inSample = raw(`t.id % ${SAMPLE_SHARE} = 5`)
const inPart = raw(`t.id % ${PART_SHARE} = 5`)
/** As many titles in the part are more than 10,000 for certain, as the part is smaller. */
const PART_CERTAINTY = 2.5

/** The conditions of a request that names a single filter: adult ones and videos are left out, too. */
const standardConditions = 3

/** From which numbers on it is done in another way. Tests have others, so that a small catalogue takes every way. */
export type Limits = {
  /** Entries of an index that are looked at one by one without asking the sample. */
  few: number
  /** Titles, as the sample has it, that are more than 10,000 for certain: then their number is an estimate. */
  certain: number
  /** Entries of the index that finds fewest titles; beyond, it is faster to look at the facts of all titles. */
  most: number
}
const standardLimits: Limits = {
  few: maxListRows,
  // The sample shows 125 of 16,000 titles. It shows 78 of 10,000, and hardly ever, once in a million times, 125.
  certain: 1.6 * maxListRows,
  most: 250_000,
}

/** What is asked of titles, the cheapest to look at first. */
async function conditionsOf(db: Database, { of, asked }: Search): Promise<Condition[]> {
  const byCost = [...filtersOf[of]].sort((one, other) => costs[one.cost] - costs[other.cost])
  const conditions = await Promise.all(byCost.map((filter) => filter.conditions(asked, { db, of })))
  return conditions.flat()
}

const all = (conditions: readonly Condition[]): Sql =>
  conditions.length === 0
    ? raw('true')
    : join(
        conditions.map(({ holds }) => holds),
        ' and ',
      )

const Counted = Type.Object({ place: Type.Integer(), entries: Type.Integer() })

/** The condition whose index has fewest entries, counted up to `most` of each; undefined if none has an index. */
async function rarestOf(db: Database, found: readonly Sql[], most: number) {
  if (found.length === 0) return undefined
  const counts = found.map(
    (query, place) => sql`select ${raw(String(place))} as place,
      (select count(*) from (select 1 from (${query}) as found ${limit(most + 1)}) as counted) as entries`,
  )
  const rows = await db.all(Counted, join(counts, ' union all '))
  const [rarest] = rows.sort((one, other) => one.entries - other.entries || one.place - other.place)
  return rarest && { found: found[rarest.place] as Sql, entries: rarest.entries }
}

const Hits = Type.Object({ hits: Type.Integer() })

/** About how many titles fit, from the sample, or from a part of it where that tells enough. */
async function estimate(db: Database, of: TitleKind, conditions: readonly Condition[], certain: number) {
  const hitsIn = async (which: Sql) => {
    const row = await db.one(
      Hits,
      sql`select count(*) as hits from ${raw(of)} t ${db.engine.through(`${of}_sample`)}
        where ${which} and ${all(conditions)}`,
    )
    return row?.hits ?? 0
  }
  const inTheFirst = (await hitsIn(sql`${inSample} and ${inPart}`)) * PART_SHARE
  return inTheFirst >= PART_CERTAINTY * certain ? inTheFirst : (await hitsIn(inSample)) * SAMPLE_SHARE
}

const Page = Type.Object({ total: Type.Integer(), ids: Type.Array(Type.Integer()) })

/** Looks at every title that an index finds, or at all of them, and sorts those that fit. */
async function collect(
  db: Database,
  search: Search,
  conditions: readonly Condition[],
  found: Sql | undefined,
  rows: Sql,
) {
  const { of, asked } = search
  const { key, order } = orderOf(of, String(asked.sort_by))
  const facts = sql`${raw(of)} t ${db.engine.through(`${of}_facts`)}`
  const candidates = found
    ? sql`(select distinct id from (${found}) as entries) as c cross join ${facts} where t.id = c.id and`
    : sql`${facts} where`
  const shown = sql`select id as value from matched order by ${order(raw('sorted'), raw('id'))} ${rows}`
  const page = await db.one(
    Page,
    sql`
    with matched as materialized (select t.id, ${key} as sorted from ${candidates} ${all(conditions)})
    select (select count(*) from matched) as total,
      ${db.engine.list(shown)} as ids`,
  )
  return page ?? { ids: [], total: 0 }
}

const Id = Type.Object({ id: Type.Integer() })

/** Looks at titles in the order of an index until the page is full. */
async function walk(db: Database, { of, asked }: Search, conditions: readonly Condition[], rows: Sql) {
  const { key, order, index } = orderOf(of, String(asked.sort_by))
  const found = await db.all(
    Id,
    sql`select t.id from ${raw(of)} t ${db.engine.through(index)} where ${all(conditions)}
      order by ${order(key, raw('t.id'))} ${rows}`,
  )
  return found.map(({ id }) => id)
}

/**
 * A page of the titles that fit. What few titles have is looked up in its index, and those that fit are sorted and
 * counted. Where every filter is common, the sample tells whether more titles fit than can be reached: then the number
 * is an estimate, and a walk over the order's index soon fills the page. If not, they are counted after all.
 */
export async function discover(db: Database, search: Search, page: number, size = pageSize): Promise<Found> {
  const { of, limits = standardLimits } = search
  const conditions = await conditionsOf(db, search)
  const rows = sql`${limit(size)} offset ${size * (page - 1)}`
  const found = conditions.flatMap((condition) => condition.found ?? [])
  const rare = await rarestOf(db, found, limits.few)
  if (rare && rare.entries <= limits.few) return collect(db, search, conditions, rare.found, rows)
  const about = await estimate(db, of, conditions, limits.certain)
  if (about >= limits.certain) return { ids: await walk(db, search, conditions, rows), total: about }
  // A filter that stands alone finds no more than fit.
  if (rare && found.length === 1 && conditions.length <= standardConditions) {
    return collect(db, search, conditions, rare.found, rows)
  }
  const rarest = await rarestOf(db, found, limits.most)
  const isWorthwhile = rarest !== undefined && rarest.entries <= limits.most
  return collect(db, search, conditions, isWorthwhile ? rarest.found : undefined, rows)
}
