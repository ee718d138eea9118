import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { getPriority } from 'node:os'
import { basename, dirname, extname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { packageRoot } from '#src/package-root.ts'
import { alternatives } from './alternatives/alternatives.ts'
import type { Bench, Benchmark, Catalogue } from './benchmark.ts'
import { batches } from './commons/batch.ts'
import { commons } from './commons/commons.ts'
import { streams } from './commons/streams.ts'
import { keptImport } from './computed/kept-import.ts'
import { popularity } from './computed/popularity.ts'
import { copies } from './copy.ts'
import { discovering } from './discover.ts'
import { recordReads } from './draw.ts'
import { editing } from './editing/editing.ts'
import { imdbImport, wikidataImport } from './foreign/dumps.ts'
import { libraryImport } from './foreign/library.ts'
import { images } from './images.ts'
import { imports } from './import.ts'
import { isolation } from './isolation.ts'
import { feed } from './kept/feed.ts'
import { keeping } from './kept/kept.ts'
import { lists } from './latencies/lists.ts'
import { ofOneRecord } from './latencies/of-one-record.ts'
import { searchOnPostgres } from './latencies/on-postgres.ts'
import { plexMatch } from './latencies/plex-match.ts'
import { search, searchIndex } from './latencies/search.ts'
import { similar } from './latencies/similar.ts'
import { requestLog } from './log.ts'
import { memory } from './memory.ts'
import { nodes } from './nodes.ts'
import { loadedNodes } from './overload/loaded-nodes.ts'
import { overload } from './overload/overload.ts'
import { pages } from './pages/pages.ts'
import { peer } from './peer.ts'
import { onPostgres } from './postgres.ts'
import { reads } from './reads.ts'
import { readsBesideImport } from './reads-beside-import.ts'
import { readsBesideWork } from './reads-beside-work.ts'
import { searchQuality } from './search-quality/search-quality.ts'
import { sizes } from './sizes.ts'
import { soak } from './soak/soak.ts'
import { start } from './start.ts'
import { folderOf, prepareCatalogue } from './support/catalogues.ts'
import { drawChart } from './support/draw-chart.ts'
import { describeFile, describeMachine, watchMachine } from './support/machine.ts'
import { chartFile, type Listed, type Result, reportOf, type Sized } from './support/report.ts'
import { counted } from './support/statistics.ts'
import { missing, pathOf } from './support/tools.ts'
import { warm } from './warm.ts'

const benchmarks: readonly Benchmark[] = [
  warm,
  reads,
  batches,
  sizes,
  peer,
  alternatives,
  lists,
  ofOneRecord,
  popularity,
  similar,
  searchIndex,
  search,
  plexMatch,
  discovering,
  searchQuality,
  requestLog,
  isolation,
  pages,
  images,
  start,
  memory,
  imports,
  readsBesideImport,
  readsBesideWork,
  libraryImport,
  wikidataImport,
  imdbImport,
  commons,
  streams,
  keptImport,
  overload,
  onPostgres,
  searchOnPostgres,
  nodes,
  loadedNodes,
  copies,
  keeping,
  feed,
  editing,
  soak,
]

const DEFAULT_MOVIES = 1_000_000
const SMALL_MOVIES = 10_000
/** Figures of these sizes are on the page of the project; a try with another leaves it alone. */
const PAGE_SIZES: readonly number[] = [DEFAULT_MOVIES, SMALL_MOVIES]
const PAGE = 'performance.md'

const usage = `Usage: npm run bench [-- NAME…] [--movies N] [--rounds N] [--seconds S] [--document PATH]

Measures the server with an invented catalogue, which is made if it is missing, and writes a document. Needs Linux.

${benchmarks.map(({ name, title }) => `  ${name.padEnd(20)} ${title}\n`).join('')}
  --movies N       how large the catalogue is (default: ${DEFAULT_MOVIES})
  --rounds N       how many rounds to take the median of (default: 5)
  --seconds S      how long a round is (default: 0.75)
  --minutes M      how long a soak is (default: 45), and nodes under load (at most 10)
  --document PATH  where to write; by default, with ${PAGE_SIZES.map(counted).join(' or ')} movies, docs/performance.md,
                   which shows both, or else a file beside the catalogue
  --only           the document is only about the benchmarks that are named, with this size
  --write-only     measure nothing and write the document again
  --operation ID   read records with only this operation, or several, and show the document instead of writing it
`

const say = (text: string) => void process.stderr.write(`bench: ${text}\n`)

async function main(argv: string[]) {
  const { values, positionals: names } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      movies: { type: 'string', default: String(DEFAULT_MOVIES) },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '0.75' },
      minutes: { type: 'string', default: '45' },
      document: { type: 'string' },
      'write-only': { type: 'boolean' },
      only: { type: 'boolean' },
      operation: { type: 'string', multiple: true },
      help: { type: 'boolean', short: 'h' },
    },
  })
  const numbers = [values.movies, values.rounds, values.seconds, values.minutes].map(Number)
  const [movies, rounds, roundSeconds, minutes] = numbers
  const { operation: operations = [] } = values
  const unknown = [
    ...names.filter((name) => !benchmarks.some((benchmark) => benchmark.name === name)),
    ...operations.filter((operation) => !recordReads.includes(operation)),
  ]
  if (values.help || unknown.length > 0 || !movies || !rounds || !roundSeconds || !minutes) {
    for (const name of unknown) say(`nothing is called ${name}`)
    process.stderr.write(usage)
    process.exitCode = values.help ? 0 : 2
    return
  }
  const size = { movies, rounds, roundSeconds, minutes }
  if (operations.length > 0) {
    process.stdout.write(reportOf([await tried(operations, size)]))
    return
  }
  const chosen = benchmarks.filter(({ name }) => names.length === 0 || names.includes(name))
  if (!values['write-only']) await measureAll(chosen, size)
  await writeDocument(chosen, movies, { path: values.document, isOnly: values.only ?? false })
}

