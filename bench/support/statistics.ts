/** The value below which `share` of the values lie: 0.5 is the median. Throws where there are none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  if (value === undefined) throw new Error('there is no percentile of nothing')
  return value
}

/** The middle value, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const upper = percentile(sorted, 0.5)
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[sorted.length / 2 - 1] as number)) / 2
}

/**
 * The interval that the median of what was drawn from lies in with a probability of 95 % at least, whatever the
 * distribution: between two of the sorted values, by how many of them may lie on one side of it.
 */
export function medianInterval(values: readonly number[]): [least: number, most: number] {
  const sorted = values.toSorted((one, other) => one - other)
  const { length } = sorted
  let [at, one, outside] = [0, 0.5 ** length, 0]
  // `one` is the probability that exactly `at` values lie below the median.
  while (outside + one <= 0.025) {
    outside += one
    one *= (length - at) / (at + 1)
    at++
  }
  const skipped = Math.max(0, at - 1)
  return [sorted[skipped] as number, sorted[length - 1 - skipped] as number]
}

/** Three significant digits, and separators from a thousand on: 0.0123, 4.56, 78.9, 1,234. */
export function shown(value: number): string {
  const digits = value === 0 ? 0 : Math.min(4, Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value)))))
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

/** A whole number with separators. */
export const counted = (value: number) => Math.round(value).toLocaleString('en-US')

/** A median with the number of rounds and the least and greatest of them: `3.1 (median of 7, 2.9 to 3.4)`. */
export const spread = (values: readonly number[], unit: string) =>
  `${shown(median(values))}${unit} (median of ${values.length}, ${range(values)})`

/** The least and the greatest of some values: `2.9 to 3.4`. */
export const range = (values: readonly number[]) => `${shown(Math.min(...values))} to ${shown(Math.max(...values))}`

export const MEBIBYTE = 1_048_576

export const mebibytes = (bytes: number) => `${shown(bytes / MEBIBYTE)} MiB`
