import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { packageRoot } from '#src/package-root.ts'
import { bareCopy } from './bare-copy.ts'
import type { Bench, Benchmark, Figure, Table } from './benchmark.ts'
import { linesOf } from './support/catalogues.ts'
import { type Import, runImport } from './support/import-process.ts'
import { withPostgres } from './support/postgres-server.ts'
import { median, shown, spread } from './support/statistics.ts'

/** How many times as many movies the large import has as the other: about a million lines and 100,000. */
const TIMES = 10
const wantedTimesBare = 0.4
const wantedMemoryGrowth = 1.2
const wantedPeakBytes = 300_000_000
const MEGABYTE = 1_000_000

/** What a round says: an import, and the same rows without all that an import does. */
type Round = { ours: Import; bare: { rows: number; seconds: number } }
type Rounds = [Round, ...Round[]]

export const imports: Benchmark = {
  name: 'import',
  title: 'Import',
  method: `\`reelcommons import\` reads a compressed file of lines into a new data folder, in a process of its own: from
its start to its end, with reading, checking, making everything durable, and copying SQLite's log into its file. Then a
bare loop in another process inserts the resulting rows of all tables into another new catalogue in the same order, with
one prepared statement for each table, the settings of the connection that an import writes through, the same indexes
and foreign keys, and 10,000 rows in a transaction. Reading the rows is not counted there. Both take turns, and the
ratio is that of a round. On PostgreSQL, with its default settings, the same rows are copied from files on the server,
table by table with \`COPY\`, into an empty database with the same indexes and foreign keys. Peak memory is \`VmHWM\` of
the import's processes, added up: just one where the system can replace a process.`,
  async run(bench) {
    const fewLines = await linesOf(bench.small.movies, bench.say)
    const manyLines = await linesOf(bench.small.movies * TIMES, bench.say)
    const few = await onSqlite(fewLines, bench, bench.rounds)
    const many = await onSqlite(manyLines, bench, 1)
    return [
      speedFigure(few, bench),
      speedFigure(many, bench),
      ...(await postgresFigures(fewLines, bench)),
      memoryFigure(few, many, bench),
    ]
  },
}

async function onSqlite(lines: string, { scratch, say }: Bench, count: number): Promise<Rounds> {
  const [data, copy] = [join(scratch, 'imported'), join(scratch, 'inserted')]
  return roundsOf(count, async () => {
    const ours = await runImport([lines], { data })
    say(ours.summary.slice(0, ours.summary.indexOf('\n')))
    const inserts = join(packageRoot, 'bench/bare-inserts.ts')
    const { stdout } = await promisify(execFile)(process.execPath, [inserts, data, copy])
    await Promise.all([data, copy].map((folder) => rm(folder, { recursive: true })))
    return { ours, bare: JSON.parse(stdout) as Round['bare'] }
  })
}

async function roundsOf(count: number, measure: () => Promise<Round>): Promise<Rounds> {
  const rounds: Rounds = [await measure()]
  while (rounds.length < count) rounds.push(await measure())
  return rounds
}

/** Nothing where no PostgreSQL is installed. */
async function postgresFigures(lines: string, { scratch, rounds: count, say, commandOf }: Bench): Promise<Figure[]> {
  const figures = await withPostgres(async ({ create }) => {
    const rounds = await roundsOf(count, async () => {
      const database = await create('imported')
      const ours = await runImport([lines], { data: join(scratch, 'postgres'), database })
      say(ours.summary.slice(0, ours.summary.indexOf('\n')))
      return { ours, bare: await bareCopy(database, await create('copied')) }
    })
    return [
      {
        what: `Import of ${linesAndRows(rounds)} on PostgreSQL: lines per second ÷ \`COPY\``,
        measured: spread(rounds.map(timesBare), ''),
        command: commandOf('import'),
        details: roundsTable(rounds, '`COPY`'),
      },
    ]
  })
  return figures ?? []
}

function speedFigure(rounds: Rounds, { commandOf }: Bench): Figure {
  const ratios = rounds.map(timesBare)
  return {
    what: `Import of ${linesAndRows(rounds)} on SQLite: lines per second ÷ a bare loop of prepared inserts`,
    measured: spread(ratios, ''),
    wanted: `≥ ${wantedTimesBare}`,
    isReached: median(ratios) >= wantedTimesBare,
    command: commandOf('import'),
    details: roundsTable(rounds, 'bare loop'),
  }
}

/** Lines per second of the import by those of the bare one, which deals with as many lines. */
const timesBare = ({ ours, bare }: Round) => bare.seconds / ours.seconds

const linesAndRows = ([{ ours, bare }]: Rounds) => `${count(ours.lines)} lines (${count(bare.rows)} rows)`
const count = (value: number) => Math.round(value).toLocaleString('en-US')

const roundsTable = (rounds: Rounds, bareName: string): Table => ({
  title: `Rounds of the import of ${linesAndRows(rounds)}`,
  columns: ['import', 'CPU of the import', 'lines per second', bareName, 'lines per second', 'import ÷ bare'],
  rows: rounds.map((round) => {
    const { ours, bare } = round
    return [
      ...[`${shown(ours.seconds)} s`, `${shown(ours.cpuSeconds)} s`, count(ours.lines / ours.seconds)],
      ...[`${shown(bare.seconds)} s`, count(ours.lines / bare.seconds), shown(timesBare(round))],
    ]
  }),
})

function memoryFigure(few: Rounds, many: Rounds, { commandOf }: Bench): Figure {
  const peakOf = (rounds: Rounds) => median(rounds.map(({ ours }) => ours.peakBytes))
  const growth = peakOf(many) / peakOf(few)
  const megabytes = (bytes: number) => `${shown(bytes / MEGABYTE)} MB`
  return {
    what: `Peak memory of an import of ${count(many[0].ours.lines)} lines ÷ of ${count(few[0].ours.lines)}`,
    measured: `${shown(growth)} (${megabytes(peakOf(many))} ÷ ${megabytes(peakOf(few))})`,
    wanted: `≤ ${wantedMemoryGrowth}, and < ${megabytes(wantedPeakBytes)}`,
    isReached: growth <= wantedMemoryGrowth && peakOf(many) < wantedPeakBytes,
    command: commandOf('import'),
    note: `On SQLite, the ${few.length > 1 ? `median of ${few.length}` : 'one'} for the smaller.`,
  }
}
