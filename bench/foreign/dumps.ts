import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bench, Benchmark, Figure } from '../benchmark.ts'
import { type Ended, runCommand } from '../support/command-process.ts'
import { counted, median, shown, spread } from '../support/statistics.ts'
import { writeImdb } from './imdb.ts'
import { peopleAt, writeDump } from './invented.ts'

/** How many times as many films the largest dump has. */
const TIMES = 50
const wantedRatio = 0.3
/** How many times as long a record may take among so many. */
const wantedGrowth = 1.5
const wantedPeakBytes = 300_000_000

type Dumped = {
  name: string
  /** What is imported, as a part of a sentence. */
  what: string
  format: string
  /** Options of the import, and of what reads the catalogue afterwards. */
  settings: readonly string[]
  /** Writes it to a path, with so many films and their people. */
  write(path: string, films: number): Promise<void>
}

type Round = { records: number; dump: Ended; lines: Ended }

/** The import of all that a source publishes, which is larger than any memory. */
const dumpImport = (dumped: Dumped): Benchmark => ({
  name: dumped.name,
  title: `Import of ${dumped.what}`,
  method: `${dumped.what[0]?.toUpperCase()}${dumped.what.slice(1)}, packed, with as many films as a tenth of the smaller
catalogue has, and with their people, is imported into an empty catalogue by \`reelcommons import --from
${dumped.format}\`, in a process of its own, from its start to its end. The result is exported, and those lines are
imported into another empty catalogue; the ratio is that of records per second. Memory and time per record are also
measured with ${TIMES} times as many films, all as for Import.`,
  async run(bench) {
    const few = Math.max(20, Math.floor(bench.small.movies / 10))
    const rounds: Round[] = []
    for (let round = 0; round < bench.rounds; round++) rounds.push(await measure(dumped, few, bench))
    const many = few * TIMES
    const large = await importDump(dumped, many, bench)
    return [
      ratioFigure(dumped, few, rounds, bench),
      growthFigure(dumped, many, rounds, large, bench),
      memoryFigure(dumped, many, rounds, large, bench),
    ]
  },
})

export const wikidataImport = dumpImport({
  name: 'import-wikidata',
  what: 'a dump of Wikidata',
  format: 'wikidata',
  settings: [],
  write: writeDump,
})

export const imdbImport = dumpImport({
  name: 'import-imdb',
  what: 'the files of IMDb',
  format: 'imdb',
  settings: ['--private'],
  write: writeImdb,
})

async function importDump(dumped: Dumped, films: number, { scratch, say }: Bench, keepsData = false): Promise<Ended> {
  const [dump, data] = [join(scratch, 'dump'), join(scratch, 'of-dump')]
  await mkdir(dump)
  await dumped.write(dump, films)
  const ended = await runCommand(['import', '--from', dumped.format, dump, ...dumped.settings, '--data', data])
  say(ended.summary.split('\n').slice(0, 2).join(', '))
  await rm(dump, { recursive: true })
  if (!keepsData) await rm(data, { recursive: true })
  return ended
}

async function measure(dumped: Dumped, films: number, bench: Bench): Promise<Round> {
  const place = (name: string) => join(bench.scratch, name)
  const [ofDump, ofLines, file] = [place('of-dump'), place('of-lines'), place('lines.ndjson')]
  const dump = await importDump(dumped, films, bench, true)
  const exported = await runCommand(['export', ...dumped.settings, '--data', ofDump])
  await writeFile(file, exported.summary)
  const lines = await runCommand(['import', file, ...dumped.settings, '--data', ofLines])
  for (const path of [ofDump, ofLines, file]) await rm(path, { recursive: true })
  return { records: recordsOf(films), dump, lines }
}

const recordsOf = (films: number) => films + peopleAt(films)

function ratioFigure({ name, what }: Dumped, films: number, rounds: readonly Round[], bench: Bench): Figure {
  const ratios = rounds.map(({ dump, lines }) => lines.seconds / dump.seconds)
  return {
    what: `Import of ${what} with ${counted(films)} films: records per second ÷ lines of the same`,
    measured: spread(ratios, ''),
    wanted: `≥ ${wantedRatio}`,
    isReached: median(ratios) >= wantedRatio,
    command: bench.commandOf(name),
    details: {
      title: `Rounds of the import of ${what}`,
      columns: ['records', 'dump', 'CPU', 'records per second', 'lines', 'CPU', 'records per second'],
      rows: rounds.map(({ records, dump, lines }) => [
        counted(records),
        ...[dump, lines].flatMap(({ seconds, cpuSeconds }) => [
          ...[`${shown(seconds)} s`, `${shown(cpuSeconds)} s`, counted(records / seconds)],
        ]),
      ]),
    },
  }
}

/** Time must not grow with the square of the number of records. */
function growthFigure({ name, what }: Dumped, films: number, rounds: readonly Round[], large: Ended, bench: Bench) {
  const perRecord = (cpuSeconds: number, records: number) => (1000 * cpuSeconds) / records
  const small = median(rounds.map(({ dump, records }) => perRecord(dump.cpuSeconds, records)))
  const many = perRecord(large.cpuSeconds, recordsOf(films))
  return {
    what: `CPU time for each record of ${what} with ${counted(films)} films`,
    measured: `${shown(many)} ms (${shown(small)} ms for 1/${TIMES}; ${shown(large.seconds)} s for all)`,
    wanted: `≤ ${shown(wantedGrowth * small)} ms`,
    isReached: many <= wantedGrowth * small,
    command: bench.commandOf(name),
  }
}

function memoryFigure({ name, what }: Dumped, films: number, rounds: readonly Round[], large: Ended, bench: Bench) {
  const small = median(rounds.map(({ dump }) => dump.peakBytes))
  const megabytes = (bytes: number) => `${shown(bytes / 1e6)} MB`
  return {
    what: `Peak memory of an import of ${what} with ${counted(films)} films`,
    measured: `${megabytes(large.peakBytes)} (${megabytes(small)} for 1/${TIMES})`,
    wanted: `< ${megabytes(wantedPeakBytes)}`,
    isReached: large.peakBytes < wantedPeakBytes,
    command: bench.commandOf(name),
  }
}
