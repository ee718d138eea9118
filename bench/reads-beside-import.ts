import { createReadStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { createZstdDecompress } from 'node:zlib'
import type { Bench, Benchmark, Figure } from './benchmark.ts'
import { linesOf } from './support/catalogues.ts'
import { runImport } from './support/import-process.ts'
import { readsOfCopy } from './support/reads-of-copy.ts'
import type { Server } from './support/server.ts'
import { median, shown, spread } from './support/statistics.ts'
import type { SteadyResult } from './support/steady-load.ts'

const PER_SECOND = 200
const CONNECTIONS = 4
const WARM_UP_MS = 5_000
/** How long it is read without an import: about as long as one takes. */
const QUIET_MS = 20_000
/** How many times as many movies the lines have as the catalogue that they come to. */
const TIMES = 2
const wantedTimes = 3

/** Reads for a while, with what that cost. */
type Span = SteadyResult & { seconds: number; serverCpuSeconds: number }
type Round = { quiet: Span; beside: Span; importCpuSeconds: number; summary: string }

export const readsBesideImport: Benchmark = {
  name: 'reads-beside-import',
  title: 'A cheap read while an import runs',
  method: `A process of its own requests details of movies drawn from the whole range of ids ${PER_SECOND} times a
second, over ${CONNECTIONS} connections that stay open, at a steady pace; latency is from sending a request to the last
byte of its reply. First nothing else goes on for ${QUIET_MS / 1000} s, then another process imports into the same data
folder, from its start to its end. Every round begins with a copy of the catalogue of 10,000 movies and a server that
has been warmed up for ${WARM_UP_MS / 1000} s; the imported lines are those of ${TIMES} times as many movies without
seasons and episodes, so that some records are changed and others created. Server, import and load generator share the
machine.`,
  async run(bench) {
    const lines = join(bench.scratch, 'lines.ndjson')
    await writeFile(lines, withoutNumbers(await linesOf(bench.small.movies * TIMES, bench.say)))
    const rounds: Round[] = []
    for (let round = 0; round < bench.rounds; round++) rounds.push(await measure(lines, bench))
    return [figureOf(rounds, bench)]
  },
}

/** The lines of a packed file but seasons and episodes, whose ids have other numbers in a catalogue of another size. */
export async function* withoutNumbers(file: string): AsyncGenerator<string> {
  const lines = createInterface({ input: createReadStream(file).pipe(createZstdDecompress()), crlfDelay: Infinity })
  for await (const line of lines) if (!/^\{"kind":"(season|episode)"/.test(line)) yield `${line}\n`
}

async function measure(lines: string, { small, scratch, say }: Bench): Promise<Round> {
  const data = join(scratch, 'catalogue')
  const { server, load, end } = await readsOfCopy(small, data, { perSecond: PER_SECOND, connections: CONNECTIONS })
  try {
    await pause(WARM_UP_MS)
    await load.look()
    const { span: quiet } = await during(server, load, () => pause(QUIET_MS))
    const { span: beside, result } = await during(server, load, () => runImport([lines], { data }))
    say(`p99 ${shown(quiet.latencyMs.p99)} ms, beside an import ${shown(beside.latencyMs.p99)} ms`)
    return { quiet, beside, importCpuSeconds: result.cpuSeconds, summary: result.summary }
  } finally {
    await end()
    await rm(data, { recursive: true })
  }
}

/** What became of the reads during `work`. */
async function during<Result>(
  server: Server,
  load: { look(): Promise<SteadyResult> },
  work: () => Promise<Result>,
): Promise<{ span: Span; result: Result }> {
  const before = server.cpuSeconds()
  const startMs = performance.now()
  const result = await work()
  const seconds = (performance.now() - startMs) / 1000
  const serverCpuSeconds = server.cpuSeconds() - before
  return { span: { ...(await load.look()), seconds, serverCpuSeconds }, result }
}

function figureOf(rounds: readonly Round[], { commandOf, small }: Bench): Figure {
  const p99 = (which: 'quiet' | 'beside') => median(rounds.map((round) => round[which].latencyMs.p99))
  const ratio = p99('beside') / p99('quiet')
  const columns = ['p50', 'p99', 'longest', 'server CPU', 'generator CPU', 'generator late, p99']
  const cellsOf = ({ latencyMs, seconds, serverCpuSeconds, cpuSeconds, delayMs }: Span) => [
    ...[latencyMs.p50, latencyMs.p99, latencyMs.max].map((ms) => `${shown(ms)} ms`),
    ...[serverCpuSeconds / seconds, cpuSeconds / seconds].map(percent),
    `${shown(delayMs.p99)} ms`,
  ]
  return {
    what: `p99 of details of a movie while an import runs ÷ without, at ${small.movies.toLocaleString('en-US')} movies`,
    measured: `${shown(ratio)} (${shown(p99('beside'))} ms ÷ ${spread(
      rounds.map(({ quiet }) => quiet.latencyMs.p99),
      ' ms',
    )})`,
    wanted: `≤ ${wantedTimes}`,
    isReached: ratio <= wantedTimes,
    command: commandOf('reads-beside-import'),
    details: {
      title: 'Reads with and without an import',
      columns: ['round', ...columns, 'import CPU'],
      rows: rounds.flatMap(({ quiet, beside, importCpuSeconds }, at) => [
        [`${at + 1}, without`, ...cellsOf(quiet), ''],
        [`${at + 1}, beside`, ...cellsOf(beside), percent(importCpuSeconds / beside.seconds)],
      ]),
    },
  }
}

const percent = (share: number) => `${Math.round(share * 100)} %`
