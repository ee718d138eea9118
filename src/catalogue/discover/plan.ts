import { join, raw, type Sql, sql } from '#src/database/sql.ts'
import type { Condition, Costed, TitleKind } from './filter.ts'

/** What SQLite spends on a row, in microseconds, as measured with a million movies. Only their ratios matter. */
export type Prices = {
  /** The facts of a title, read in the order of their index. */
  facts: number
  /** An entry of an index that finds titles. */
  entry: number
  /** A title that has to be sorted by its id. */
  sorted: number
  /** The facts of a title, looked up by its id. */
  title: number
  /** The row of a title, where the index that finds it does not have its facts. */
  row: number
  /** A look whether a condition holds for a title. */
  look: Readonly<Record<Costed['cost'], number>>
}

export const standardPrices: Prices = {
  facts: 0.1,
  entry: 0.1,
  sorted: 0.3,
  title: 0.6,
  row: 2.5,
  look: { column: 0, entry: 1.2, entries: 3 },
}

/** What the sample tells: how many titles there are, how many match, and which share of them matches each condition. */
export type Shares = { titles: number; hits: number; of: ReadonlyMap<Condition, number> }

/** Where titles can come from: the query for their ids, what reading it costs, and what is left to check. */
type Source = { ids: Sql; share: number; price: number; settles: readonly Costed[] }

/**
 * How to find all titles that match: in all of these sources, or, if there are none, among the facts of all titles. The
 * remaining conditions have to hold for what is found there.
 */
export type Plan = { price: number; sources: readonly Sql[]; left: readonly Costed[] }

/** More indexes of one request than this are not read together. */
const maxSources = 5

const shareOf = ({ of }: Shares, conditions: readonly Condition[]) =>
  conditions.reduce((share, condition) => share * (of.get(condition) ?? 1), 1)

/** The titles that fit all conditions on columns, found by the index of one of them, or by that of all facts. */
function columnSources(of: TitleKind, columns: readonly Costed[], shares: Shares, prices: Prices): Source[] {
  const share = shareOf(shares, columns)
  const { titles } = shares
  const holds = columns.reduce((text, { holds }) => sql`${text} and ${holds}`, raw('true'))
  return columns.flatMap((condition) => {
    if (!condition.through) return []
    // Series are few: their indexes have nothing but what they are about.
    const read = titles * shareOf(shares, [condition]) * (of === 'movie' ? prices.facts : prices.row)
    const ids = sql`select t.id from ${raw(of)} t ${condition.through} where ${holds}`
    return { ids, share, price: read + titles * share * prices.sorted, settles: columns }
  })
}

function indexSource(condition: Costed, shares: Shares, prices: Prices): Source[] {
  if (!condition.found || condition.cost === 'column') return []
  const share = shareOf(shares, [condition])
  const entries = shares.titles * share * (condition.entriesOfTitle ?? 1)
  const price = entries * prices.entry + (condition.isInOrder ? 0 : entries * prices.sorted)
  return [{ ids: condition.found, share, price, settles: [condition] }]
}

/** What checking titles costs: the conditions come one after the other, each for what the previous ones have left. */
function looks(conditions: readonly Costed[], shares: Shares, titles: number, { look }: Prices): number {
  let left = titles
  let price = 0
  for (const condition of conditions) {
    price += left * look[condition.cost]
    left *= shareOf(shares, [condition])
  }
  return price
}

/** All ways to take some of several. */
const subsetsOf = <Value>(values: readonly Value[]): Value[][] =>
  Array.from({ length: 2 ** values.length }, (_, bits) => values.filter((_, place) => (bits >> place) & 1))

/**
 * The cheapest way to find all titles that match. Indexes with titles in order of id can be read side by side: finding
 * what all of them have costs as little as reading them. The rest is looked up for each title found.
 */
export function planOf(of: TitleKind, conditions: readonly Costed[], shares: Shares, prices = standardPrices): Plan {
  const columns = conditions.filter(({ cost }) => cost === 'column')
  const others = conditions.filter(({ cost }) => cost !== 'column')
  const { titles } = shares
  const indexes = others.flatMap((condition) => indexSource(condition, shares, prices)).slice(0, maxSources)
  const all: Plan = {
    price: titles * prices.facts + looks(others, shares, titles * shareOf(shares, columns), prices),
    sources: [],
    left: conditions,
  }
  let best = all
  for (const some of subsetsOf(indexes))
    for (const first of [undefined, ...columnSources(of, columns, shares, prices)]) {
      const sources = [...(first ? [first] : []), ...some]
      if (sources.length === 0) continue
      const settled = new Set(sources.flatMap(({ settles }) => settles))
      const found = titles * sources.reduce((share, source) => share * source.share, 1)
      const read = sources.reduce((sum, { price }) => sum + price, 0)
      const left = conditions.filter((condition) => !settled.has(condition))
      const price = read + found * prices.title + looks(left, shares, found, prices)
      if (price < best.price) best = { price, sources: sources.map(({ ids }) => ids), left }
    }
  return best
}

/** The ids that a plan finds, each once and in their order. */
export function candidatesOf(sources: readonly Sql[]): Sql {
  const [only, ...others] = sources
  if (only && others.length === 0) return sql`select id from (${only}) as found group by id`
  const arms = sources.map((ids) => sql`select id from (${ids}) as found`)
  return sql`${join(arms, ' intersect ')} order by id`
}
