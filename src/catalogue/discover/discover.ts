import { type Static, type TSchema, Type } from 'typebox'
import type { Place } from '#src/contract/cursors.ts'
import { pageOf, pageSize } from '#src/contract/paging.ts'
import { countRows } from '#src/database/count-rows.ts'
import type { Reader } from '#src/database/database.ts'
import { empty, limit, raw, type Sql, sql } from '#src/database/sql.ts'
import { type Asked, type Condition, type Costed, costs, type Filter, refuseMany, type TitleKind } from './filter.ts'
import { movieFilters } from './movie-filters.ts'
import { byId, orderOf } from './orders.ts'
import { candidatesOf, type Plan, type Prices, planOf } from './plan.ts'
import {
  all,
  estimate,
  estimateIn,
  type Limits,
  PART_CERTAINTY,
  type Rarest,
  rarestOf,
  sharesOf,
  standardLimits,
  titlesOf,
} from './samples.ts'
import { seriesFiltersOfPages } from './series-filters.ts'

/** Which titles are wanted, in which order. */
export type Search = { of: TitleKind; asked: Asked; limits?: Limits }

/** The ids of a page, and how many there are on all pages. */
type Found = { ids: number[]; total: number }
type Seen<Of extends TSchema> = { values: Static<Of>[]; total: number }

const filtersOf: Readonly<Record<TitleKind, readonly Filter[]>> = { movie: movieFilters, series: seriesFiltersOfPages }

/** The conditions on titles, the cheapest to check first. */
export async function conditionsOf(db: Reader, { of, asked }: Search): Promise<Costed[]> {
  const byCost = [...filtersOf[of]].sort((one, other) => costs[one.cost] - costs[other.cost])
  const conditions = await Promise.all(
    byCost.map(async (filter) =>
      (await filter.conditions(asked, { db, of })).map((condition) => ({ ...condition, cost: filter.cost })),
    ),
  )
  const found = conditions.flat()
  refuseMany(found)
  return found
}

/** What to select from a title: its id, or a text made from columns of its facts, which are called `t`. */
type Wanted<Type extends TSchema> = { columns: Sql; value: Sql; type: Type }
const wantedId = { columns: empty, value: raw('id'), type: Type.Integer() }

/** Which titles of the order are shown: so many from a place on, or so many behind an id. */
type Rows<Of extends TSchema> = { size: number; offset: number; after?: number | undefined; wanted: Wanted<Of> }

/** Looks at every title that is found in all of the sources, or at all of them, and sorts those that fit. */
async function collect<Of extends TSchema>(
  db: Reader,
  { of, asked }: Search,
  { sources, left }: Pick<Plan, 'sources' | 'left'>,
  { size, offset, after, wanted }: Rows<Of>,
): Promise<Seen<Of>> {
  const { key, order } = after === undefined ? orderOf(of, String(asked.sort_by)) : byId
  const facts = sql`${raw(of)} t ${db.engine.through(`${of}_facts`)}`
  const candidates =
    sources.length > 0
      ? sql`(${candidatesOf(sources)}) as c cross join ${facts} where t.id = c.id and`
      : sql`${facts} where`
  const behind = after === undefined ? empty : sql`where id > ${after}`
  const shown = sql`select ${wanted.value} as value from matched ${behind}
    order by ${order(raw('sorted'), raw('id'))} ${limit(size)} offset ${offset}`
  const page = await db.one(
    Type.Object({ total: Type.Integer(), values: Type.Array(wanted.type) }),
    sql`
    with matched as materialized (
      select t.id, ${key} as sorted ${wanted.columns} from ${candidates} ${all(left)})
    select (select count(*) from matched) as total, ${db.engine.list(shown)} as "values"`,
  )
  return { values: (page?.values ?? []) as Static<Of>[], total: page?.total ?? 0 }
}

/**
 * Checks titles in the order of an index until the page is full, or until it has checked `most` of them: the matches
 * may be the last ones in this order.
 */
async function walk<Of extends TSchema>(
  db: Reader,
  { of, asked }: Search,
  conditions: readonly Condition[],
  { size, offset, after, wanted }: Rows<Of>,
  most: number,
): Promise<Static<Of>[]> {
  const { key, order, index } =
    after === undefined ? orderOf(of, String(asked.sort_by)) : { ...byId, index: `${of}_facts` }
  const through = db.engine.through(index)
  const behind = after === undefined ? raw('true') : sql`t.id > ${after}`
  // A bound of the column that the index begins with is where the walk begins or ends.
  const isOwn = ({ through: own }: Condition) => own !== undefined && own === through && own !== empty
  const [own, others] = [conditions.filter(isOwn), conditions.filter((condition) => !isOwn(condition))]
  const found = await db.all(
    Type.Object({ value: wanted.type }),
    sql`select ${wanted.value} as value from (
        select t.id as id, ${all(others)} as fits ${wanted.columns} from ${raw(of)} t ${through}
        where ${behind} and ${all(own)}
        order by ${order(key, raw('t.id'))} ${limit(most)}
      ) as walked where fits ${limit(size)} offset ${offset}`,
  )
  return (found as unknown as readonly { value: Static<Of> }[]).map(({ value }) => value)
}

/** How many titles there are and match, and how all that match are found. */
type Known = { titles: number; hits: number; plan: Plan }

/** What reading a title costs in the index of the order. */
const rowPriceOf = ({ of, asked, limits: { prices } = standardLimits }: Search): number =>
  orderOf(of, String(asked.sort_by)).hasFacts ? prices.facts : prices.row

