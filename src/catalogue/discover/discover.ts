import { Type } from 'typebox'
import type { Place } from '#src/contract/cursors.ts'
import { pageOf, pageSize } from '#src/contract/paging.ts'
import type { Database } from '#src/database/database.ts'
import { empty, join, limit, raw, type Sql, sql } from '#src/database/sql.ts'
import { maxListRows } from '../summaries/list-query.ts'
import { type Asked, type Condition, type Costed, costs, type Filter, type TitleKind } from './filter.ts'
import { movieFilters } from './movie-filters.ts'
import { byId, orderOf } from './orders.ts'
import { candidatesOf, type Plan, type Prices, planOf, type Shares, standardPrices } from './plan.ts'
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

/** From which numbers on it is done in another way. Tests have others, so that a small catalogue takes every way. */
export type Limits = {
  /** Entries of an index that are looked at one by one without asking the sample. */
  few: number
  /** Titles, as the sample has it, that are more than 10,000 for certain: then their number is an estimate. */
  certain: number
  /** Microseconds, by the prices of a plan, that a walk may take where collecting all titles that fit takes less. */
  walk: number
  /** Microseconds of a plan beyond which the whole sample is asked first. */
  sample: number
  prices: Prices
}
const standardLimits: Limits = {
  few: maxListRows,
  // The sample shows 125 of 16,000 titles. It shows 78 of 10,000, and hardly ever, once in a million times, 125.
  certain: 1.6 * maxListRows,
  walk: 20_000,
  sample: 40_000,
  prices: standardPrices,
}

