import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packageRoot } from '#src/package-root.ts'
import { below, chance, randomOf, streamOf } from '../generator/random.ts'
import { lineOf, type Query, type QueryClass, queryClasses, queryColumns, recordKey } from './queries.ts'
import { openRivals } from './rivals.ts'
import { rules } from './rules.ts'
import { plainWords, readTitles, type Title } from './titles.ts'

/**
 * Writes `by-rule.tsv`: queries that rules make of titles of the sample and of the bulk data, whose folder is given.
 * The same seed and data make the same queries.
 */
const [bulkFolder] = process.argv.slice(2)
if (bulkFolder === undefined) throw new Error('give the folder of the bulk data')

const seed = 18
const perClass = 32
/** Of titles that are drawn, the share that is of the sample. */
const sampleShare = 0.55
const mostTries = 200_000
/** Longer titles are remarks more than titles, and so is what has brackets or numbers its tapes. */
const mostLetters = 45
const remark = /[[(;]|\. |\bvol\b|\bparts? \d|\bed\.|: series|television program/i

const sample = await readTitles([join(packageRoot, 'sample')])
const bulk = await readTitles([bulkFolder])
const rivals = openRivals([...sample, ...bulk])
const inSample = new Set(sample.map(recordKey))

/** Titles that the rules of a class are about; people and companies only where they are known by other names or ids. */
const isFor = (queryClass: QueryClass) => (title: Title) =>
  title.name.length <= mostLetters &&
  !remark.test(title.name) &&
  (queryClass === 'other scripts' || !title.name.includes('=')) &&
  (title.kind === 'movie' ||
    title.kind === 'tv' ||
    ['other titles', 'outside ids', 'other scripts'].includes(queryClass))

/** Whether something else answers the query as well as the title does. */
function hasRival(queryClass: QueryClass, title: Title, query: string): boolean {
  if (queryClass === 'outside ids' || queryClass.startsWith('year')) return false
  if (rivals.isNamed(title, query)) return true
  if (queryClass === 'one slip') return rivals.isNear(title, query, 1) || rivals.hasAllWords(title, query)
  if (queryClass === 'two slips') return rivals.isNear(title, query, 2) || rivals.hasAllWords(title, query)
  // A whole name is nearer than a longer one with the same words; part of a name is not.
  return ['inner word', 'joined or parted words', 'numbers'].includes(queryClass) && rivals.hasAllWords(title, query)
}

/** The year tells namesakes apart; without it, all of them are meant. */
const expectedOf = ({ kind, name, year }: Title, queryClass: QueryClass) => ({
  kind,
  name,
  ...(year !== undefined && (queryClass.startsWith('year') || queryClass === 'outside ids') && { year }),
})

function queriesOf(queryClass: QueryClass, pools: readonly Title[][]): Query[] {
  const random = randomOf(seed, streamOf(queryClass), 0)
  const queries: Query[] = []
  const used = new Set<string>()
  for (let tries = 0; tries < mostTries && queries.length < perClass; tries++) {
    const pool = pools[chance(random, sampleShare) ? 0 : 1] as Title[]
    const title = pool[below(random, pool.length)]
    const made = title && !used.has(plainWords(title.name)) ? rules[queryClass](title, random, rivals) : undefined
    if (title === undefined || made === undefined || hasRival(queryClass, title, made.text)) continue
    used.add(plainWords(title.name))
    const catalogue = inSample.has(recordKey(title)) ? 'sample' : 'bulk'
    queries.push({
      class: queryClass,
      catalogue,
      search: title.kind,
      ...made,
      expected: [expectedOf(title, queryClass)],
    })
  }
  return queries
}

const lines = queryClasses.flatMap((queryClass) => {
  const pools = [sample, bulk].map((titles) => titles.filter(isFor(queryClass)))
  return queriesOf(queryClass, pools).map(lineOf)
})
await writeFile(join(import.meta.dirname, 'by-rule.tsv'), [queryColumns, ...lines, ''].join('\n'))
process.stderr.write(`${lines.length} queries\n`)
