import { type Query, type QueryClass, queryClasses } from './queries.ts'

/** How many queries of a class there are, and for how many a right record comes first, or among the first five. */
export type Tally = { queries: number; first: number; amongFive: number }
export type Judged = { all: Tally; classes: Map<QueryClass, Tally> }
export type Missed = { query: Query; place: number | undefined }

const amongFirst = 5

/** What is wanted over all queries, and of each class. */
export const wantedShares = { all: { first: 0.92, amongFive: 0.98 }, class: { first: 0.85, amongFive: 0.95 } }

export const shareOf = ({ queries }: Tally, count: number): number => (queries === 0 ? 1 : count / queries)

/** Keeps count of what was found; `place` begins at 0 and is undefined where nothing right was found. */
export function openJudge() {
  const none = (): Tally => ({ queries: 0, first: 0, amongFive: 0 })
  const judged: Judged = { all: none(), classes: new Map(queryClasses.map((name) => [name, none()])) }
  const missed: Missed[] = []
  return {
    judged,
    /** What did not come first. */
    missed,
    note(query: Query, answers: ReadonlySet<string>, found: readonly string[]) {
      const index = found.findIndex((key) => answers.has(key))
      const place = index < 0 ? undefined : index
      for (const tally of [judged.all, judged.classes.get(query.class) as Tally]) {
        tally.queries++
        if (place === 0) tally.first++
        if (place !== undefined && place < amongFirst) tally.amongFive++
      }
      if (place !== 0) missed.push({ query, place })
    },
  }
}

/** Which of the wanted shares are not reached, in words; a class without queries wants nothing. */
export function shortfalls({ all, classes }: Judged): string[] {
  const short = (name: string, tally: Tally, wanted: { first: number; amongFive: number }) =>
    (['first', 'amongFive'] as const).flatMap((which) => {
      const share = shareOf(tally, tally[which])
      return share < wanted[which] ? [`${name}, ${which}: ${share.toFixed(3)} < ${wanted[which]}`] : []
    })
  return [
    ...short('all', all, wantedShares.all),
    ...[...classes].flatMap(([name, tally]) => short(name, tally, wantedShares.class)),
  ]
}
