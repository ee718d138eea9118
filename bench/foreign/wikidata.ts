import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bench, Benchmark, Figure } from '../benchmark.ts'
import { type Ended, runCommand } from '../support/command-process.ts'
import { counted, median, shown, spread } from '../support/statistics.ts'
import { peopleAt, writeDump } from './invented.ts'

/** How many times as many films the larger dump has. */
const TIMES = 10
const wantedRatio = 0.3
const wantedPeakBytes = 300_000_000

type Round = { records: number; dump: Ended; lines: Ended }

export const wikidataImport: Benchmark = {
  name: 'import-wikidata',
  title: 'Import of a dump of Wikidata',
  method: `A packed dump with as many films as a tenth of the smaller catalogue has, and with their people, is imported
into an empty catalogue by \`reelcommons import --from wikidata\`, in a process of its own, from its start to its end.
What came of it is exported, and the lines are imported into another empty catalogue; the ratio is that of records per
second. The memory is that of an import of a dump with ${TIMES} times as many films. Both are measured as for Import.`,
  async run(bench) {
    const few = Math.max(20, Math.floor(bench.small.movies / 10))
    const rounds: Round[] = []
    for (let round = 0; round < bench.rounds; round++) rounds.push(await measure(few, bench))
    const large = await importDump(few * TIMES, bench)
    return [ratioFigure(few, rounds, bench), memoryFigure(few * TIMES, rounds, large, bench)]
  },
}

async function importDump(films: number, { scratch, say }: Bench, keepsData = false): Promise<Ended> {
  const [dump, data] = [join(scratch, 'dump.json.gz'), join(scratch, 'of-dump')]
  await writeDump(dump, films)
  const ended = await runCommand(['import', '--from', 'wikidata', dump, '--data', data])
  say(ended.summary.split('\n').slice(0, 2).join(', '))
  await rm(dump)
  if (!keepsData) await rm(data, { recursive: true })
  return ended
}

async function measure(films: number, bench: Bench): Promise<Round> {
  const [ofDump, ofLines, file] = ['of-dump', 'of-lines', 'lines.ndjson'].map((name) => join(bench.scratch, name)) as [
    string,
    string,
    string,
  ]
  const dump = await importDump(films, bench, true)
  const exported = await runCommand(['export', '--data', ofDump])
  await writeFile(file, exported.summary)
  const lines = await runCommand(['import', file, '--data', ofLines])
  for (const path of [ofDump, ofLines, file]) await rm(path, { recursive: true })
  return { records: films + peopleAt(films), dump, lines }
}

const ratioOf = ({ dump, lines }: Round) => lines.seconds / dump.seconds

function ratioFigure(films: number, rounds: readonly Round[], { commandOf }: Bench): Figure {
  const ratios = rounds.map(ratioOf)
  return {
    what: `Import of a dump of Wikidata with ${counted(films)} films: records per second ÷ lines of the same`,
    measured: spread(ratios, ''),
    wanted: `≥ ${wantedRatio}`,
    isReached: median(ratios) >= wantedRatio,
    command: commandOf('import-wikidata'),
    details: {
      title: 'Rounds of the import of a dump of Wikidata',
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

function memoryFigure(films: number, rounds: readonly Round[], large: Ended, { commandOf }: Bench): Figure {
  const small = median(rounds.map(({ dump }) => dump.peakBytes))
  const megabytes = (bytes: number) => `${shown(bytes / 1e6)} MB`
  return {
    what: `Peak memory of an import of a dump of Wikidata with ${counted(films)} films`,
    measured: `${megabytes(large.peakBytes)} (${megabytes(small)} for a tenth)`,
    wanted: `< ${megabytes(wantedPeakBytes)}`,
    isReached: large.peakBytes < wantedPeakBytes,
    command: commandOf('import-wikidata'),
  }
}