/** Titles that a walk is likely to pass until the page is full. */
const walkedTo = ({ offset, size }: Pick<Rows<TSchema>, 'offset' | 'size'>, { titles, hits }: Known): number =>
  ((offset + size) * titles) / Math.max(1, hits)

/**
 * A page when more than 10,000 titles certainly match: a walk over the order's index soon fills it, unless the page is
 * far away, or the matches come last in the order. Then all matches are collected after all.
 */
async function pageOfMany<Of extends TSchema>(
  db: Reader,
  search: Search,
  conditions: readonly Costed[],
  rows: Rows<Of>,
  known: Known,
): Promise<Static<Of>[]> {
  const { limits = standardLimits } = search
  const { prices } = limits
  const { hits, plan } = known
  if (rows.after !== undefined) return walk(db, search, conditions, rows, Number.MAX_SAFE_INTEGER)
  const rowPrice = rowPriceOf(search)
  const price = conditions.reduce((sum, { cost }) => sum + prices.look[cost], rowPrice)
  const expected = walkedTo(rows, known)
  const collected = plan.price + hits * rowPrice
  if (expected * price <= collected) {
    // If it takes longer than collecting all of them, it ends.
    const most = Math.ceil(Math.max(collected, limits.walk) / price)
    const values = await walk(db, search, conditions, rows, most)
    if (values.length === rows.size) return values
  }
  return (await collect(db, search, plan, rows)).values
}

/**
 * A page and how many match, where only the facts of titles decide: counting is quick, and a walk over the order's
 * index soon fills a page near its beginning, while collecting would sort all that match. Undefined if that is no
 * cheaper.
 */
async function countAndWalk<Of extends TSchema>(
  db: Reader,
  search: Search,
  conditions: readonly Costed[],
  rows: Rows<Of>,
  known: Known,
): Promise<Seen<Of> | undefined> {
  const { of, limits = standardLimits } = search
  if (rows.after !== undefined || known.plan.sources.length > 0 || conditions.some(({ cost }) => cost !== 'column'))
    return undefined
  if (walkedTo(rows, known) * rowPriceOf(search) > known.hits * limits.prices.sorted) return undefined
  const [total, values] = await Promise.all([
    countRows(db, sql`from ${raw(of)} t ${db.engine.through(`${of}_facts`)} where ${all(conditions)}`),
    walk(db, search, conditions, rows, Number.MAX_SAFE_INTEGER),
  ])
  return { values, total }
}

/** Looks at all titles that one index finds. */
function planIn({ entries, condition, left }: Rarest, { title, look }: Prices): Plan {
  const price = left.reduce((sum, { cost }) => sum + look[cost], title)
  return { price: entries * price, sources: [condition.found], left }
}

/**
 * A page of the titles that match. A rare filter is looked up in its index, and the matches are sorted and counted. Of
 * an index with more titles a part is checked; if all filters are common, a part of the sample tells the cheapest plan,
 * and if that is too expensive, the whole sample tells how many titles match. If that is more than can be reached,
 * their number is an estimate, and a walk over the index of the order soon fills the page. With a cursor, titles come
 * in order of id.
 */
export async function discover(db: Reader, search: Search, place: Place): Promise<Found> {
  const { values: ids, total } = await seen(db, search, place, wantedId)
  return { ids, total }
}

/** The same with a text of each title in place of its id: it is made of the id and of columns, as `, t.… as …`. */
export const factsOf = async (
  db: Reader,
  search: Search,
  place: Place,
  { columns, value }: { columns: Sql; value: Sql },
): Promise<string[]> => (await seen(db, search, place, { columns, value, type: Type.String() })).values

async function seen<Of extends TSchema>(
  db: Reader,
  search: Search,
  place: Place,
  wanted: Wanted<Of>,
): Promise<Seen<Of>> {
  const { of, limits = standardLimits } = search
  const { prices } = limits
  const { page, page_size: size = pageSize, cursor } = place
  const conditions = await conditionsOf(db, search)
  const rows: Rows<Of> = { size, offset: cursor === undefined ? size * (page - 1) : 0, after: cursor, wanted }
  const many = async (known: Known) => ({
    values: await pageOfMany(db, search, conditions, rows, known),
    total: known.hits,
  })
  const rare = await rarestOf(db, conditions, limits.counted)
  if (rare) {
    const plan = planIn(rare, prices)
    const hits = rare.entries > limits.few ? await estimateIn(db, of, rare, limits) : undefined
    if (hits !== undefined) return many({ titles: await titlesOf(db, of), hits, plan })
    if (plan.price <= limits.sample) return collect(db, search, plan, rows)
  }
  const shares = await sharesOf(db, of, conditions)
  const { titles } = shares
  const plan = planOf(of, conditions, shares, prices)
  if (!rare && shares.hits >= PART_CERTAINTY * limits.certain) return many({ titles, hits: shares.hits, plan })
  const hits = !rare && plan.price > limits.sample ? await estimate(db, of, conditions) : 0
  if (hits > 0 && hits >= limits.certain) return many({ titles, hits, plan })
  const quick = rare ? undefined : await countAndWalk(db, search, conditions, rows, { titles, hits: shares.hits, plan })
  return quick ?? collect(db, search, plan, rows)
}

/** The reply: a page, or the titles after a cursor. */
export function discoveredPage<Row>(
  { page, page_size: size = pageSize, cursor }: Place,
  { ids, total }: Found,
  rows: Row[],
) {
  const shown = pageOf(page, rows, total, size)
  if (cursor === undefined) return shown
  return { ...shown, next_cursor: ids.length < size ? null : (ids.at(-1) ?? null) }
}
