/** Remembers the results of `make` for the `limit` most recently used texts. */
export function remember<Value>(limit: number, make: (text: string) => Value): (text: string) => Value {
  // A map keeps the order of insertion, so the first key is the least recently used one.
  const values = new Map<string, Value>()
  return (text) => {
    const value = values.get(text) ?? make(text)
    values.delete(text)
    values.set(text, value)
    if (values.size > limit) values.delete(values.keys().next().value as string)
    return value
  }
}
