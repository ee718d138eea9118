/**
 * A table that is asked about words that others wrote. It has nothing but its entries: every other object also answers
 * to `constructor`, `valueOf` and the like, with functions.
 */
export const wordTable = <Value>(words: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> =>
  Object.freeze(Object.assign(Object.create(null), words))
