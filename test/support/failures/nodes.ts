import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { beginBrowserSession } from '#src/accounts/browser-sessions.ts'
import type { Migratable } from '#src/database/migratable.ts'
import { openPostgres } from '#src/database/postgres/postgres.ts'
import { sql } from '#src/database/sql.ts'
import { emptyCatalogue, importInto, sources } from '../catalogue.ts'
import { tokenIn } from '../pages/visitor.ts'
import { Running } from '../running.ts'
import { keys, loadAccess, sessions } from '../world.ts'
import { type Answer, ask } from './load.ts'

type Context = Pick<TestContext, 'after'>

/** Movies of the catalogue, so that a client has always one more to put on its watchlist. */
export const MOVIES = 1_000

/** Connections of a node to PostgreSQL. */
export const CONNECTIONS = 4

/** An empty database gets a catalogue of movies, and the accounts, keys and sessions of the world. */
export async function fillCatalogue(db: Migratable) {
  await emptyCatalogue(db)
  await loadAccess(db)
  const movies = Array.from({ length: MOVIES }, (_, index) => ({ id: index + 1, title: `Movie ${index + 1}` }))
  await importInto(db, [...sources, ...movies.map((movie) => ({ kind: 'movie', source: 'low', ...movie }))])
}

/** The same for a server that only this test uses; the connections are closed with the test. */
export async function openFilled(context: Context, url: string): Promise<Migratable> {
  const db = await openPostgres(url, { connections: 2 })
  context.after(() => db.close())
  await fillCatalogue(db)
  return db
}

/** A node in a process of its own, which is gone when the test is. */
export async function startNode(
  context: Context,
  database: string,
  more: readonly string[] = [],
  env: Record<string, string> = {},
) {
  const data = await mkdtemp(join(tmpdir(), 'reelcommons-node-'))
  const words = ['serve', '--empty', '--port', '0', '--data', data, '--database', database, '--log-format', 'json']
  const running = new Running([...words, '--database-connections', String(CONNECTIONS), ...more], { env })
  context.after(async () => {
    await running.stop('SIGKILL')
    await rm(data, { recursive: true, force: true, maxRetries: 20 })
  })
  const [, site = ''] = await running.until(/Reelcommons is at (http:\S+),/)
  return { running, site, ...clientOf(site) }
}

export type Node = Awaited<ReturnType<typeof startNode>>

/** What is asked of a node in these tests. */
function clientOf(site: string) {
  let rendered = 0
  const keyed = (path: string, key = keys.first) => `${site}/3${path}${path.includes('?') ? '&' : '?'}api_key=${key}`
  return {
    /** A reply that is kept once it was rendered. */
    kept: () => ask(keyed('/movie/1')),
    /** One that nobody has asked for before. */
    rendered: () => ask(keyed(`/search/movie?query=movie+${++rendered}`)),
    /** One that depends on a session, and is not kept. */
    ofSession: () => ask(keyed(`/account/1/watchlist/movies?session_id=${sessions.ada}`)),
    /** A key that nobody has. */
    unknownKey: () => ask(keyed('/movie/1', 'f'.repeat(32))),
    /** Puts a movie on the watchlist of bo. */
    watch: (id: number) =>
      ask(keyed(`/account/2/watchlist?session_id=${sessions.bo}`, keys.second), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ media_type: 'movie', media_id: id, watchlist: true }),
      }),
    ready: () => ask(`${site}/readyz`),
    ask: (path: string) => ask(keyed(path)),
  }
}

/** No two clients write about the same movie. */
let written = 0
const next = () => (written++ % MOVIES) + 1

/** Writes about one movie after the other, and remembers those about which it was acknowledged. */
export function openWriting(write: (movie: number) => Promise<Answer>, acknowledgement = 200) {
  const acknowledged: number[] = []
  let id = next()
  return {
    acknowledged,
    async next(): Promise<Answer> {
      const answer = await write(id)
      if (answer.status === acknowledgement) {
        acknowledged.push(id)
        id = next()
      }
      return answer
    },
  }
}

const Entry = Type.Object({ id: Type.Integer() })
const entriesOfBo = sql`select entity_id as id from watchlist where account_id = 2 and kind = 'movie'`
const reviewsOfBo = sql`select entity_id as id from review where account_id = 2 and kind = 'movie'`

/** The movies that were acknowledged to be on the watchlist of bo, or reviewed, and are not. */
export async function lostOf(
  db: Migratable,
  acknowledged: readonly number[],
  written: 'watchlist' | 'reviews' = 'watchlist',
): Promise<number[]> {
  const rows = await db.all(Entry, written === 'watchlist' ? entriesOfBo : reviewsOfBo)
  const there = new Set(rows.map(({ id }) => id))
  return acknowledged.filter((id) => !there.has(id))
}

/** Lets bo write reviews on the pages of a node. */
export async function openReviewer(db: Migratable, { site }: Pick<Node, 'site'>) {
  const secret = await beginBrowserSession(db, { account_id: 2, browser: 'test', now: new Date() })
  const headers = { cookie: `reelcommons_session=${secret}`, accept: 'text/html' }
  const form_token = tokenIn((await ask(`${site}/movie/1/review`, { headers })).body)
  return {
    review: (movie: number, content = 'Quiet.') =>
      ask(`${site}/movie/${movie}/review`, {
        method: 'POST',
        headers,
        body: new URLSearchParams({ form_token, content, rating: '7', language: 'en', do: 'save' }),
      }),
    ofMovie: (movie: number) => ask(`${site}/3/movie/${movie}/reviews?api_key=${keys.first}`),
  }
}

const Holder = Type.Object({ pid: Type.Integer() })
/** As `src/database/locks.ts` numbers the work in the background. */
const BACKGROUND_LOCK = 1_936_026_704

/** The connection that holds the lock of the work in the background, when it is not `other`. */
export async function leaderOf(db: Migratable, other?: number): Promise<number> {
  for (;;) {
    const holder = await db
      .one(
        Holder,
        sql`
        select pid from pg_locks
        where locktype = 'advisory' and granted and objid = cast(${BACKGROUND_LOCK} as bigint)
          and database = (select oid from pg_database where datname = current_database())`,
      )
      .catch(() => undefined)
    if (holder && holder.pid !== other) return holder.pid
    await sleep(20)
  }
}
