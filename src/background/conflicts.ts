import { DatabaseBusyError, isFromConflict } from '#src/database/errors.ts'

/**
 * How often background work is tried while it conflicts with that of others. Each of its transactions has been tried
 * many times by then, with pauses that grow.
 */
export const CONFLICT_ATTEMPTS = 6

/**
 * Does work that may be done again from its beginning, until it does not conflict with that of others. That the
 * database is busy is nothing to worry about, and the work should not wait for its next turn, which may be hours away.
 */
export async function despiteConflicts<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!isFromConflict(error) || signal?.aborted) throw error
      // Whoever called this does not try as often once more: the cause is one level too deep for that.
      if (attempt === CONFLICT_ATTEMPTS) throw new DatabaseBusyError('The work kept conflicting', { cause: error })
    }
  }
}
