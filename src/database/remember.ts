import { LRUCache } from 'lru-cache'

/** Remembers the results of `make` for the `limit` most recently used texts. */
export function remember<Value extends NonNullable<unknown>>(limit: number, make: (text: string) => Value) {
  const values = new LRUCache<string, Value>({ max: limit })
  // The cache's own `memo` copies options at each call, and takes three times as long.
  return (text: string): Value => {
    const known = values.get(text)
    if (known !== undefined) return known
    const made = make(text)
    values.set(text, made)
    return made
  }
}
