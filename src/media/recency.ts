/**
 * Things of a known size in the order in which they were last used, and no more of them than `limitBytes`. Those that
 * have to go are handed to `onGone`.
 */
export function openRecency<Thing extends { bytes: number }>(
  limitBytes: number,
  onGone: (key: string, thing: Thing) => void = () => {},
) {
  const things = new Map<string, Thing>()
  let total = 0

  function remove(key: string): Thing | undefined {
    const thing = things.get(key)
    if (!thing) return undefined
    things.delete(key)
    total -= thing.bytes
    return thing
  }

  return {
    get bytes() {
      return total
    },
    use(key: string): Thing | undefined {
      const thing = things.get(key)
      if (!thing) return undefined
      // A map lists what was put in last at its end.
      things.delete(key)
      things.set(key, thing)
      return thing
    },
    put(key: string, thing: Thing) {
      remove(key)
      things.set(key, thing)
      total += thing.bytes
      for (const [oldest, old] of things) {
        if (total <= limitBytes) break
        remove(oldest)
        onGone(oldest, old)
      }
    },
    remove,
  }
}

export type Recency<Thing extends { bytes: number }> = ReturnType<typeof openRecency<Thing>>
