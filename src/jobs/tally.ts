import type { Ending } from './kind.ts'

type Worked = Record<Ending, number> & { seconds: number }
/** How many jobs of each kind a process has ended, how, and how long it has worked on them. */
export type JobTally = ReadonlyMap<string, Worked>

/** Counts what a process does of jobs of these kinds. */
export function openTally() {
  const kinds = new Map<string, Worked>()
  const of = (kind: string) => {
    const known = kinds.get(kind) ?? { done: 0, failed: 0, cancelled: 0, seconds: 0 }
    kinds.set(kind, known)
    return known
  }
  return {
    kinds: kinds as JobTally,
    ended: (kind: string, ending: Ending) => void of(kind)[ending]++,
    worked(kind: string, ms: number) {
      of(kind).seconds += ms / 1_000
    },
  }
}
export type Tally = ReturnType<typeof openTally>
