import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '#src/package-root.ts'

/** What a planner is told of one column. */
export type ColumnStatistics = {
  /** How many different values it has. */
  distinct: number
  /** The share of rows in which it is null; 0 where it is left out. */
  nulls?: number
  /** The mean length of its texts; left out where the type of the column tells it. */
  bytes?: number
  /** Where the column has few values: the share of the rows that each of them has. */
  common?: Readonly<Record<string, number>>
  /** Of a column with many values: some of them, in order, between which there are about as many rows. */
  bounds?: readonly string[]
}

export type TableStatistics = {
  rows: number
  columns: Readonly<Record<string, ColumnStatistics>>
  /**
   * By name as SQLite has it (a key of several columns has the name of its table): how many entries the index has, and
   * how many of them have the same first column, first two columns and so on.
   */
  indexes: Readonly<Record<string, readonly number[]>>
  /**
   * The same for what is asked for most, where that is far from the mean: an import is one edit with all of its
   * changes. Planners know the mean alone, and what they choose is judged by this.
   */
  largest?: Readonly<Record<string, readonly number[]>>
}

type Statistics = Readonly<Record<string, TableStatistics>>

const read = (name: string): Readonly<Record<string, Partial<TableStatistics>>> =>
  JSON.parse(readFileSync(join(packageRoot, 'test/plans', name), 'utf8'))

const [measured, assumed] = [read('measured.json'), read('assumed.json')]

/** What is assumed of columns and indexes goes before what was measured. */
const together = (name: string): TableStatistics => ({
  rows: 0,
  ...measured[name],
  ...assumed[name],
  columns: { ...measured[name]?.columns, ...assumed[name]?.columns },
  indexes: { ...measured[name]?.indexes, ...assumed[name]?.indexes },
})

/**
 * What every table is like with a million movies. What an import fills was measured by `test/plans/measure.ts`; what
 * years of people and of imports make of it is assumed.
 */
export const statistics: Statistics = Object.fromEntries(
  Object.keys({ ...measured, ...assumed }).map((name) => [name, together(name)]),
)

/**
 * What a statement may read or sort without a reason: a server needs a millisecond or two for it. A table with
 * more of them is large.
 */
export const fewRows = 2_000

/** A step of a plan that does too much. */
export type Refused = { step: string; rows: number }

/** Collects the steps of the plans of one statement that do too much, each once. */
export function openRefusals() {
  const refusals: Refused[] = []
  function note(step: string, rows: number) {
    if (rows > fewRows && !refusals.some((known) => known.step === step))
      refusals.push({ step, rows: Math.round(rows) })
  }
  return { refusals, note }
}