/** Writes what was measured, now and before: of the sizes of the page, or of another one, or only what was chosen. */
async function writeDocument(
  chosen: readonly Benchmark[],
  movies: number,
  { path, isOnly }: { path: string | undefined; isOnly: boolean },
) {
  const isOnPage = PAGE_SIZES.includes(movies) && !isOnly
  const document = path ?? (isOnPage ? join(packageRoot, 'docs', PAGE) : join(await folderOf(movies), PAGE))
  const listed = await listedOf(isOnly ? chosen : benchmarks, isOnPage ? PAGE_SIZES : [movies])
  // They are about all of the figures.
  const findings = isOnPage ? await readFile(findingsFile, 'utf8') : ''
  const pictures = `${basename(document, extname(document))}-charts`
  await writeFile(document, reportOf(listed, findings, pictures))
  await drawCharts(listed, join(dirname(document), pictures))
  say(`written: ${document}`)
}

/** Each chart of a document as a file of a folder beside it. */
async function drawCharts(listed: readonly Listed[], folder: string) {
  const charts = listed.flatMap(({ results }) =>
    results.flatMap(({ movies, result }) =>
      result.figures.flatMap(({ chart }) => (chart ? [{ chart, file: chartFile(chart, movies) }] : [])),
    ),
  )
  await rm(folder, { recursive: true, force: true })
  if (charts.length === 0) return
  await mkdir(folder)
  for (const { chart, file } of charts) await writeFile(join(folder, file), drawChart(chart))
}

/** What people make of the figures. */
const findingsFile = join(packageRoot, 'bench/support/findings.md')

async function resultFile(movies: number, name: string): Promise<string> {
  const folder = join(await folderOf(movies), 'results')
  await mkdir(folder, { recursive: true })
  return join(folder, `${name}.json`)
}

/** The command that runs a benchmark again. */
const commandOf = (name: string, movies: number) =>
  `npm run bench -- ${name}${movies === DEFAULT_MOVIES ? '' : ` --movies ${movies}`}`

type Size = { movies: number; rounds: number; roundSeconds: number; minutes: number }
type Catalogues = { large: Catalogue; small: Catalogue }

async function cataloguesOf(movies: number): Promise<Catalogues> {
  const large = await prepareCatalogue(movies, say)
  return { large, small: movies > SMALL_MOVIES ? await prepareCatalogue(SMALL_MOVIES, say) : large }
}

/** Says what is missing before anything is made or measured, which may take hours. */
function sayMissing(chosen: readonly Benchmark[]) {
  for (const { name, tools = [] } of chosen)
    for (const tool of tools)
      if (!pathOf(tool)) say(`${missing(tool)}. ${name} goes on without the figures that need it`)
}

async function measureAll(chosen: readonly Benchmark[], size: Size) {
  sayMissing(chosen)
  const catalogues = await cataloguesOf(size.movies)
  for (const benchmark of chosen) {
    const file = await resultFile(size.movies, benchmark.name)
    // What breaks off is shown as not measured.
    await rm(file, { force: true })
    const result = await measure(benchmark, catalogues, size, recordReads)
    await writeFile(file, JSON.stringify(result, undefined, 2))
  }
}

/** Reads with a part of the operations, of which nothing is kept. */
async function tried(operations: readonly string[], size: Size): Promise<Listed> {
  const result = await measure(reads, await cataloguesOf(size.movies), size, operations)
  return listedAs(reads, [{ movies: size.movies, result }])
}

async function measure(
  benchmark: Benchmark,
  { large, small }: Catalogues,
  { movies, rounds, roundSeconds, minutes }: Size,
  operations: readonly string[],
): Promise<Result> {
  const files = small === large ? [large] : [large, small]
  const scratch = await mkdtemp(join(await folderOf(movies), 'scratch-'))
  const bench: Bench = {
    large,
    small,
    key: large.key,
    scratch,
    rounds,
    roundSeconds,
    minutes,
    operations,
    say,
    commandOf: (name) => commandOf(name, movies),
  }
  try {
    say(benchmark.title)
    const usage = watchMachine()
    const before = await Promise.all(files.map(describeFile))
    const figures = await benchmark.run(bench)
    for (const { what, measured } of figures) say(`${what}: ${measured}`)
    const after = await Promise.all(files.map(describeFile))
    const at = new Date().toISOString()
    const othersShare = usage.othersShare()
    const run = { at, rounds, roundSeconds, priority: getPriority() }
    return { ...run, machine: describeMachine(), othersShare, before, after, figures }
  } finally {
    await rm(scratch, { recursive: true })
  }
}

/** Benchmarks with the last result of each for catalogues of these sizes, as far as there is one. */
const listedOf = (shown: readonly Benchmark[], sizes: readonly number[]): Promise<Listed[]> =>
  Promise.all(
    shown.map(async (benchmark) => {
      const results = await Promise.all(sizes.map((movies) => resultOf(benchmark.name, movies)))
      return listedAs(
        benchmark,
        results.flatMap((sized) => sized ?? []),
      )
    }),
  )

async function resultOf(name: string, movies: number): Promise<Sized | undefined> {
  const file = await resultFile(movies, name)
  return existsSync(file) ? { movies, result: JSON.parse(await readFile(file, 'utf8')) } : undefined
}

const listedAs = ({ name, title, method = '' }: Benchmark, results: Sized[]): Listed => ({
  title,
  method,
  command: commandOf(name, DEFAULT_MOVIES),
  results,
})

// The servers that were started end with this process, and it ends only so when it is told to.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
await main(process.argv.slice(2))
