import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#src/database/sql.ts'
import { importLines } from '#src/import/import.ts'
import { forEachEngine } from '../support/engines.ts'
import { type DialectName, type Server, send, startInterface } from '../support/scenarios.ts'
import { assertYearsFollow } from '../support/title-years.ts'
import { loadWorld, testDay } from '../support/world.ts'

/** What the interface answers for merged, deleted and moved records. */

const ada = { session: 'ada' }

/** A server whose ada is a moderator, so that what she does counts at once. */
async function open(engine: Parameters<typeof startInterface>[0], dialect: DialectName = 'neutral'): Promise<Server> {
  const server = await startInterface(engine, dialect)
  await server.db.run(sql`update account set role = 'moderator' where folded_username = 'ada'`)
  return server
}

async function post(server: Server, path: string, body: object) {
  const { statusCode, body: text } = await send(server.app, `POST /commons/1/${path}`, { ...ada, body })
  assert.equal(statusCode, 200, text)
  return JSON.parse(text) as { edit_id: number; waits: boolean; changes: { kind: string; field: string }[] }
}

const get = async (server: Server, path: string) => {
  const reply = await send(server.app, `GET ${path}`)
  return {
    status: reply.statusCode,
    at: reply.headers['content-location'],
    isHit: reply.headers['x-memc'] === 'HIT',
    body: JSON.parse(reply.body),
  }
}
const idsIn = (body: { results: { id: number }[] }) => body.results.map(({ id }) => id)

