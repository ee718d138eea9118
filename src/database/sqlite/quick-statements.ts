import { remember } from '../remember.ts'

/** A statement that takes less delays other requests less than waking a thread for it would cost. */
const QUICK_MS = 2
/** Times that a statement has to be quick, one after the other, to count as quick. */
const QUICK_TIMES = 5
/** After each time that one took longer than it should have, this many times as many. */
const MORE_TIMES = 4
/** The most times that are required: a statement that is slow now and then hardly ever counts as quick. */
const MOST_TIMES = 5_000
/** Statements whose times are remembered. */
const STATEMENTS = 500

type Statement = { isQuick: boolean; times: number; needed: number }

export type QuickStatements = ReturnType<typeof openQuickStatements>

/**
 * Tells which wide statements are quick on this catalogue: a list that takes a second among millions of records takes
 * a fraction of a millisecond among ten thousand.
 */
export function openQuickStatements() {
  const byText = remember<Statement>(STATEMENTS, () => ({ isQuick: false, times: 0, needed: QUICK_TIMES }))

  return {
    isQuick: (text: string): boolean => byText(text).isQuick,
    /** Notes how long a statement took on the thread that ran it. */
    took(text: string, ms: number): void {
      const statement = byText(text)
      if (ms < QUICK_MS) {
        statement.times++
        statement.isQuick ||= statement.times >= statement.needed
        return
      }
      if (statement.isQuick) statement.needed = Math.min(statement.needed * MORE_TIMES, MOST_TIMES)
      statement.isQuick = false
      statement.times = 0
    },
  }
}
