import assert from 'node:assert/strict'
import { once } from 'node:events'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Type } from 'typebox'
import { catalogueFile, openDatabase } from '#src/database/open.ts'
import { sql } from '#src/database/sql.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { type Answer, ask, openLoad } from '../support/failures/load.ts'
import { fillCatalogue, openWriting } from '../support/failures/nodes.ts'
import { Running } from '../support/running.ts'
import { keys, sessions } from '../support/world.ts'

/** How many ratings each of those who rate has acknowledged before the server is killed. */
const TIMES = 12
const people = ['ada', 'bo', 'dee', 'eve'] as const
type Person = (typeof people)[number]

/** The points that somebody gives a movie: not the same for any two movies in a row. */
const pointsOf = (movie: number) => ((movie % 20) + 1) / 2

/** A server in a process of its own, over a copy of the database. */
async function startServer(context: TestContext, engine: TestEngine) {
  const data = await mkdtemp(join(tmpdir(), 'reelcommons-ratings-'))
  const location = await engine.clone()
  const isFile = engine.name === 'SQLite'
  if (isFile) await copyFile(location, join(data, catalogueFile))
  const words = ['serve', '--empty', '--port', '0', '--data', data, ...(isFile ? [] : ['--database', location])]
  const running = new Running([...words, '--log-format', 'json'])
  context.after(async () => {
    await running.stop('SIGKILL')
    await rm(data, { recursive: true, force: true, maxRetries: 20 })
  })
  const [, site = ''] = await running.until(/Reelcommons is at (http:\S+),/)
  const open = () => openDatabase(isFile ? data : location, { writes: 'inline' })
  return { running, site, open }
}

const Rated = Type.Object({ username: Type.String(), movie: Type.Integer(), value: Type.Number() })
/** What averages are made of, where it is not what ratings say. */
const Wrong = Type.Object({ id: Type.Integer(), own_count: Type.Integer(), own_points: Type.Number() })

forEachEngine(fillCatalogue, (engine) => {
  test('a server is killed while people rate: what was acknowledged is there and counts', async (context) => {
    const { running, site, open } = await startServer(context, engine)
    const rate = (person: Person) => (movie: number) =>
      ask(`${site}/3/movie/${movie}/rating?api_key=${keys.first}&session_id=${sessions[person]}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ value: pointsOf(movie) }),
      })
    const writing = new Map(people.map((person) => [person, openWriting(rate(person), 201)]))
    const asking = Object.fromEntries([...writing].map(([person, { next }]) => [person, next]))
    const load = openLoad(context, asking as Record<Person, () => Promise<Answer>>)
    await load.until(TIMES, ({ status }) => status === 201)
    const ended = once(running.child, 'close')
    running.child.kill('SIGKILL')
    await ended
    await load.stop()

    const db = await open()
    context.after(() => db.close())
    const rows = await db.all(
      Rated,
      sql`
      select a.folded_username as username, r.entity_id as movie, r.value
      from rating r join account a on a.id = r.account_id where r.kind = 'movie' and a.source_id is null`,
    )
    const there = new Set(rows.map(({ username, movie, value }) => `${username} ${movie} ${value}`))
    const acknowledged = [...writing].flatMap(([person, { acknowledged }]) =>
      acknowledged.map((movie) => `${person} ${movie} ${pointsOf(movie)}`),
    )
    assert.ok(acknowledged.length >= people.length * TIMES, `${acknowledged.length} are acknowledged`)
    assert.deepEqual(
      acknowledged.filter((rating) => !there.has(rating)),
      [],
    )
    const wrong = await db.all(
      Wrong,
      sql`
      select id, own_count, own_points from movie m
      where own_count <> (select count(*) from rating r where r.kind = 'movie' and r.entity_id = m.id and r.is_counted)
        or own_points <> (select coalesce(sum(value), 0) from rating r
          where r.kind = 'movie' and r.entity_id = m.id and r.is_counted)
      order by id`,
    )
    assert.deepEqual(wrong, [])
  })
})
