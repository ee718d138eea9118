import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Type } from 'typebox'
import { limit, sql } from '#src/database/sql.ts'
import { openSqlite } from '#src/database/sqlite/sqlite.ts'
import type { Bench, Benchmark, Figure } from '../benchmark.ts'
import { catalogueDay } from '../generator/days.ts'
import { type Client, openClient } from '../kept/client.ts'
import { makePerson } from '../kept/keepers.ts'
import { catalogueTime } from '../support/catalogues.ts'
import { type Server, serveCatalogue, settled } from '../support/server.ts'
import { counted, median, percentile, shown, spread } from '../support/statistics.ts'
import { allowEditing, changeOften, made, makeLongSeries, makeModerator, makeVandal } from './catalogue.ts'

const WANTED_FORM_MS = 60
const WANTED_SAVE_MS = 25
const WANTED_HISTORY_MS = 25
const WANTED_UNDO_S = 60
const WANTED_HARM = 3
/** Pages of each kind in a round. */
const ASKED = 40
/** Each writer saves once in this time. */
const PERIOD_MS = 1_000
const PERIODS = 20
/** Requests of readers in a second, and how long they read without an undo. */
const READS_PER_SECOND = 100
const QUIET_MS = 15_000
const POLL_MS = 250

type Prepared = Awaited<ReturnType<typeof prepare>>
type Setting = Prepared & { bench: Bench; client: Client; server: Server }

export const editing: Benchmark = {
  name: 'editing',
  title: 'Editing, history and undo',
  method: `The forms of a series with ${made.episodes} episodes and of its season, and the history of a movie with
${counted(made.changes)} changes, are opened one after the other by a moderator; what counts is the processor time that
the server's process takes for one. Then ${made.writers} people each save an edit of two values every second, each to a
movie of their own. Finally a moderator undoes the ${counted(made.edits)} edits of an account, of one record each,
through the interface, while others read the details of movies, ${READS_PER_SECOND} a second, as they did before. All
this uses a copy of the small catalogue on SQLite, and a client in the benchmark's process.`,
  async run(bench) {
    const data = join(bench.scratch, 'editing')
    await cp(bench.small.data, data, { recursive: true })
    // It brings the tables of the copy up to date.
    await (await serveCatalogue(data, { time: catalogueTime })).stop()
    bench.say('preparing edits')
    const prepared = await prepare(data)
    const settings = ['--suggestions-per-second', '0', '--edits-of-new-members', '0']
    const server = await serveCatalogue(data, { time: catalogueTime, settings })
    const client = openClient(server.url)
    try {
      await settled(server)
      const setting = { ...prepared, bench, client, server }
      const figures: Figure[] = []
      for (const page of pagesOf(prepared)) figures.push(await opened(setting, page))
      return [...figures, await saved(setting), ...(await undone(setting))]
    } finally {
      client.close()
      await server.stop().catch(() => {})
    }
  },
}

const Ids = Type.Object({ id: Type.Integer() })

async function prepare(data: string) {
  const db = await openSqlite(join(data, 'catalogue.sqlite'), { writes: 'inline' })
  try {
    const moderator = await makeModerator(db)
    const found = await db.all(Ids, sql`select id from movie order by popularity desc, id ${limit(1_000)}`)
    const movies = found.map(({ id }) => id)
    const [often = 0] = movies
    const series = await makeLongSeries(db, moderator.id)
    await changeOften(db, moderator.id, often)
    const vandal = await makeVandal(db, movies.slice(0, made.writers + 1))
    const writers = []
    for (let index = 0; index < made.writers; index++) writers.push(await makePerson(db))
    await allowEditing(db)
    return { moderator, movies, often, series, vandal, writers }
  } finally {
    await db.close()
  }
}

type OpenedPage = { what: string; path: string; wantedMs: number }

const pagesOf = ({ series, often }: Prepared): OpenedPage[] => [
  {
    what: `Form of a series with ${made.episodes} episodes`,
    path: `/tv/${series}/edit`,
    wantedMs: WANTED_FORM_MS,
  },
  {
    what: `Table of a season with ${made.episodes} episodes`,
    path: `/tv/${series}/season/1/episodes/edit`,
    wantedMs: WANTED_FORM_MS,
  },
  {
    what: `History of a movie with ${counted(made.changes)} changes`,
    path: `/movie/${often}/history`,
    wantedMs: WANTED_HISTORY_MS,
  },
]

/** What a page costs the server. */
async function opened({ bench, client, server, moderator }: Setting, page: OpenedPage): Promise<Figure> {
  bench.say(page.what)
  const headers = { cookie: `reelcommons_session=${moderator.browser}`, accept: 'text/html' }
  const cpu: number[] = []
  const times: number[] = []
  for (let round = 0; round <= bench.rounds; round++) {
    const before = server.cpuSeconds()
    for (let at = 0; at < ASKED; at++) {
      const { status, ms } = await client.ask('GET', page.path, undefined, headers)
      if (status !== 200) throw new Error(`${page.path} is answered with ${status}`)
      if (round > 0) times.push(ms)
    }
    // The first round only warms up.
    if (round > 0) cpu.push(((server.cpuSeconds() - before) * 1_000) / ASKED)
  }
  return {
    what: `${page.what}: processor time of the server`,
    measured: spread(cpu, ' ms'),
    wanted: `≤ ${page.wantedMs} ms`,
    isReached: median(cpu) <= page.wantedMs,
    command: bench.commandOf('editing'),
    note: `The client waits ${shown(median(times))} ms; p99 is ${shown(percentile(times, 0.99))} ms.`,
  }
}

