/** Upper bounds of the histogram of durations, in seconds. */
const BOUNDS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Whether a reply was cached, or rendered and then cached; replies that are never cached are neither. */
export type HitOrMiss = 'hit' | 'miss' | 'none'
type Answered = { group: string; status: number; reply: HitOrMiss; count: number }

export type Requests = ReturnType<typeof countRequests>

/** Counts answers in plain numbers: a warm reply can afford no more. */
export function countRequests() {
  /** Warm replies by their operation: with a body, and 304. */
  const warm = new Map<string, { sent: number; unchanged: number }>()
  const others = new Map<string, Answered>()
  const durations = BOUNDS_SECONDS.map(() => 0)
  let seconds = 0

  function add(answered: Answered, to: Map<string, Answered>) {
    const name = `${answered.group} ${answered.status} ${answered.reply}`
    const known = to.get(name)
    if (known) known.count += answered.count
    else to.set(name, { ...answered })
  }

  return {
    warm(operation: string, isUnchanged: boolean): void {
      let found = warm.get(operation)
      if (!found) {
        found = { sent: 0, unchanged: 0 }
        warm.set(operation, found)
      }
      if (isUnchanged) found.unchanged++
      else found.sent++
    },

    /** Counts any other answer, and how long it took. */
    other(group: string, status: number, reply: HitOrMiss, ms: number): void {
      add({ group, status, reply, count: 1 }, others)
      seconds += ms / 1_000
      const bound = BOUNDS_SECONDS.findIndex((at) => ms <= at * 1_000)
      if (bound >= 0) durations[bound] = (durations[bound] as number) + 1
    },

    /** All answers so far. */
    answered(): Answered[] {
      const all = new Map<string, Answered>()
      for (const answered of others.values()) add(answered, all)
      for (const [operation, { sent, unchanged }] of warm) {
        const group = groupOf(operation)
        if (sent > 0) add({ group, status: 200, reply: 'hit', count: sent }, all)
        if (unchanged > 0) add({ group, status: 304, reply: 'hit', count: unchanged }, all)
      }
      return [...all.values()]
    },

    /** For each bound, the number of answers (except warm ones) that took no longer, and the sum of all durations. */
    durations() {
      const sumOf = (counts: number[]) => counts.reduce((sum, count) => sum + count, 0)
      const within = BOUNDS_SECONDS.map((bound, at) => ({ bound, count: sumOf(durations.slice(0, at + 1)) }))
      return { within, count: sumOf([...others.values()].map(({ count }) => count)), seconds }
    },
  }
}

/** Operations are named by group and purpose; anything else has a single word. */
export const groupOf = (operation: string): string => operation.split('.', 1)[0] as string
