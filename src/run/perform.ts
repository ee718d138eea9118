import { spendFromHour } from '#src/accounts/hourly-limits.ts'
import type { Account } from '#src/contract/access.ts'
import { type CountSignal, codeOf } from '#src/contract/signals.ts'
import { ApiError } from '#src/contract/statuses.ts'
import type { Anyone, Perform, Writing } from '#src/contract/write.ts'
import type { SignalCounter } from '#src/popularity/counter.ts'

type Writer = Omit<Writing<Anyone>, 'take'>

/** The one way to do what a write says, whoever asks: an operation or a form. */
export function performFor({ account, ...tools }: Writer): Perform {
  return async ({ purses, isOpen, handle }, given) => {
    if (!account && !isOpen) throw new ApiError('session_required')
    const take: Writing['take'] = async (several = 1, db = tools.db) => {
      for (const purse of account ? purses : []) await spendFromHour(db, account!.id, purse, tools.now, several)
    }
    return handle({ ...tools, account: account as Account, take }, given)
  }
}

/** Counts signals from an account or a key; without a counter it counts none. */
export const countingFor =
  (signals: SignalCounter | undefined, by: number, now: Date): CountSignal =>
  (signal, of, id) =>
    signals?.count(signal, codeOf(of, id), by, now.getTime())
