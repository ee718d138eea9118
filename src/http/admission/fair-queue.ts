/** A queue in which clients take turns, so that one that sends very many requests only waits for itself. */
export function fairQueue<Asker, Item>() {
  /** What waits for each asker; the one whose turn it is comes first. */
  const waiting = new Map<Asker, Item[]>()
  let count = 0

  return {
    get size() {
      return count
    },
    /** How many others come before one that is added now. */
    aheadOf(asker: Asker): number {
      const own = waiting.get(asker)
      const askers = waiting.size + (own ? 0 : 1)
      return Math.min(count, (own?.length ?? 0) * askers + askers - 1)
    },
    add(asker: Asker, item: Item) {
      const own = waiting.get(asker)
      if (own) own.push(item)
      else waiting.set(asker, [item])
      count++
    },
    /** The next one; undefined if there is none. */
    take(): Item | undefined {
      const [next] = waiting
      if (next === undefined) return undefined
      const [asker, items] = next
      waiting.delete(asker)
      const item = items.shift()
      count--
      // Its next turn comes after those of all others.
      if (items.length > 0) waiting.set(asker, items)
      return item
    },
  }
}