/** What an ordinary edit takes while many people save. */
async function saved({ bench, client, server, writers, movies }: Setting): Promise<Figure> {
  bench.say(`${made.writers} people save`)
  const times: number[] = []
  let refused = 0
  let first = 0
  const [beganMs, cpuBefore] = [performance.now(), server.cpuSeconds()]
  const saveOn = async ({ session }: { session: string }, index: number) => {
    const path = `/commons/1/edit?api_key=${bench.small.key}&session_id=${session}`
    const id = movies[index + 1]
    for (let period = 0; period < PERIODS; period++) {
      await pause(Math.max(0, beganMs + (period + index / made.writers) * PERIOD_MS - performance.now()))
      const line = { kind: 'movie', id, tagline: `Seen ${period} times`, runtime: 61 + period }
      const answer = await client.ask('POST', path, { records: [line], note: 'At its end' })
      if (answer.status !== 200) {
        refused++
        first ||= answer.status
      } else if (period > 0) times.push(answer.ms)
    }
  }
  await Promise.all(writers.map(saveOn))
  if (times.length === 0) throw new Error(`Edits are answered with ${first}`)
  const cpuMs = ((server.cpuSeconds() - cpuBefore) * 1_000) / (PERIODS * made.writers)
  const p99 = percentile(times, 0.99)
  return {
    what: `An edit, saved once a second by each of ${made.writers} people: p99`,
    measured: `${shown(p99)} ms`,
    wanted: `≤ ${WANTED_SAVE_MS} ms`,
    isReached: refused === 0 && p99 <= WANTED_SAVE_MS,
    command: bench.commandOf('editing'),
    note: `p50 is ${shown(median(times))} ms of ${counted(times.length)} edits; ${counted(refused)} were refused.
Each takes ${shown(cpuMs)} ms of processor time, with what follows it in the background.`.replace('\n', ' '),
  }
}

/** Reads details until it is told to stop, and gives the times. */
async function readUntil({ bench, client, movies }: Setting, isOver: () => boolean): Promise<number[]> {
  const times: number[] = []
  const beganMs = performance.now()
  const running: Promise<unknown>[] = []
  for (let at = 0; !isOver(); at++) {
    await pause(Math.max(0, beganMs + (at * 1_000) / READS_PER_SECOND - performance.now()))
    const id = movies[(at * 7_919) % movies.length]
    const asked = client.ask('GET', `/3/movie/${id}?api_key=${bench.small.key}`)
    running.push(asked.then(({ ms }) => times.push(ms)))
  }
  await Promise.all(running)
  return times
}

async function undone(setting: Setting): Promise<Figure[]> {
  const { bench, server, moderator, vandal } = setting
  bench.say('reading without an undo')
  const quietEndMs = performance.now() + QUIET_MS
  const quiet = await readUntil(setting, () => performance.now() > quietEndMs)
  bench.say(`an undo of ${counted(made.edits)} edits`)
  const access = `api_key=${bench.small.key}&session_id=${moderator.session}`
  const undo = `${server.url}/commons/1/undo`
  const beganMs = performance.now()
  const reply = await fetch(`${undo}?${access}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account: vandal, since: catalogueDay }),
  })
  const started = await reply.json()
  if (!reply.ok) throw new Error(`The undo is answered with ${JSON.stringify(started)}`)
  const { job_id } = started as { job_id: number }
  let seconds = 0
  let left = 0
  const watching = (async () => {
    for (let status = 'waiting'; status !== 'done'; ) {
      await pause(POLL_MS)
      const job = (await (await fetch(`${undo}/${job_id}?${access}`)).json()) as { status: string; left_count: number }
      if (!['waiting', 'running', 'done'].includes(job.status)) throw new Error(`The undo has ${job.status}`)
      status = job.status
      left = job.left_count
    }
    seconds = (performance.now() - beganMs) / 1_000
  })()
  const busy = await readUntil(setting, () => seconds > 0)
  await watching
  const [before, during] = [percentile(quiet, 0.99), percentile(busy, 0.99)]
  const command = bench.commandOf('editing')
  return [
    {
      what: `An undo of ${counted(made.edits)} edits of one account`,
      measured: `${shown(seconds)} s`,
      wanted: `≤ ${WANTED_UNDO_S} s`,
      isReached: seconds <= WANTED_UNDO_S && left === 0,
      command,
      note: `${counted(left)} values were left as they are.`,
    },
    {
      what: 'Details of movies while it runs: p99, as a multiple of that without it',
      measured: `${shown(during / before)} ×`,
      wanted: `≤ ${WANTED_HARM} ×`,
      isReached: during <= WANTED_HARM * before,
      command,
      note: `p99 is ${shown(during)} ms instead of ${shown(before)} ms; p50 is ${shown(median(busy))} ms instead of
${shown(median(quiet))} ms.`.replace('\n', ' '),
    },
  ]
}
