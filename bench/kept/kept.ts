import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { openSqlite } from '#src/database/sqlite/sqlite.ts'
import type { Bench, Benchmark, Figure } from '../benchmark.ts'
import { catalogueTime } from '../support/catalogues.ts'
import { type Server, serveCatalogue, settled } from '../support/server.ts'
import { counted, median, percentile, shown, spread } from '../support/statistics.ts'
import { type Client, openClient } from './client.ts'
import { kept, makeKeeper, makePerson } from './keepers.ts'
import { signIn, yearPage } from './year-page.ts'

const WANTED_P99_MS = 15
/** Requests of each kind in a round. */
const ASKED = 300
/** People who rate, one rating a second each. */
const PEOPLE = 200
const PERIOD_MS = 1_000
/** How long they do: a minute in a run that counts. */
const PERIODS = 60
/** Lists that are asked for meanwhile, and how many of them in a second. */
const LISTS_PER_SECOND = 20
const lists = ['movie/popular', 'movie/top_rated', 'tv/popular', 'discover/movie?vote_count.gte=10', 'tv/top_rated']

/** Nobody waits for having written much. */
const settings = ['--suggestions-per-second', '0', '--writes-per-minute', '0']

type Keeper = Awaited<ReturnType<typeof makeKeeper>>
type Setting = { bench: Bench; client: Client; keeper: Keeper; movies: number[]; cookie: string }
/** What is asked in turn, and what every reply has to have as its status. */
type Asked = { what: string; ask(at: number): ReturnType<Client['ask']>; status: number }

export const keeping: Benchmark = {
  name: 'kept',
  title: 'What people keep',
  method: `An account with ${counted(kept.ratings)} ratings, ${counted(kept.watched)} entries of what was watched,
${kept.lists} lists of ${kept.items} items and one of ${counted(kept.longList)} rates, reads its lists and what it has
watched, and asks for details with its account states, one request after the other. Then ${PEOPLE} people each rate one
title a second, for a minute, while public lists are requested; in the middle of this the server is killed with SIGKILL,
and the database is checked for everything that it had acknowledged. All this uses a copy of the small catalogue. The
times are those of a client in the benchmark's process.`,
  async run(bench) {
    const data = join(bench.scratch, 'kept')
    await cp(bench.small.data, data, { recursive: true })
    // It brings the tables of the copy up to date.
    await (await serveCatalogue(data, { time: catalogueTime })).stop()
    const { keeper, people, movies, cookie } = await prepare(data)
    const server = await serveCatalogue(data, { time: catalogueTime, settings })
    const client = openClient(server.url)
    try {
      await settled(server)
      const setting = { bench, client, keeper, movies, cookie }
      const figures: Figure[] = [await yearPage(setting, server)]
      for (const asked of requestsOf(setting)) figures.push(await latency(asked, setting, server))
      return [...figures, ...(await rateUntilKilled(setting, people, server, data))]
    } finally {
      client.close()
      await server.stop().catch(() => {})
    }
  },
}

const Ids = Type.Object({ id: Type.Integer() })

const open = (data: string) => openSqlite(join(data, 'catalogue.sqlite'), { writes: 'inline' })

async function prepare(data: string) {
  const db = await open(data)
  try {
    const keeper = await makeKeeper(db)
    const people = []
    for (let index = 0; index < PEOPLE; index++) people.push(await makePerson(db))
    const found = await db.all(Ids, sql`select id from movie order by popularity desc, id ${limit(2_000)}`)
    return { keeper, people, movies: found.map(({ id }) => id), cookie: await signIn(db, keeper.id) }
  } finally {
    await db.close()
  }
}

const of = (list: readonly number[], at: number) => list[(at * 7_919) % list.length] as number

function requestsOf({ bench, client, keeper, movies }: Setting): Asked[] {
  const access = `api_key=${bench.small.key}&session_id=${keeper.session}`
  const pages = Math.max(1, Math.floor(keeper.rated / 3 / 20))
  const account = ['rated/movies', 'rated/tv/episodes', 'favorite/movies', 'lists']
  const get = (path: string) => client.ask('GET', path)
  return [
    {
      what: 'A rating',
      status: 201,
      ask: (at) => client.ask('POST', `/3/movie/${of(movies, at)}/rating?${access}`, { value: 0.5 * (1 + (at % 20)) }),
    },
    {
      what: 'Lists of the account',
      status: 200,
      ask: (at) => get(`/3/account/0/${account[at % account.length]}?${access}&page=${1 + ((at * 31) % pages)}`),
    },
    {
      what: 'Watched titles',
      status: 200,
      ask: (at) => get(`/commons/1/account/watched?${access}&page=${1 + (at % (kept.watched / 20))}`),
    },
    {
      what: 'Details of a movie with account states',
      status: 200,
      ask: (at) => get(`/3/movie/${of(movies, at)}?${access}&append_to_response=account_states`),
    },
    {
      what: `A list of ${counted(kept.longList)} items, page by page`,
      status: 200,
      ask: (at) => get(`/3/list/${keeper.longList}?${access}&page=${1 + (at % (kept.longList / 20))}`),
    },
  ]
}