/** What is asked of titles, the cheapest to look at first. */
async function conditionsOf(db: Database, { of, asked }: Search): Promise<Costed[]> {
  const byCost = [...filtersOf[of]].sort((one, other) => costs[one.cost] - costs[other.cost])
  const conditions = await Promise.all(
    byCost.map(async (filter) =>
      (await filter.conditions(asked, { db, of })).map((condition) => ({ ...condition, cost: filter.cost })),
    ),
  )
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
async function rarestOf(db: Database, conditions: readonly Costed[], most: number) {
  const indexed = conditions.filter(({ found }) => found !== undefined)
  if (indexed.length === 0) return undefined
  const counts = indexed.map(
    ({ found }, place) => sql`select ${raw(String(place))} as place,
      (select count(*) from (select 1 from (${found as Sql}) as found ${limit(most + 1)}) as counted) as entries`,
  )
  const rows = await db.all(Counted, join(counts, ' union all '))
  const [rarest] = rows.sort((one, other) => one.entries - other.entries || one.place - other.place)
  const condition = indexed[rarest?.place ?? 0] as Costed
  if (!rarest || rarest.entries > most) return undefined
  return { sources: [condition.found as Sql], left: conditions.filter((other) => other !== condition) }
}

const Hits = Type.Object({ hits: Type.Integer() })

/** About how many titles fit, from the whole sample. */
async function estimate(db: Database, of: TitleKind, conditions: readonly Condition[]): Promise<number> {
  const row = await db.one(
    Hits,
    sql`select count(*) as hits from ${raw(of)} t ${db.engine.through(`${of}_sample`)}
      where ${inSample} and ${all(conditions)}`,
  )
  return (row?.hits ?? 0) * SAMPLE_SHARE
}

const nameOf = (place: number) => `fits_${place}`

/**
 * About how many titles fit, and which share of titles fits each condition by itself, from a part of the sample. One
 * that none fits counts as half.
 */
async function sharesOf(db: Database, of: TitleKind, conditions: readonly Condition[]): Promise<Shares> {
  const Row = Type.Object({
    titles: Type.Integer(),
    hits: Type.Integer(),
    ...Object.fromEntries(conditions.map((_, place) => [nameOf(place), Type.Integer()])),
  })
  const names = conditions.map((_, place) => raw(nameOf(place)))
  const looked = conditions.map(({ holds }, place) => sql`, ${holds} as ${names[place]}`)
  const counts = names.map((name) => sql`, count(*) filter (where ${name}) as ${name}`)
  const together = names.length === 0 ? raw('true') : join(names, ' and ')
  const row = (await db.one(
    Row,
    sql`
    with looked as materialized (
      select t.id ${join(looked, ' ')} from ${raw(of)} t ${db.engine.through(`${of}_sample`)}
      where ${inSample} and ${inPart}
    )
    select count(*) as titles, count(*) filter (where ${together}) as hits ${join(counts, ' ')} from looked`,
  )) as Record<string, number> | undefined
  const seen = Math.max(1, row?.titles ?? 0)
  const shares = conditions.map(
    (condition, place) => [condition, Math.max(0.5, row?.[nameOf(place)] ?? 0) / seen] as const,
  )
  return { titles: seen * PART_SHARE, hits: (row?.hits ?? 0) * PART_SHARE, of: new Map(shares) }
}

const Page = Type.Object({ total: Type.Integer(), ids: Type.Array(Type.Integer()) })

/** Which titles of the order are shown: so many from a place on, or so many behind an id. */
type Rows = { size: number; offset: number; after?: number | undefined }

/** Looks at every title that is found in all of the sources, or at all of them, and sorts those that fit. */
async function collect(
  db: Database,
  { of, asked }: Search,
  { sources, left }: Pick<Plan, 'sources' | 'left'>,
  { size, offset, after }: Rows,
) {
  const { key, order } = after === undefined ? orderOf(of, String(asked.sort_by)) : byId
  const facts = sql`${raw(of)} t ${db.engine.through(`${of}_facts`)}`
  const candidates =
    sources.length > 0
      ? sql`(${candidatesOf(sources)}) as c cross join ${facts} where t.id = c.id and`
      : sql`${facts} where`
  const behind = after === undefined ? empty : sql`where id > ${after}`
  const shown = sql`select id as value from matched ${behind}
    order by ${order(raw('sorted'), raw('id'))} ${limit(size)} offset ${offset}`
  const page = await db.one(
    Page,
    sql`
    with matched as materialized (select t.id, ${key} as sorted from ${candidates} ${all(left)})
    select (select count(*) from matched) as total,
      ${db.engine.list(shown)} as ids`,
  )
  return page ?? { ids: [], total: 0 }
}

const Id = Type.Object({ id: Type.Integer() })

/**
 * Looks at titles in the order of an index until the page is full, or until it has looked at `most` of them: what is
 * asked for may be the last in this order.
 */
async function walk(
  db: Database,
  { of, asked }: Search,
  conditions: readonly Condition[],
  { size, offset, after }: Rows,
  most: number,
) {
  const { key, order, index } =
    after === undefined ? orderOf(of, String(asked.sort_by)) : { ...byId, index: `${of}_facts` }
  const through = db.engine.through(index)
  const behind = after === undefined ? raw('true') : sql`t.id > ${after}`
  // A bound of the column that the index begins with is where the walk begins or ends.
  const isOwn = ({ through: own }: Condition) => own !== undefined && own === through && own !== empty
  const [own, others] = [conditions.filter(isOwn), conditions.filter((condition) => !isOwn(condition))]
  const found = await db.all(
    Id,
    sql`select id from (
        select t.id as id, ${all(others)} as fits from ${raw(of)} t ${through} where ${behind} and ${all(own)}
        order by ${order(key, raw('t.id'))} ${limit(most)}
      ) as walked where fits ${limit(size)} offset ${offset}`,
  )
  return found.map(({ id }) => id)
}

/** What a title costs in a walk, in microseconds: its row is read where the index of the order has too little. */
const ROW_PRICE = 2.5

/**
 * A page of titles of which more than 10,000 fit for certain: a walk over the order's index soon fills it, unless the
 * page is far away, or what is asked for comes last in the order. Then all that fit are collected after all.
 */
async function pageOfMany(
  db: Database,
  search: Search,
  conditions: readonly Costed[],
  rows: Rows,
  { titles, hits, plan }: { titles: number; hits: number; plan: Plan },
): Promise<number[]> {
  const { of, asked, limits = standardLimits } = search
  const { prices } = limits
  if (rows.after !== undefined) return walk(db, search, conditions, rows, Number.MAX_SAFE_INTEGER)
  const rowPrice = orderOf(of, String(asked.sort_by)).hasFacts ? prices.facts : ROW_PRICE
  const price = conditions.reduce((sum, { cost }) => sum + prices.look[cost], rowPrice)
  const expected = ((rows.offset + rows.size) * titles) / Math.max(1, hits)
  const collected = plan.price + hits * rowPrice
  if (expected * price <= collected) {
    // Where it goes on for longer than it takes to collect all, it ends.
    const most = Math.ceil(Math.max(collected, limits.walk) / price)
    const ids = await walk(db, search, conditions, rows, most)
    if (ids.length === rows.size) return ids
  }
  return (await collect(db, search, plan, rows)).ids
}

/**
 * A page of the titles that fit. What few titles have is looked up in its index, and those that fit are sorted and
 * counted. Where every filter is common, a part of the sample tells the cheapest plan. If that is too much, the sample
 * tells whether more titles fit than can be reached: then their number is an estimate, and a walk over the index of the
 * order soon fills the page. A cursor has titles in the order of ids.
 */
export async function discover(db: Database, search: Search, place: Place): Promise<Found> {
  const { of, limits = standardLimits } = search
  const { page, page_size: size = pageSize, cursor } = place
  const conditions = await conditionsOf(db, search)
  const rows: Rows = { size, offset: cursor === undefined ? size * (page - 1) : 0, after: cursor }
  const rare = await rarestOf(db, conditions, limits.few)
  if (rare) return collect(db, search, rare, rows)
  const shares = await sharesOf(db, of, conditions)
  const plan = planOf(of, conditions, shares, limits.prices)
  const many = (hits: number) => pageOfMany(db, search, conditions, rows, { titles: shares.titles, hits, plan })
  if (shares.hits >= PART_CERTAINTY * limits.certain) return { ids: await many(shares.hits), total: shares.hits }
  const about = plan.price > limits.sample ? await estimate(db, of, conditions) : 0
  if (about > 0 && about >= limits.certain) return { ids: await many(about), total: about }
  return collect(db, search, plan, rows)
}

/** The reply: a page, or what stands behind a cursor. */
export function discoveredPage<Row>(
  { page, page_size: size = pageSize, cursor }: Place,
  { ids, total }: Found,
  rows: Row[],
) {
  const shown = pageOf(page, rows, total, size)
  if (cursor === undefined) return shown
  return { ...shown, next_cursor: ids.length < size ? null : (ids.at(-1) ?? null) }
}
