import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { openExistingCatalogue } from '#src/catalogue/open-catalogue.ts'
import type { Database } from '#src/database/database.ts'
import { readLimits } from '#src/file-formats/limits.ts'
import { isRefused, type KeptEntry, type Refused } from '#src/kept/kept-entry.ts'
import { readKept } from '#src/kept-import/formats/read-kept.ts'
import { SeveralPeople } from '#src/kept-import/formats/whose.ts'
import { wantedOf } from '#src/matching/kept-entries.ts'
import { matchAll } from '#src/matching/match.ts'
import { certain, type Match } from '#src/matching/wanted-title.ts'
import { keptImport } from '#src/texts/en/kept-import.ts'
import { type Command, exitCode, readArguments, UsageError } from './command.ts'
import { count } from './progress.ts'

/** Entries that are matched together. */
const entriesAtOnce = 250

export const matchCommand: Command = {
  usage: ['FILE… [--person NAME]'],
  words: [
    [
      'FILE…',
      'ratings, history, watchlists or lists from IMDb, Letterboxd, Trakt and others, or a file of your own data here',
    ],
    ['--person NAME', 'whose history counts, in a file about several people'],
  ],
  examples: ['match ratings.csv'],
  async run(argv, io) {
    const { config, values, words } = readArguments(argv, io, { person: { type: 'string' } })
    const choices = values.person === undefined ? {} : { person: values.person }
    if (words.length === 0) throw new UsageError('match needs a file.')
    for (const path of words)
      if (!(await stat(path).catch(() => undefined))?.isFile()) throw new UsageError(`There is no file ${path}.`)
    const db = await openExistingCatalogue(config)
    const counts = { found: 0, uncertain: 0, missing: 0, refused: 0 }
    const say = (text: string) => void io.stdout.write(`${text}\n`)
    try {
      for (const path of words) {
        for await (const batch of batchesOf(readKept(path, basename(path), readLimits, choices))) {
          const entries = batch.filter((each): each is KeptEntry => !isRefused(each))
          const matches = await matched(db, entries)
          for (const each of batch) {
            if (!isRefused(each)) continue
            counts.refused++
            say(`${placeOf(each)}: not read: ${refusalOf(each)}`)
          }
          for (const [index, entry] of entries.entries()) {
            const match = matches[index] as Match
            const kind = !match.record ? 'missing' : match.certainty >= certain ? 'found' : 'uncertain'
            counts[kind]++
            if (kind !== 'found') say(`${placeOf(entry)}: ${kind}: ${titleOf(entry)}${guessOf(match)}`)
          }
        }
      }
    } catch (error) {
      throw error instanceof SeveralPeople ? new UsageError(`${error.message}. Choose one with --person.`) : error
    } finally {
      await db.close()
    }
    const { found, uncertain, missing, refused } = counts
    say(`${count(found)} found, ${count(uncertain)} uncertain, ${count(missing)} missing, ${count(refused)} not read`)
    return found + uncertain + missing === 0 ? exitCode.failed : exitCode.done
  },
}

async function matched(db: Database, entries: readonly KeptEntry[]): Promise<Match[]> {
  const matches = await matchAll(
    db,
    entries.map((entry) => wantedOf(entry, 'match')),
  )
  if (matches.some(({ isIndexed }) => !isIndexed))
    throw new Error('The search index is being built. Try again when it is complete.')
  return matches
}

async function* batchesOf(all: AsyncIterable<KeptEntry | Refused>): AsyncGenerator<(KeptEntry | Refused)[]> {
  let batch: (KeptEntry | Refused)[] = []
  for await (const each of all) {
    if (batch.push(each) < entriesAtOnce) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

const placeOf = ({ place: { file, line } }: KeptEntry | Refused) => (line === undefined ? file : `${file}:${line}`)

/** The sentence that the page has for it, too, and the value that is meant. */
const refusalOf = ({ reason, value }: Refused) =>
  keptImport.reasons[reason] + (value === undefined ? '' : ` (${value})`)

function titleOf({ title, year, series, season, episode, ids }: KeptEntry): string {
  const numbers = [season === undefined ? [] : `season ${season}`, episode === undefined ? [] : `episode ${episode}`]
  const known = [series?.title ?? [], numbers, title ?? idOf(ids) ?? []].flat(2).join(', ')
  return year === undefined ? known : `${known} (${year})`
}

/** What there is to call a title that has only ids. */
function idOf({ imdb, ...others }: KeptEntry['ids']): string | undefined {
  const [first] = Object.entries(others)
  return imdb ?? first?.join(' ')
}

const guessOf = ({ record, certainty }: Match) =>
  record ? `, perhaps ${record.kind} ${record.id} (${certainty.toFixed(2)})` : ''
