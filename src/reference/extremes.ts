/**
 * The largest and the smallest of any number of numbers. As arguments of `Math.max` and `Math.min` a hundred thousand
 * of them are more than the stack holds.
 */

export const largest = (numbers: readonly number[]): number =>
  numbers.reduce((most, number) => Math.max(most, number), -Infinity)

export const smallest = (numbers: readonly number[]): number =>
  numbers.reduce((least, number) => Math.min(least, number), Infinity)
