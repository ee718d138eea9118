import type { Ending } from './kind.ts'

/** How many jobs were ended, how, and the time that they took. */
export type Worked = Record<Ending, number> & { seconds: number }
/** How many jobs of each kind a process has ended, how, and how long it has worked on them. */
export type JobTally = ReadonlyMap<string, Worked>

const nothing = (): Worked => ({ done: 0, failed: 0, cancelled: 0, seconds: 0 })
const names = Object.keys(nothing()) as (keyof Worked)[]

/** Counts what a process does of jobs of these kinds. */
export function openTally() {
  const kinds = new Map<string, Worked>()
  const of = (kind: string) => {
    const known = kinds.get(kind) ?? nothing()
    kinds.set(kind, known)
    return known
  }
  return {
    kinds: kinds as JobTally,
    ended: (kind: string, ending: Ending) => void of(kind)[ending]++,
    worked(kind: string, ms: number) {
      of(kind).seconds += ms / 1_000
    },
    /** Adds what another process has counted. */
    add(kind: string, counted: Worked) {
      const known = of(kind)
      for (const name of names) known[name] += counted[name]
    },
    /** What was counted since it was taken last. */
    take(): [kind: string, worked: Worked][] {
      const taken = [...kinds]
      kinds.clear()
      return taken
    },
  }
}
export type Tally = ReturnType<typeof openTally>
