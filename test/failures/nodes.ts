import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import type { Migratable } from '#src/database/migrate.ts'
import { openPostgres } from '#src/database/postgres.ts'
import { sql } from '#src/database/sql.ts'
import { emptyCatalogue, importInto, sources } from '../catalogue.ts'
import { Running } from '../running.ts'
import { keys, loadAccess, sessions } from '../world.ts'
import { type Answer, ask } from './load.ts'

type Context = Pick<TestContext, 'after'>

/** Movies of the catalogue, so that a client has always one more to put on its watchlist. */
export const MOVIES = 2_000

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
export async function startNode(context: Context, database: string, more: readonly string[] = []) {
  const data = await mkdtemp(join(tmpdir(), 'reelcommons-node-'))
  const words = ['serve', '--empty', '--port', '0', '--data', data, '--database', database, '--log-format', 'json']
  const running = new Running([...words, '--database-connections', '4', ...more])
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

let watched = 0

/** Puts one movie after the other on the watchlist of bo, and remembers those that are acknowledged to be there. */
export function openWatching({ watch }: Pick<Node, 'watch'>) {
  const acknowledged: number[] = []
  let id = ++watched
  return {
    acknowledged,
    async next(): Promise<Answer> {
      const answer = await watch(id)
      if (answer.status === 200 || answer.status === 201) {
        acknowledged.push(id)
        id = ++watched
      }
      return answer
    },
  }
}

const Entry = Type.Object({ id: Type.Integer() })

/** The movies that were acknowledged to be on the watchlist of bo and are not there. */
export async function lostOf(db: Migratable, acknowledged: readonly number[]): Promise<number[]> {
  const rows = await db.all(Entry, sql`select entity_id as id from watchlist where account_id = 2 and kind = 'movie'`)
  const there = new Set(rows.map(({ id }) => id))
  return acknowledged.filter((id) => !there.has(id))
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
