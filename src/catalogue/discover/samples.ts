import { Type } from 'typebox'
import { countRows } from '#src/database/count-rows.ts'
import type { Reader } from '#src/database/database.ts'
import { join, limit, raw, type Sql, sql } from '#src/database/sql.ts'
import { maxListRows } from '../summaries/list-query.ts'
import { type Condition, type Costed, inSample, SAMPLE_SHARE, type TitleKind } from './filter.ts'
import { type Prices, type Shares, standardPrices } from './plan.ts'

/** A part of the sample is checked first: for common values it tells enough. */
const PART_SHARE = 4 * SAMPLE_SHARE
const sampled = inSample('t.id')
const inPart = raw(`t.id % ${PART_SHARE} = 5`)
/** As many titles in the part are more than 10,000 for certain, as the part is smaller. */
export const PART_CERTAINTY = 2.5
/** A sample deviates from the truth by more than this many standard deviations once in a million times. */
const DEVIATIONS = 5

/** From which numbers on it is done in another way. Tests have others, so that a small catalogue takes every way. */
export type Limits = {
  /** How many entries of an index are checked one by one without asking a sample. */
  few: number
  /** Entries of an index that are counted: of more, the sample of all titles tells as much. */
  counted: number
  /** About how many titles of an index are checked to tell how many of its titles match. */
  sampled: number
  /** Titles, as the sample has it, that are more than 10,000 for certain: then their number is an estimate. */
  certain: number
  /** Microseconds, by the prices of a plan, that a walk may take where collecting all titles that fit takes less. */
  walk: number
  /** Microseconds of a plan beyond which the whole sample is asked first. */
  sample: number
  prices: Prices
}
export const standardLimits: Limits = {
  few: maxListRows,
  counted: 4 * maxListRows,
  sampled: maxListRows / 4,
  // The sample shows 125 of 16,000 titles. It shows 78 of 10,000, and hardly ever, once in a million times, 125.
  certain: 1.6 * maxListRows,
  walk: 20_000,
  sample: 20_000,
  prices: standardPrices,
}

const together = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? raw('true') : join(conditions, ' and ')

/** All of the conditions, for any title and for one of the sample. */
export const all = (conditions: readonly Condition[]): Sql => together(conditions.map(({ holds }) => holds))
const lookOf = ({ holds, sampled: look = holds }: Condition) => look
const allSampled = (conditions: readonly Condition[]) => together(conditions.map(lookOf))

const Counted = Type.Object({ place: Type.Integer(), entries: Type.Integer() })

export type Rarest = { entries: number; condition: Costed & { found: Sql }; left: Costed[] }

/** The condition whose index has fewest entries, counted up to `most` of each; undefined if none has as few. */
export async function rarestOf(db: Reader, conditions: readonly Costed[], most: number): Promise<Rarest | undefined> {
  const indexed = conditions.flatMap((condition) => (condition.found ? [condition as Rarest['condition']] : []))
  if (indexed.length === 0) return undefined
  const counts = indexed.map(
    ({ found }, place) => sql`select ${raw(String(place))} as place,
      (select count(*) from (select 1 from (${found}) as found ${limit(most + 1)}) as counted) as entries`,
  )
  const rows = await db.all(Counted, join(counts, ' union all '))
  const [rarest] = rows.sort((one, other) => one.entries - other.entries || one.place - other.place)
  const condition = indexed[rarest?.place ?? 0]
  if (!condition || !rarest || rarest.entries > most) return undefined
  return { entries: rarest.entries, condition, left: conditions.filter((other) => other !== condition) }
}

/** About how many titles fit, from the whole sample. */
export async function estimate(db: Reader, of: TitleKind, conditions: readonly Condition[]): Promise<number> {
  const from = sql`from ${raw(of)} t ${db.engine.through(`${of}_sample`)}`
  return (await countRows(db, sql`${from} where ${sampled} and ${allSampled(conditions)}`)) * SAMPLE_SHARE
}

/**
 * About how many titles of an index match, if that is certainly more than 10,000, else undefined: one in 2, 4, 8 or 16
 * of its titles is checked.
 */
export async function estimateIn(
  db: Reader,
  of: TitleKind,
  { entries, condition, left }: Rarest,
  limits: Limits,
): Promise<number | undefined> {
  const oneIn = 2 ** Math.max(1, Math.ceil(Math.log2(entries / limits.sampled)))
  const checked = await countRows(
    db,
    sql`from (
        select id from (${condition.found}) as found where id % ${raw(String(oneIn))} = 1 group by id
      ) as c cross join ${raw(of)} t ${db.engine.through(`${of}_facts`)} where t.id = c.id and ${all(left)}`,
  )
  const hits = checked * oneIn
  const { few } = limits
  return hits >= few + DEVIATIONS * Math.sqrt(few * oneIn) ? hits : undefined
}

/** About how many titles there are. */
export async function titlesOf(db: Reader, of: TitleKind): Promise<number> {
  const titles = await countRows(db, sql`from ${raw(of)} t ${db.engine.through(`${of}_sample`)} where ${sampled}`)
  return titles * SAMPLE_SHARE
}

const nameOf = (place: number) => `fits_${place}`

/**
 * About how many titles fit, and which share of titles fits each condition by itself, from a part of the sample. One
 * that none fits counts as half.
 */
export async function sharesOf(db: Reader, of: TitleKind, conditions: readonly Condition[]): Promise<Shares> {
  const Row = Type.Object({
    titles: Type.Integer(),
    hits: Type.Integer(),
    ...Object.fromEntries(conditions.map((_, place) => [nameOf(place), Type.Integer()])),
  })
  const names = conditions.map((_, place) => raw(nameOf(place)))
  const looked = conditions.map((condition, place) => sql`, ${lookOf(condition)} as ${names[place]}`)
  const counts = names.map((name) => sql`, count(*) filter (where ${name}) as ${name}`)
  const row = (await db.one(
    Row,
    sql`
    with looked as materialized (
      select t.id ${join(looked, ' ')} from ${raw(of)} t ${db.engine.through(`${of}_sample`)}
      where ${sampled} and ${inPart}
    )
    select count(*) as titles, count(*) filter (where ${together(names)}) as hits ${join(counts, ' ')} from looked`,
  )) as Record<string, number> | undefined
  const seen = Math.max(1, row?.titles ?? 0)
  const shares = conditions.map(
    (condition, place) => [condition, Math.max(0.5, row?.[nameOf(place)] ?? 0) / seen] as const,
  )
  return { titles: seen * PART_SHARE, hits: (row?.hits ?? 0) * PART_SHARE, of: new Map(shares) }
}
