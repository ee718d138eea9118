import { isConstraintViolation } from '#src/database/errors.ts'

/** Gets errors that nobody foresaw. */
export type Failed = (error: unknown) => void

/**
 * Does something for some records at once; if something that nobody foresaw is in the way of one, it is done for each
 * of the others alone, and `failed` is told: whoever follows never stands still. Returns the sum.
 */
export async function eachApart(
  ids: readonly number[],
  work: (some: readonly number[]) => Promise<number>,
  failed: Failed,
): Promise<number> {
  try {
    return ids.length === 0 ? 0 : await work(ids)
  } catch (error) {
    if (!isConstraintViolation(error)) throw error
    if (ids.length === 1) {
      failed(error)
      return 0
    }
  }
  let sum = 0
  for (const id of ids) sum += await eachApart([id], work, failed)
  return sum
}