forEachEngine(loadWorld, (engine) => {
  test('the id of a merged record answers with the survivor, kept like other replies', async () => {
    const server = await open(engine)
    try {
      assert.equal((await get(server, '/3/movie/502')).body.id, 502)
      const { edit_id } = await post(server, 'merge', { kind: 'movie', id: 502, into_id: 501 })
      const own = await get(server, '/3/movie/501')
      const [first, again] = [await get(server, '/3/movie/502'), await get(server, '/3/movie/502')]
      assert.deepEqual([first.status, first.body.id, first.at], [200, 501, '/3/movie/501'])
      assert.deepEqual(first.body, own.body)
      assert.deepEqual([again.isHit, again.at], [true, '/3/movie/501'])
      assert.equal(own.at, undefined)
      const credits = await get(server, '/3/movie/502/credits?language=de')
      assert.deepEqual([credits.body.id, credits.at], [501, '/3/movie/501/credits'])
      const personal = await send(server.app, 'GET /3/movie/502/account_states', ada)
      assert.deepEqual(
        [JSON.parse(personal.body).id, personal.headers['content-location']],
        [501, '/3/movie/501/account_states'],
      )
      const changed = await get(server, '/3/movie/changes')
      assert.deepEqual(
        [501, 502].filter((id) => idsIn(changed.body).includes(id)),
        [501, 502],
      )

      await post(server, 'edit', { records: [{ kind: 'movie', id: 502, overview: 'Told under the old id.' }] })
      assert.equal((await get(server, '/3/movie/502')).body.overview, 'Told under the old id.')
      assert.equal((await get(server, '/3/movie/501')).body.overview, 'Told under the old id.')

      await post(server, 'undo', { edit_id })
      const back = await get(server, '/3/movie/502')
      assert.deepEqual([back.body.id, back.at], [502, undefined])
      assert.equal((await get(server, '/3/movie/501')).body.overview, 'Told under the old id.')
    } finally {
      await server.close()
    }
  })

  test('merges in a row lead to the last survivor, and one that is taken back separates there', async () => {
    const server = await open(engine)
    try {
      const first = await post(server, 'merge', { kind: 'person', id: 301, into_id: 302 })
      await get(server, '/3/person/301')
      await post(server, 'merge', { kind: 'person', id: 302, into_id: 303 })
      assert.deepEqual((await get(server, '/3/person/301')).at, '/3/person/303')
      const cast = (await get(server, '/3/movie/502/credits')).body.cast
      assert.deepEqual(
        cast.map(({ id }: { id: number }) => id),
        [303],
      )
      const circle = await send(server.app, 'POST /commons/1/merge', {
        ...ada,
        body: { kind: 'person', id: 303, into_id: 301 },
      })
      assert.equal(circle.statusCode, 422)
      await post(server, 'undo', { edit_id: first.edit_id })
      assert.deepEqual([(await get(server, '/3/person/301')).at], [undefined])
      assert.deepEqual([(await get(server, '/3/person/302')).at], ['/3/person/303'])
    } finally {
      await server.close()
    }
  })

  test('a merged series answers with its seasons and episodes, also where its episodes were', async () => {
    const server = await open(engine)
    try {
      await post(server, 'merge', { kind: 'series', id: 602, into_id: 601 })
      const episode = await get(server, '/3/tv/602/season/1/episode/1')
      assert.deepEqual([episode.status, episode.at], [200, '/3/tv/601/season/1/episode/1'])
      assert.equal((await get(server, '/3/tv/602/season/1')).at, '/3/tv/601/season/1')
      assert.equal((await get(server, '/3/tv/602')).body.id, 601)
      await post(server, 'merge', { kind: 'episode', id: 60111, into_id: 60112 })
      assert.equal((await get(server, '/3/tv/601/season/1/episode/1')).at, '/3/tv/601/season/1/episode/2')
    } finally {
      await server.close()
    }
  })

  test('ids in other systems go on finding, and lines speak of the survivor', async () => {
    const server = await open(engine)
    try {
      const { db } = server
      const found = async (id: string) => (await get(server, `/3/find/${id}?external_source=filmdb_id`)).body
      await db.run(sql`update external_id set value = 'tt0000777' where kind = 'movie' and entity_id = 502`)
      await db.run(sql`
        insert into external_id (kind, entity_id, external_source, value, source_id)
        values ('movie', 502, 'filmdb_id', 'tt0000777', 'people') on conflict do nothing`)
      await post(server, 'merge', { kind: 'movie', id: 502, into_id: 501 })
      const ofOld = await found('tt0000777')
      assert.deepEqual(
        ofOld.movie_results.map(({ id }: { id: number }) => id),
        [501],
      )
      assert.equal((await get(server, '/3/movie/tt0000777')).at, '/3/movie/501')
      const lines = [
        { kind: 'movie', id: 502, source: 'atlas', budget: 77 },
        { kind: 'person', id: 399, source: 'atlas', name: 'Somebody new' },
        { kind: 'movie', id: 599, source: 'atlas', original_title: 'New' },
      ]
      const summary = await importLines(db, lines, { now: () => new Date(testDay) })
      assert.deepEqual([summary.refused, summary.created], [0, 2])
      const search = await get(server, '/3/movie/502/changes')
      assert.equal(search.at, '/3/movie/501/changes')
    } finally {
      await server.close()
    }
  })

  test('what was deleted stays deleted for imports, and comes back whole', async () => {
    const server = await open(engine)
    try {
      const before = (await get(server, '/3/tv/601')).body
      const { edit_id } = await post(server, 'delete', { kind: 'series', id: 601, note: 'Tried out.' })
      assert.equal((await get(server, '/3/tv/601')).status, 404)
      const lines = [
        { kind: 'series', id: 601, source: 'atlas', original_name: 'Again' },
        { kind: 'season', id: 6011, source: 'atlas', series_id: 601, season_number: 1, name: 'Again' },
        { kind: 'movie', id: 502, source: 'atlas', budget: 8 },
      ]
      const summary = await importLines(server.db, lines, { now: () => new Date(testDay) })
      assert.deepEqual([summary.deleted, summary.refused, summary.created], [2, 0, 0])
      assert.equal((await get(server, '/3/tv/601')).status, 404)
      await post(server, 'undo', { edit_id })
      assert.deepEqual((await get(server, '/3/tv/601')).body, before)
    } finally {
      await server.close()
    }
  })

  test('an episode goes to another season, and a season to another number', async () => {
    const server = await open(engine)
    try {
      const { id } = (await get(server, '/3/tv/601/season/1/episode/1')).body
      const { edit_id } = await post(server, 'move', { kind: 'episode', id, season_number: 2, episode_number: 9 })
      assert.equal((await get(server, '/3/tv/601/season/2/episode/9')).body.id, id)
      assert.equal((await get(server, '/3/tv/601/season/1/episode/1')).status, 404)
      const season = (await get(server, '/3/tv/601/season/2')).body
      await post(server, 'move', { kind: 'season', id: season.id, season_number: 7 })
      const moved = (await get(server, '/3/tv/601/season/7')).body
      assert.deepEqual([moved.id, moved.episodes.length], [season.id, season.episodes.length])
      assert.equal((await get(server, '/3/tv/601/season/7/episode/9')).body.id, id)
      assert.equal((await get(server, '/3/tv/601/season/2')).status, 404)
      await assertYearsFollow(server.db)
      await post(server, 'undo', { edit_id })
      assert.equal((await get(server, '/3/tv/601/season/1/episode/1')).body.id, id)
      await assertYearsFollow(server.db)
    } finally {
      await server.close()
    }
  })
})
