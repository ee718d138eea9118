import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Bench, Benchmark, Figure } from '../benchmark.ts'
import { type Ended, runCommand } from '../support/command-process.ts'
import { readsOfCopy } from '../support/reads-of-copy.ts'
import { counted, median, shown, spread } from '../support/statistics.ts'
import type { SteadyResult } from '../support/steady-load.ts'
import { writeLibrary } from './invented.ts'

const mostFilms = 5_000
const PER_SECOND = 200
const CONNECTIONS = 4
const WARM_UP_MS = 5_000
const QUIET_MS = 20_000
const wantedMinutes = 5
const wantedTimes = 3

type Measured = { ended: Ended; quiet: SteadyResult; beside: SteadyResult }

export const libraryImport: Benchmark = {
  name: 'import-library',
  title: 'Import of a media library with NFO files and posters',
  method: `A library of ${counted(mostFilms)} films (or half as many as the smaller catalogue has, if that is less) is
made, each with a folder, an NFO file with 15 actors and a poster of 1000 × 1500 pixels that no other film has. In each
round \`reelcommons import --from nfo\` imports it in a process of its own, from start to end, into a copy of the
smaller catalogue. Meanwhile its server answers ${PER_SECOND} requests a second for details of movies, at a steady pace,
after ${QUIET_MS / 1000} s of the same without an import. Server, import and load generator share the machine.`,
  async run(bench) {
    const films = Math.min(mostFilms, Math.floor(bench.small.movies / 2))
    const library = join(bench.scratch, 'library')
    bench.say(`a library of ${films} films is made`)
    await writeLibrary(library, films)
    const rounds: Measured[] = []
    for (let round = 0; round < bench.rounds; round++) rounds.push(await measure(library, bench))
    await rm(library, { recursive: true })
    return [timeFigure(films, rounds, bench), latencyFigure(rounds, bench)]
  },
}

async function measure(library: string, { small, scratch, say }: Bench): Promise<Measured> {
  const data = join(scratch, 'filled')
  const { load, end } = await readsOfCopy(small, data, { perSecond: PER_SECOND, connections: CONNECTIONS })
  try {
    await pause(WARM_UP_MS)
    await load.look()
    await pause(QUIET_MS)
    const quiet = await load.look()
    const ended = await runCommand(['import', '--from', 'nfo', library, '--sample', 'keep', '--data', data])
    const beside = await load.look()
    say(`p99 ${shown(quiet.latencyMs.p99)} ms, beside the import ${shown(beside.latencyMs.p99)} ms`)
    return { ended, quiet, beside }
  } finally {
    await end()
    await rm(data, { recursive: true })
  }
}

function timeFigure(films: number, rounds: readonly Measured[], { commandOf }: Bench): Figure {
  const minutes = rounds.map(({ ended }) => ended.seconds / 60)
  const megabytes = shown(Math.max(...rounds.map(({ ended }) => ended.peakBytes)) / 1_000_000)
  // What is wanted is said of 5,000 films.
  const wanted = (wantedMinutes * films) / mostFilms
  return {
    what: `Import of a library of ${counted(films)} films with NFO files and posters, while the server answers`,
    measured: `${spread(minutes, ' min')} (${shown(films / (60 * median(minutes)))} films per second, ${megabytes} MB)`,
    wanted: `≤ ${shown(wanted)} min`,
    isReached: median(minutes) <= wanted,
    command: commandOf('import-library'),
  }
}

function latencyFigure(rounds: readonly Measured[], { commandOf }: Bench): Figure {
  const [quiet, beside] = [rounds.map(({ quiet }) => quiet), rounds.map(({ beside }) => beside)]
  const p99 = (of: readonly SteadyResult[]) => median(of.map(({ latencyMs }) => latencyMs.p99))
  const ratio = p99(beside) / p99(quiet)
  const cells = ({ latencyMs, delayMs }: SteadyResult) =>
    [latencyMs.p50, latencyMs.p99, latencyMs.max, delayMs.p99].map((ms) => `${shown(ms)} ms`)
  return {
    what: 'p99 of details of a movie while a library is imported ÷ without',
    measured: `${shown(ratio)} (${shown(p99(beside))} ms ÷ ${shown(p99(quiet))} ms, medians of ${rounds.length})`,
    wanted: `≤ ${wantedTimes}`,
    isReached: ratio <= wantedTimes,
    command: commandOf('import-library'),
    details: {
      title: 'Reads with and without the import of a library',
      columns: ['round', 'p50', 'p99', 'longest', 'generator late, p99'],
      rows: rounds.flatMap((round, at) => [
        [`${at + 1}, without`, ...cells(round.quiet)],
        [`${at + 1}, beside`, ...cells(round.beside)],
      ]),
    },
  }
}
