/** Remembers the results of `make` for the `limit` most recently used texts. */
export function remember<Value>(limit: number, make: (text: string) => Value): (text: string) => Value {
  // A map keeps the order of insertion, so the first key is the least recently used one.
  const kept = new Map<string, Value>()
  return (text) => {
    const value = kept.get(text) ?? make(text)
    kept.delete(text)
    kept.set(text, value)
    if (kept.size > limit) kept.delete(kept.keys().next().value as string)
    return value
  }
}
