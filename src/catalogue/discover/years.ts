import { empty, join, raw, type Sql, sql } from '#src/database/sql.ts'
import { monthsIn } from '../title-years.ts'
import { type Bounds, within } from './filter.ts'

/** What bounds of days ask of a table that calls itself `y` and has a row for each year of a title. */
type InYears = {
  /** The years that they touch, for an index that begins with them. */
  years: Sql
  /** What has to be true of such a year, too. */
  fits: Sql
  /** Whether there is only one year: its titles come in order of id. */
  isOneYear: boolean
}

/**
 * Titles with a day within bounds. A whole year of them needs no look. In one that is cut, a whole month of them tells,
 * or else the first or the last day; where neither does, `looked` has to look at the days of this part of the year.
 * `isEach` says that days count only as `looked` finds them.
 */
export function inYears(days: Bounds<string>, looked: (part: Bounds<string>) => Sql, isEach = false): InYears {
  const { least, most } = days
  const [first, last] = [least?.slice(0, 4), most?.slice(0, 4)]
  const isOneYear = first === last
  // A case, and not `or`: SQLite would read the index once for each year, and remember all that it found.
  const parts = cutYears(days).map(
    (part) => sql`when ${part.least?.slice(0, 4)} then ${isEach ? someMonth(part, looked) : cutYear(part, looked)}`,
  )
  return {
    years: isOneYear ? sql`y.year = ${first}` : within(raw('y.year'), { least: first, most: last }),
    fits: parts.length === 0 ? raw('true') : sql`case y.year ${join(parts, ' ')} else true end`,
    isOneYear,
  }
}

const hasMonths = (months: readonly number[]) => sql`y.months & ${raw(String(monthsIn(months)))} <> 0`

function someMonth(part: Bounds<string>, looked: (part: Bounds<string>) => Sql): Sql {
  const { whole, cut } = monthsOf(part)
  return sql`(${hasMonths([...whole, ...cut])} and ${looked(part)})`
}

function cutYear(part: Bounds<string>, looked: (part: Bounds<string>) => Sql): Sql {
  const isWithin = (day: string) => within(raw(day), { least: part.least?.slice(5), most: part.most?.slice(5) })
  const { whole, cut } = monthsOf(part)
  const inCut = cut.length > 0 ? sql`or (${hasMonths(cut)} and ${looked(part)})` : empty
  return sql`(${hasMonths(whole)} or (${isWithin('y.first_day')}) or (${isWithin('y.last_day')}) ${inCut})`
}

const lengthOf = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** The months that are completely within a part of a year, and those that it cuts. */
function monthsOf({ least = '', most = '' }: Bounds<string>): { whole: number[]; cut: number[] } {
  const [year = 0, from = 0, firstDay = 0] = least.split('-').map(Number)
  const [, to = 0, lastDay = 0] = most.split('-').map(Number)
  const months = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
  const isCut = (month: number) => (month === from && firstDay > 1) || (month === to && lastDay < lengthOf(year, month))
  return { whole: months.filter((month) => !isCut(month)), cut: months.filter(isCut) }
}

/** What bounds leave of the first and of the last year, where they cut them. */
function cutYears({ least = '', most }: Bounds<string>): Bounds<string>[] {
  const [first, last] = [least.slice(0, 4), most?.slice(0, 4)]
  const isCutFirst = least.length === 10 && !least.endsWith('-01-01')
  const isCutLast = most !== undefined && !most.endsWith('-12-31')
  if (first === last && (isCutFirst || isCutLast)) return [{ least, most }]
  return [
    ...(isCutFirst ? [{ least, most: `${first}-12-31` }] : []),
    ...(isCutLast ? [{ least: `${last}-01-01`, most }] : []),
  ]
}
