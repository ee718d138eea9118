import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from 'typebox'
import { addFollow } from '#src/contributions/following/follows.ts'
import { bringReview } from '#src/contributions/reviews.ts'
import { limit, sql } from '#src/database/sql.ts'
import { openSqlite } from '#src/database/sqlite/sqlite.ts'
import { setRatings } from '#src/kept/ratings.ts'
import { addWatched } from '#src/kept/watched.ts'
import { dayAfter } from '#src/reference/days.ts'
import type { Bench, Benchmark, Figure } from '../benchmark.ts'
import { catalogueTime } from '../support/catalogues.ts'
import { runCommand } from '../support/command-process.ts'
import { withPostgres } from '../support/postgres-server.ts'
import { serveCatalogue, settled } from '../support/server.ts'
import { counted, median, percentile, shown, spread } from '../support/statistics.ts'
import { openClient } from './client.ts'
import { makeList, makePerson } from './keepers.ts'
import { signIn } from './year-page.ts'

const WANTED_P99_MS = 15
/** Whom somebody follows, as many as one may, and what each of them did over a year. */
const FOLLOWED = 200
const did = { ratings: 500, watched: 200, reviews: 5, lists: 5, items: 20 } as const
const DAYS = 365
/** Requests of a round, and pages of the feed among which they go around. */
const ASKED = 300
const PAGES = 5
const address = '/members/followed'

export const feed: Benchmark = {
  name: 'feed',
  title: 'What the people whom one follows did',
  method: `Somebody follows ${FOLLOWED} people, who gave ${counted(FOLLOWED * did.ratings)} ratings in a year, watched
${counted(FOLLOWED * did.watched)} films, wrote ${counted(FOLLOWED * did.reviews)} reviews and made
${counted(FOLLOWED * did.lists)} lists, and reads the first ${PAGES} pages of the feed, one request after the other. All
this uses copies of the small catalogue, one on each engine. The times are those of a client in the benchmark's
process.`,
  async run(bench) {
    const data = join(bench.scratch, 'feed')
    await cp(bench.small.data, data, { recursive: true })
    // It brings the tables of the copy up to date.
    await (await serveCatalogue(data, { time: catalogueTime })).stop()
    bench.say(`${FOLLOWED} people rate, watch, review and make lists`)
    const cookie = await prepare(data)
    const figures = [await feedOn('SQLite', { bench, data, cookie })]
    const another = await withPostgres(async (postgres) => {
      const database = await postgres.create('bench_feed')
      await runCommand(['copy', '--from', data, '--to', database])
      return feedOn('PostgreSQL', { bench, data: join(bench.scratch, 'feed-postgres'), cookie, database })
    })
    return another ? [...figures, another] : figures
  },
}

const Id = Type.Object({ id: Type.Integer() })

/** Everything that those who are followed did; returns the cookie of whoever follows them. */
async function prepare(data: string): Promise<string> {
  const db = await openSqlite(join(data, 'catalogue.sqlite'), { writes: 'inline' })
  try {
    const found = await db.all(Id, sql`select id from movie order by popularity desc, id ${limit(did.ratings * 4)}`)
    const movies = found.map(({ id }) => id)
    const reader = await makePerson(db)
    const now = new Date(catalogueTime)
    for (let person = 0; person < FOLLOWED; person++) {
      const { id: account_id } = await makePerson(db)
      await db.run(sql`
        update account set has_public_profile = true, shows_ratings = true, shows_diary = true,
          privacy_chosen_for = 'everyone'
        where id = ${account_id}`)
      await addFollow(db, reader.id, { what: 'account', id: account_id }, now)
      const day = (at: number) => dayAfter(catalogueTime.slice(0, 10), -((at * 31 + person * 7) % DAYS))
      const movie = (at: number) => movies[(at * 3 + person * 11) % movies.length] as number
      const rated = numbered(did.ratings).map((at) => ({
        ...{ kind: 'movie' as const, entity_id: movie(at), value: 0.5 * (1 + (at % 20)) },
        at: `${day(at)}T${hour(at)}:00:00.000Z`,
      }))
      await setRatings(db, { account_id }, rated)
      const watched = numbered(did.watched).map((at) => ({
        ...{ kind: 'movie' as const, entity_id: movie(at), series_id: null, watched_on: day(at) },
        watched_at: `${day(at)}T${hour(at)}:30:00.000Z`,
      }))
      await addWatched(db, account_id, watched, now)
      for (const at of numbered(did.reviews)) {
        const created_at = `${day(at)}T20:00:00.000Z`
        const review = { content: 'It glows.', iso_639_1: 'en', created_at, updated_at: created_at }
        await db.transaction((tx) =>
          bringReview(tx, account_id, { kind: 'movie', entity_id: movie(at) }, review, new Date(created_at)),
        )
      }
      for (const _ of numbered(did.lists)) await makeList(db, account_id, did.items, 'public')
    }
    return await signIn(db, reader.id)
  } finally {
    await db.close()
  }
}

const numbered = (many: number): number[] => Array.from({ length: many }, (_, at) => at)
const hour = (at: number) => String(10 + (at % 13)).padStart(2, '0')

type Asking = { bench: Bench; data: string; cookie: string; database?: string }

async function feedOn(engine: string, { bench, data, cookie, database }: Asking): Promise<Figure> {
  bench.say(`The feed on ${engine}`)
  const settings = ['--suggestions-per-second', '0', ...(database === undefined ? [] : ['--database', database])]
  const server = await serveCatalogue(data, { time: catalogueTime, settings })
  const client = openClient(server.url)
  try {
    await settled(server)
    const addresses = await pagesOf(server.url, cookie)
    const rounds: number[][] = []
    const cpuBefore = server.cpuSeconds()
    for (let round = 0; round <= bench.rounds; round++) {
      const times: number[] = []
      for (let at = 0; at < ASKED; at++) {
        const path = addresses[at % addresses.length] as string
        const { status, ms } = await client.ask('GET', path, undefined, { cookie, accept: 'text/html' })
        if (status !== 200) throw new Error(`${path} is answered with ${status}`)
        times.push(ms)
      }
      rounds.push(times)
    }
    const cpuMs = ((server.cpuSeconds() - cpuBefore) * 1_000) / (ASKED * rounds.length)
    // The first round only warms up.
    const p99 = rounds.slice(1).map((times) => percentile(times, 0.99))
    return {
      what: `The feed of ${FOLLOWED} people with ${counted(FOLLOWED * did.ratings)} ratings, on ${engine}: p99`,
      measured: spread(p99, ' ms'),
      wanted: `≤ ${WANTED_P99_MS} ms`,
      isReached: median(p99) <= WANTED_P99_MS,
      command: bench.commandOf('feed'),
      note: `p50 is ${shown(median(rounds.slice(1).flat()))} ms. A request takes ${shown(cpuMs)} ms of the server's
processor time.`.replace('\n', ' '),
    }
  } finally {
    client.close()
    await server.stop()
  }
}

/** The addresses of the first pages of the feed, as each names the next one. */
async function pagesOf(url: string, cookie: string): Promise<string[]> {
  const addresses = [address]
  while (addresses.length < PAGES) {
    const reply = await fetch(url + addresses.at(-1), { headers: { cookie, accept: 'text/html' } })
    const next = (await reply.text()).match(/href="([^"]{1,500})" rel="next"/)?.[1]
    if (next === undefined) throw new Error(`the feed ends after ${addresses.length} pages`)
    addresses.push(next.replaceAll('&amp;', '&'))
  }
  return addresses
}
