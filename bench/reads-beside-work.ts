import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { waitingIn } from '#src/beside/occasions.ts'
import { openDatabase } from '#src/database/open.ts'
import type { Bench, Benchmark, Figure } from './benchmark.ts'
import { withoutNumbers } from './reads-beside-import.ts'
import { linesOf } from './support/catalogues.ts'
import { runImport } from './support/import-process.ts'
import { readsOfCopy } from './support/reads-of-copy.ts'
import { median, shown, spread } from './support/statistics.ts'
import type { SteadyResult } from './support/steady-load.ts'

const PER_SECOND = 20
const CONNECTIONS = 1
const WARM_UP_MS = 5_000
const QUIET_MS = 20_000
const POLL_MS = 500
/** The work may take longer than is looked at; it may not take longer than this. */
const WORK_TIMEOUT_MS = 1_800_000
/** How many times as many movies the lines have as the catalogue that they come to. */
const TIMES = 2
const wantedTimes = 2

/** Reads for a while, and the share of the time for which the thread that answers was at work. */
type Span = SteadyResult & { seconds: number; busy: number }
type Round = { quiet: Span; beside: Span; workSeconds: number }

export const readsBesideWork: Benchmark = {
  name: 'reads-beside-work',
  title: 'A cheap read while an import is worked off',
  method: `A process of its own requests details of movies drawn from the whole range of ids ${PER_SECOND} times a
second over one connection that stays open; latency is from sending a request to the last byte of its reply. Every round
begins with a copy of the catalogue of 10,000 movies and a server that is settled and warmed up for
${WARM_UP_MS / 1000} s. First nothing else goes on for ${QUIET_MS / 1000} s. Then as many movies again are imported, and
from the end of the import until nothing waits any longer the server brings the search index, popularity, reports and
sitemaps up to date. How busy the thread that answers is, is told by the system.`,
  async run(bench) {
    const lines = join(bench.scratch, 'lines.ndjson')
    await writeFile(lines, withoutNumbers(await linesOf(bench.small.movies * TIMES, bench.say)))
    const rounds: Round[] = []
    for (let round = 0; round < bench.rounds; round++) rounds.push(await measure(lines, bench))
    return figuresOf(rounds, bench)
  },
}

async function measure(lines: string, { small, scratch, say }: Bench): Promise<Round> {
  const data = join(scratch, 'catalogue')
  const { server, load, end } = await readsOfCopy(small, data, { perSecond: PER_SECOND, connections: CONNECTIONS })
  const during = async (work: () => Promise<unknown>): Promise<Span> => {
    await load.look()
    const [startMs, before] = [performance.now(), server.mainThreadSeconds()]
    await work()
    const seconds = (performance.now() - startMs) / 1_000
    return { ...(await load.look()), seconds, busy: (server.mainThreadSeconds() - before) / seconds }
  }
  try {
    await pause(WARM_UP_MS)
    const quiet = await during(() => pause(QUIET_MS))
    await runImport([lines], { data })
    const before = server.familySeconds()
    const beside = await during(() => workedOff(data))
    say(`p99 ${shown(quiet.latencyMs.p99)} ms, while an import is worked off ${shown(beside.latencyMs.p99)} ms`)
    return { quiet, beside, workSeconds: server.familySeconds() - before }
  } finally {
    await end()
    await rm(data, { recursive: true })
  }
}

/** Waits until nothing waits to be done, but for popularity, which requests make wait again. */
async function workedOff(data: string): Promise<void> {
  const db = await openDatabase(data, { writes: 'none', connections: 1 })
  try {
    const endMs = performance.now() + WORK_TIMEOUT_MS
    while ((await waitingIn(db, new Date())).some((name) => name !== 'popularity')) {
      if (performance.now() > endMs) throw new Error('the work after an import did not end')
      await pause(POLL_MS)
    }
  } finally {
    await db.close()
  }
}

function figuresOf(rounds: readonly Round[], { commandOf, small }: Bench): Figure[] {
  const of = (which: 'quiet' | 'beside', what: (span: Span) => number) =>
    median(rounds.map((round) => what(round[which])))
  const p99 = ({ latencyMs }: Span) => latencyMs.p99
  const busy = (span: Span) => span.busy * 100
  const movies = `at ${small.movies.toLocaleString('en-US')} movies`
  const figure = (what: string, value: (span: Span) => number, unit: string): Figure => {
    const ratio = of('beside', value) / of('quiet', value)
    const settled = spread(
      rounds.map(({ quiet }) => value(quiet)),
      unit,
    )
    return {
      what: `${what}, ${movies}`,
      measured: `${shown(ratio)} (${shown(of('beside', value))}${unit} ÷ ${settled})`,
      wanted: `≤ ${wantedTimes}`,
      isReached: ratio <= wantedTimes,
      command: commandOf('reads-beside-work'),
    }
  }
  const cellsOf = (span: Span) => [
    ...[span.latencyMs.p50, span.latencyMs.p99, span.latencyMs.max].map((ms) => `${shown(ms)} ms`),
    `${shown(busy(span))} %`,
    `${shown(span.delayMs.p99)} ms`,
  ]
  const details = {
    title: 'Reads while an import is worked off, and without',
    columns: ['round', 'p50', 'p99', 'longest', 'thread that answers', 'generator late, p99', 'work, CPU'],
    rows: rounds.flatMap(({ quiet, beside, workSeconds }, at) => [
      [`${at + 1}, settled`, ...cellsOf(quiet), ''],
      [`${at + 1}, beside`, ...cellsOf(beside), `${shown(workSeconds)} s in ${shown(beside.seconds)} s`],
    ]),
  }
  return [
    { ...figure('p99 of details of a movie while an import is worked off ÷ settled', p99, ' ms'), details },
    figure('time of the thread that answers while an import is worked off ÷ settled', busy, ' %'),
  ]
}
