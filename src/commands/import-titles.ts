import type { Kind } from '#src/catalogue/kinds.ts'
import { namesOf } from '#src/contributions/editing/names.ts'
import type { Database } from '#src/database/database.ts'
import { maxTitlesKept, type TitleCounts } from '#src/import/filling/import-process.ts'
import { type FatedTitle, type TitleFate, titleFates } from '#src/import/foreign/title-fates.ts'
import type { Io } from './command.ts'
import { count } from './progress.ts'

/** Titles of one fate that a dry run lists, unless all of them are wanted. */
export const maxTitlesListed = 100

/** Those that are left out are named as what is to decide. */
const words = { made: 'new', found: 'found' } as const
type Listed = keyof typeof words
const isListed = (fate: TitleFate): fate is Listed => fate !== 'left'

/** Counts the films and series of an import, tells of them who has started it, and lists them if nothing is written. */
export function openTitles(
  db: Database,
  { stdout, report }: Io,
  { lists, all }: { lists: boolean; all: boolean },
  clear: () => void,
) {
  const counts: TitleCounts = { made: 0, found: 0, left: 0, unknown: 0 }
  const most = all ? Number.POSITIVE_INFINITY : maxTitlesListed
  async function add(titles: readonly FatedTitle[]) {
    const shown: FatedTitle[] = []
    for (const title of titles) {
      const { fate, guesses } = title
      const number = ++counts[fate]
      if (fate === 'left' && guesses.length === 0) counts.unknown++
      if (number <= maxTitlesKept) report?.({ is: 'title', ...title })
      if (lists && isListed(fate) && number <= most) shown.push(title)
    }
    if (shown.length === 0) return
    const names = await namesOf(db, idsIn(shown.filter(({ fate }) => fate === 'found')))
    clear()
    for (const title of shown) stdout.write(`${titleText(title, names)}\n`)
  }
  return {
    add,
    counts,
    /** Says how many are not listed. */
    end() {
      for (const fate of lists ? titleFates.filter(isListed) : [])
        if (counts[fate] > most)
          stdout.write(`and ${count(counts[fate] - most)} more ${words[fate]} films and series: --all lists them\n`)
    },
  }
}

const idsIn = (titles: readonly FatedTitle[]): Map<Kind, Set<number>> =>
  new Map(
    [...Map.groupBy(titles, ({ kind }) => kind)].map(([kind, some]) => [
      kind,
      new Set(some.flatMap(({ id }) => id ?? [])),
    ]),
  )

function titleText({ fate, kind, title, year, file, id }: FatedTitle, names: ReadonlyMap<string, string>): string {
  const named = `${kind} ${JSON.stringify(title)}${year === null ? '' : ` (${year})`}`
  if (fate !== 'found') return `${file}: new: ${named}`
  const name = names.get(`${kind} ${id}`)
  return `${file}: found: ${named} is ${id}${name === undefined ? '' : `, ${JSON.stringify(name)}`}`
}
