import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Bench, Benchmark, Figure } from '../benchmark.ts'
import { serveCopy } from '../support/reads-of-copy.ts'
import { counted, median, percentile, shown } from '../support/statistics.ts'
import { openSteadyLoad, type SteadyResult } from '../support/steady-load.ts'
import { edit, openEditors, type Setting } from './edits.ts'
import { openStreams } from './open-streams.ts'
import { CONNECTIONS, cellsOf, columnsOfReads, PER_SECOND, WARM_UP_MS } from './pace.ts'

const STREAMS = 1_000
/** Processes that read them. */
const READERS = 4
const EDITORS = 30
const PACE_MS = 1_000
/** Changes of a round, and those before memory is measured. */
const TOLD = 15
const EARLIER = 5
/** How long nothing happens before memory is looked at. */
const REST_MS = 3_000
const MEBIBYTE = 1_048_576

const wantedTimes = 1.5
const wantedBytes = 60 * MEBIBYTE
const wantedSeconds = 1

export const streams: Benchmark = {
  name: 'streams',
  title: 'Streams of changes',
  method: `A server with a copy of the smaller catalogue answers ${PER_SECOND} requests a second for details of movies,
at a steady pace, while a record is edited each second: in turns without anybody who waits for changes, and with
${counted(STREAMS)} streams that tell each change with its lines, read by ${READERS} processes. It is seen when the
last of all streams has told it. Before that, nobody reads, and the memory of the process (\`VmRSS\`) is compared
without and with the streams. Server, readers and load generator share the machine.`,
  async run(bench) {
    const { small, scratch, rounds, say } = bench
    const data = join(scratch, 'streams')
    const most = ['--change-streams', String(2 * STREAMS), '--change-streams-per-key', String(2 * STREAMS)]
    const { server, paths } = await serveCopy(small, data, { isNow: true, settings: most })
    let load: Load | undefined
    try {
      const people = await openEditors(data, { editors: EDITORS, movies: TOLD })
      const setting = { server, key: small.key, ...people }
      const bytes = await memory(setting)
      say(`${shown(bytes / MEBIBYTE)} MiB`)
      load = await openSteadyLoad({ url: server.url, paths, perSecond: PER_SECOND, connections: CONNECTIONS })
      await pause(WARM_UP_MS)
      const all: Round[] = []
      while (all.length < rounds) {
        all.push(await round(setting, load))
        const { beside, quiet } = all.at(-1) as Round
        say(`p99 ${shown(quiet.latencyMs.p99)} ms, with streams ${shown(beside.latencyMs.p99)} ms`)
      }
      return figuresOf(all, bytes, bench)
    } finally {
      load?.close()
      await server.stop()
      await rm(data, { recursive: true, force: true })
    }
  },
}

type Load = Awaited<ReturnType<typeof openSteadyLoad>>
type Round = { quiet: SteadyResult; beside: SteadyResult; seconds: number[]; cpuMs: number }

const addressOf = ({ server, key }: Setting) => `${server.url}/commons/1/changes/stream?lines=true&api_key=${key}`

let told = 0
/** Edits a record; the word is in no event but the one about it. */
const tell = (setting: Setting) =>
  edit(setting, setting.movies[told++ % setting.movies.length] as number, `Told ${told} `)

/** What the process has more while the streams are open, and have told a few changes. */
async function memory(setting: Setting): Promise<number> {
  const after = async (count: number) => {
    const open = await openStreams({ address: addressOf(setting), streams: count }, READERS)
    for (let at = 0; at < EARLIER; at++) await open.heard(() => tell(setting))
    await pause(REST_MS)
    const bytes = setting.server.residentBytes()
    open.close()
    await pause(REST_MS)
    return bytes
  }
  // What the first of them has loaded is there for all.
  await after(READERS)
  const few = await after(READERS)
  return (await after(STREAMS)) - few
}

/** The same edits at the same pace, without and with streams. */
async function round(setting: Setting, load: Load): Promise<Round> {
  const editAll = async (one: () => Promise<unknown>) => {
    await load.look()
    const before = setting.server.cpuSeconds()
    for (let at = 0; at < TOLD; at++) {
      const beganMs = performance.now()
      await one()
      await pause(Math.max(0, PACE_MS - (performance.now() - beganMs)))
    }
    return { reads: await load.look(), cpuSeconds: setting.server.cpuSeconds() - before }
  }
  const quiet = await editAll(() => tell(setting))
  const open = await openStreams({ address: addressOf(setting), streams: STREAMS }, READERS)
  await pause(REST_MS)
  const seconds: number[] = []
  const beside = await editAll(async () => {
    const beganMs = performance.timeOrigin + performance.now()
    seconds.push(((await open.heard(() => tell(setting))) - beganMs) / 1_000)
  })
  open.close()
  await pause(REST_MS)
  const cpuMs = ((beside.cpuSeconds - quiet.cpuSeconds) * 1_000) / (STREAMS * TOLD)
  return { quiet: quiet.reads, beside: beside.reads, seconds, cpuMs }
}

function figuresOf(rounds: readonly Round[], bytes: number, { commandOf }: Bench): Figure[] {
  const command = commandOf('streams')
  const times = median(rounds.map(({ quiet, beside }) => beside.latencyMs.p99 / quiet.latencyMs.p99))
  const seconds = rounds.flatMap((one) => one.seconds)
  const p99 = percentile(seconds, 0.99)
  const named = `${counted(STREAMS)} streams of changes`
  return [
    {
      what: `${named}: memory of the process, more than without`,
      measured: `${shown(bytes / MEBIBYTE)} MiB`,
      wanted: `≤ ${wantedBytes / MEBIBYTE} MiB`,
      isReached: bytes <= wantedBytes,
      command,
    },
    {
      what: `${named}: p99 of details of a movie, with a change each second ÷ the same changes without streams`,
      measured: `${shown(times)} (median of ${rounds.length})`,
      wanted: `≤ ${wantedTimes}`,
      isReached: times <= wantedTimes,
      command,
      note: `Telling takes ${shown(median(rounds.map(({ cpuMs }) => cpuMs)))} ms of processor time for a change and
stream.`,
      details: {
        title: `Reads with and without ${named}`,
        columns: ['', ...columnsOfReads],
        rows: rounds.flatMap(({ quiet, beside }, at) => [
          [`${at + 1}, without`, ...cellsOf(quiet)],
          [`${at + 1}, with`, ...cellsOf(beside)],
        ]),
      },
    },
    {
      what: `${named}: from an edit until the last of them has told it: p99 of ${seconds.length}`,
      measured: `${shown(p99)} s (median ${shown(median(seconds))} s)`,
      wanted: `≤ ${wantedSeconds} s`,
      isReached: p99 <= wantedSeconds,
      command,
    },
  ]
}
