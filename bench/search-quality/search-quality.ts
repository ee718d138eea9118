import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packageRoot } from '#src/package-root.ts'
import type { Bench, Benchmark, Figure } from '../benchmark.ts'
import { mixed } from '../generator/random.ts'
import { counted } from '../support/statistics.ts'
import { type Judged, openJudge, shareOf, shortfalls, wantedShares } from './judge.ts'
import { openOurs } from './ours.ts'
import { fts5 } from './peers/fts5.ts'
import { fuse } from './peers/fuse.ts'
import { miniSearch } from './peers/mini-search.ts'
import type { OpenSearch } from './peers/peer.ts'
import { trigrams } from './peers/trigrams.ts'
import { openAnswers, type Query, queryClasses, readQueries } from './queries.ts'
import { readTitles, type Title } from './titles.ts'

const peers = [miniSearch, fuse, fts5, trigrams]
/** How long one search is asked, in milliseconds. Some that look at every name need a second for a query. */
const askedMs = 300_000
/** The folder of further titles, which are no part of the project. */
const bulkFolder = process.env.BENCH_TITLES
const page = join(packageRoot, 'docs/search.md')

export const searchQuality: Benchmark = {
  name: 'search-quality',
  title: 'What hard queries find',
  method: `The queries in \`bench/search-quality/\`, each with the records that are right answers, for the titles of the
sample, and those in the folder that the variable \`BENCH_TITLES\` names. Ours is asked over HTTP; the peers get the
names, years and outside ids of the same titles, and search with their default options, or those that their guides show.
Each is asked for at most five minutes, in random order. docs/search.md has the table of classes.`,
  async run(bench) {
    const paths = [join(packageRoot, 'sample'), ...(bulkFolder === undefined ? [] : [bulkFolder])]
    const titles = await readTitles(paths)
    const queries = (await readQueries()).filter(({ catalogue }) => bulkFolder !== undefined || catalogue === 'sample')
    const judged = new Map<string, Judged>()
    const all = [
      { name: 'Reelcommons', open: () => openOurs(paths, join(bench.scratch, 'data')) },
      ...peers.map(({ name, open }) => ({ name, open: () => open(titles, bench) })),
    ]
    for (const { name, open } of all) {
      bench.say(name)
      const search = await open()
      if (search) judged.set(name, await judge(search, titles, queries, bench))
    }
    await writeTable(titles.length, judged)
    return [...judged].map(([name, result]) => figureOf(name, result, bench))
  },
}

async function judge(search: OpenSearch, titles: readonly Title[], queries: readonly Query[], { say }: Bench) {
  const answersOf = openAnswers(titles)
  const { judged, missed, note } = openJudge()
  const lastMs = performance.now() + askedMs
  try {
    // Mixed, so that a search whose time runs out was asked some queries of each class.
    const inOrder = queries.map((query, index) => ({ query, place: mixed(index) >>> 0 }))
    for (const { query } of inOrder.toSorted((one, other) => one.place - other.place)) {
      if (performance.now() > lastMs) break
      note(query, answersOf(query), await search.find(query))
    }
  } finally {
    await search.close()
  }
  say(`${missed.length} of ${judged.all.queries} queries did not find what is right first`)
  return judged
}

function figureOf(name: string, judged: Judged, { commandOf }: Bench): Figure {
  const { all } = judged
  const isOurs = name === 'Reelcommons'
  const { first, amongFive } = wantedShares.all
  const catalogue = bulkFolder === undefined ? 'the sample' : 'the sample and the bulk data'
  return {
    what: `${counted(all.queries)} hard queries over ${catalogue}: found first · among the first five, ${name}`,
    measured: `${share(all.first, all.queries)} · ${share(all.amongFive, all.queries)}`,
    ...(isOurs && { wanted: `≥ ${first} · ≥ ${amongFive}`, isReached: shortfalls(judged).length === 0 }),
    command: commandOf('search-quality'),
  }
}

const share = (count: number, queries: number) => shareOf({ queries, first: 0, amongFive: 0 }, count).toFixed(3)

/** Writes the table of classes and peers into docs/search.md, between the marks of its catalogue. */
async function writeTable(titleCount: number, judged: ReadonlyMap<string, Judged>) {
  if (!existsSync(page)) return
  const mark = bulkFolder === undefined ? 'sample' : 'bulk'
  const [begin, end] = [`<!-- figures: ${mark} -->`, `<!-- end of figures: ${mark} -->`]
  const text = await readFile(page, 'utf8')
  const [before, rest] = text.split(begin)
  const after = rest?.split(end)[1]
  if (after === undefined) throw new Error(`${page} has no marks of the figures of the ${mark}`)
  await writeFile(page, `${before}${begin}\n\n${tableOf(titleCount, judged)}\n\n${end}${after}`)
}

/** Found first · among the first five, of each class and each search. */
export function tableOf(titleCount: number, judged: ReadonlyMap<string, Judged>): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const results = [...judged.values()]
  const classes = queryClasses.filter((name) => (results[0]?.classes.get(name)?.queries ?? 0) > 0)
  const cells = (tallies: { queries: number; first: number; amongFive: number }[]) => [
    String(tallies[0]?.queries),
    ...tallies.map(
      (tally) => `${shareOf(tally, tally.first).toFixed(2)} · ${shareOf(tally, tally.amongFive).toFixed(2)}`,
    ),
  ]
  const asked = results.map(({ all }) => all.queries)
  const notes = [...judged].flatMap(([name, { all }]) =>
    all.queries < Math.max(...asked) ? [`${name} was asked ${all.queries} of them in five minutes.`] : [],
  )
  return [
    line([`over ${counted(titleCount)} names`, 'queries', ...judged.keys()]),
    `|---|${'---|'.repeat(judged.size + 1)}`,
    // The name of a class seeds its random numbers, so it stays as it is.
    ...classes.map((name) =>
      line([name.replace('slip', 'typo'), ...cells(results.flatMap(({ classes }) => classes.get(name) ?? []))]),
    ),
    line(['**all**', ...cells(results.map(({ all }) => all))]),
    ...(notes.length > 0 ? ['', ...notes] : []),
  ].join('\n')
}
