import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Bench, Benchmark, Figure } from '../benchmark.ts'
import { type Ended, runCommand } from '../support/command-process.ts'
import { readsOfCopy } from '../support/reads-of-copy.ts'
import { counted, shown } from '../support/statistics.ts'
import type { SteadyResult } from '../support/steady-load.ts'
import { writeLibrary } from './invented.ts'

const mostFilms = 5_000
const PER_SECOND = 200
const CONNECTIONS = 4
const WARM_UP_MS = 5_000
const QUIET_MS = 20_000
const wantedMinutes = 5
const wantedTimes = 3

type Measured = { films: number; ended: Ended; quiet: SteadyResult; beside: SteadyResult }

export const libraryImport: Benchmark = {
  name: 'import-library',
  title: 'Import of a media library with NFO files and posters',
  method: `A library of ${counted(mostFilms)} films (or half as many as the smaller catalogue has, if that is less) is
made, each with a folder, an NFO file with 15 actors and a poster of 1000 × 1500 pixels that no other film has. Then
\`reelcommons import --from nfo\` imports it in a process of its own, from its start to its end, into a copy of the
smaller catalogue. Its server answers ${PER_SECOND} requests a second for details of movies meanwhile, at a steady pace,
and before that for ${QUIET_MS / 1000} s without an import. Server, import and load generator share the machine.`,
  async run(bench) {
    const measured = await measure(bench)
    return [timeFigure(measured, bench), latencyFigure(measured, bench)]
  },
}

async function measure({ small, scratch, say }: Bench): Promise<Measured> {
  const films = Math.min(mostFilms, Math.floor(small.movies / 2))
  const [data, library] = [join(scratch, 'filled'), join(scratch, 'library')]
  say(`a library of ${films} films is made`)
  await writeLibrary(library, films)
  const { load, end } = await readsOfCopy(small, data, { perSecond: PER_SECOND, connections: CONNECTIONS })
  try {
    await pause(WARM_UP_MS)
    await load.look()
    await pause(QUIET_MS)
    const quiet = await load.look()
    const ended = await runCommand(['import', '--from', 'nfo', library, '--sample', 'keep', '--data', data])
    const beside = await load.look()
    say(ended.summary.split('\n').slice(0, 2).join(', '))
    return { films, ended, quiet, beside }
  } finally {
    await end()
    for (const folder of [data, library]) await rm(folder, { recursive: true })
  }
}

function timeFigure({ films, ended }: Measured, { commandOf }: Bench): Figure {
  const minutes = ended.seconds / 60
  // What is wanted is said of 5,000 films.
  const megabytes = shown(ended.peakBytes / 1_000_000)
  const wanted = (wantedMinutes * films) / mostFilms
  return {
    what: `Import of a library of ${counted(films)} films with NFO files and posters, while the server answers`,
    measured: `${shown(minutes)} min (${shown(films / ended.seconds)} films per second, ${megabytes} MB)`,
    wanted: `≤ ${shown(wanted)} min`,
    isReached: minutes <= wanted,
    command: commandOf('import-library'),
  }
}

function latencyFigure({ quiet, beside }: Measured, { commandOf }: Bench): Figure {
  const ratio = beside.latencyMs.p99 / quiet.latencyMs.p99
  return {
    what: 'p99 of details of a movie while a library is imported ÷ without',
    measured: `${shown(ratio)} (${shown(beside.latencyMs.p99)} ms ÷ ${shown(quiet.latencyMs.p99)} ms)`,
    wanted: `≤ ${wantedTimes}`,
    isReached: ratio <= wantedTimes,
    command: commandOf('import-library'),
  }
}
