/** How many have a turn before others are answered: telling them takes about a millisecond. */
const AT_ONCE = 25

/** Lets many do the same, some at a time, in the order in which they ask; between them others are answered. */
export function openTurns(atOnce = AT_ONCE) {
  const waiting = new Set<() => void>()
  let left = atOnce
  let isCounting = false

  function goOn() {
    left = atOnce
    isCounting = false
    for (const begin of waiting) {
      if (left === 0) return
      waiting.delete(begin)
      take()
      begin()
    }
  }

  function take() {
    left--
    if (isCounting) return
    isCounting = true
    setImmediate(goOn)
  }

  /** Resolves when it is one's turn. */
  return (): Promise<void> => {
    if (left === 0 || waiting.size > 0) return new Promise((resolve) => void waiting.add(resolve))
    take()
    return Promise.resolve()
  }
}