async function latency({ what, ask, status }: Asked, { bench }: Setting, server: Server): Promise<Figure> {
  bench.say(what)
  const rounds: number[][] = []
  const cpuBefore = server.cpuSeconds()
  for (let round = 0; round <= bench.rounds; round++) {
    const times = []
    for (let at = 0; at < ASKED; at++) {
      const answer = await ask(round * ASKED + at)
      if (answer.status !== status) throw new Error(`${what} is answered with ${answer.status}`)
      times.push(answer.ms)
    }
    rounds.push(times)
  }
  const cpuMs = ((server.cpuSeconds() - cpuBefore) * 1_000) / (ASKED * rounds.length)
  // The first round only warms up.
  const p99 = rounds.slice(1).map((times) => percentile(times, 0.99))
  const p50 = median(rounds.slice(1).flat())
  return {
    what: `${what}, uncached, one connection: p99`,
    measured: spread(p99, ' ms'),
    wanted: `≤ ${WANTED_P99_MS} ms`,
    isReached: median(p99) <= WANTED_P99_MS,
    command: bench.commandOf('kept'),
    note: `p50 is ${shown(p50)} ms. A request takes ${shown(cpuMs)} ms of processor time.`,
  }
}

type Acknowledged = { account_id: number; entity_id: number }
type Person = { id: number; session: string }

/** What people get while they rate, and lists meanwhile. */
type Tally = {
  acknowledged: Acknowledged[]
  times: number[]
  refused: number
  hits: { HIT: number; MISS: number }
  isAlive: boolean
}

/** One person rates, once in each period, until the server is gone. */
async function rateOn({ bench, client, movies }: Setting, tally: Tally, person: Person, index: number) {
  const beganMs = performance.now()
  for (let period = 0; tally.isAlive && period < PERIODS; period++) {
    await pause(Math.max(0, beganMs + (period + index / PEOPLE) * PERIOD_MS - performance.now()))
    const entity_id = of(movies, index * PERIODS + period)
    const path = `/3/movie/${entity_id}/rating?api_key=${bench.small.key}&session_id=${person.session}`
    const answer = await client.ask('POST', path, { value: 8.5 }).catch(() => undefined)
    if (!answer) return
    if (answer.status !== 201) tally.refused++
    else {
      tally.acknowledged.push({ account_id: person.id, entity_id })
      tally.times.push(answer.ms)
    }
  }
}

/** Asks for public lists until the server is gone, and counts those that were in memory. */
async function readOn({ bench, client }: Setting, tally: Tally) {
  for (let at = 0; tally.isAlive; at++) {
    await pause(1_000 / LISTS_PER_SECOND)
    const path = lists[at % lists.length] as string
    const mark = path.includes('?') ? '&' : '?'
    const answer = await client.ask('GET', `/3/${path}${mark}api_key=${bench.small.key}`).catch(() => undefined)
    const word = answer?.headers['x-memc']
    if (word === 'HIT' || word === 'MISS') tally.hits[word]++
  }
}

/** All people rate, second after second; then the server is killed, and what it has acknowledged is looked for. */
async function rateUntilKilled(setting: Setting, people: Person[], server: Server, data: string): Promise<Figure[]> {
  const { bench } = setting
  bench.say(`${PEOPLE} people rate`)
  const tally: Tally = { acknowledged: [], times: [], refused: 0, hits: { HIT: 0, MISS: 0 }, isAlive: true }
  const { acknowledged, times, hits } = tally
  const [cpuBefore, beganMs] = [server.cpuSeconds(), performance.now()]
  const reading = readOn(setting, tally)
  const rating = Promise.all(people.map((person, index) => rateOn(setting, tally, person, index)))
  await pause((PERIODS - 0.5) * PERIOD_MS)
  const cpuMs = (server.cpuSeconds() - cpuBefore) * 1_000
  const seconds = (performance.now() - beganMs) / 1_000
  process.kill(server.pid, 'SIGKILL')
  tally.isAlive = false
  await Promise.all([reading, rating])
  await server.stop().catch(() => {})
  const lost = await lostOf(data, acknowledged)
  const perSecond = acknowledged.length / seconds
  const reads = hits.HIT + hits.MISS
  const command = bench.commandOf('kept')
  return [
    {
      what: `Ratings by ${PEOPLE} people, one a second each, for ${shown(seconds)} s`,
      measured: `${shown(perSecond)} in a second`,
      wanted: `≥ ${PEOPLE * 0.99}`,
      isReached: tally.refused === 0 && perSecond >= PEOPLE * 0.99,
      command,
      note: `p99 is ${shown(percentile(times, 0.99))} ms; ${counted(tally.refused)} were refused. With lists meanwhile,
each takes ${shown(cpuMs / Math.max(1, acknowledged.length))} ms of processor time.`.replace('\n', ' '),
    },
    {
      what: 'Acknowledged ratings that were lost when the server was killed',
      measured: `${counted(lost)} of ${counted(acknowledged.length)}`,
      wanted: '0',
      isReached: lost === 0,
      command,
    },
    {
      what: 'Public lists found in memory while people rate',
      measured: `${shown((100 * hits.HIT) / Math.max(1, reads))} %`,
      wanted: '≥ 95 %',
      isReached: hits.HIT >= 0.95 * reads,
      command,
      note: `${counted(reads)} requests for ${lists.length} lists.`,
    },
  ]
}

const Rating = Type.Object({ account_id: Type.Integer(), entity_id: Type.Integer() })

async function lostOf(data: string, acknowledged: readonly Acknowledged[]): Promise<number> {
  const db: Database & { close(): Promise<void> } = await open(data)
  try {
    const ids = [...new Set(acknowledged.map(({ account_id }) => account_id))]
    const stored = await db.all(
      Rating,
      sql`select account_id, entity_id from rating where kind = 'movie' and ${db.engine.anyOf(sql`account_id`, ids)}`,
    )
    const there = new Set(stored.map(({ account_id, entity_id }) => `${account_id} ${entity_id}`))
    return acknowledged.filter(({ account_id, entity_id }) => !there.has(`${account_id} ${entity_id}`)).length
  } finally {
    await db.close()
  }
}
