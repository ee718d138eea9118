import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { codeOf } from '#src/contract/signals.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { openSignalCounter } from '#src/popularity/counter.ts'
import { forEachEngine } from '../support/engines.ts'
import { serve } from '../support/served.ts'
import { keys, loadWorld, sessions } from '../support/world.ts'

const Row = Type.Object({
  kind: Type.String(),
  entity_id: Type.Integer(),
  day: Type.String(),
  signal: Type.String(),
  times: Type.Integer(),
})
const stored = async (db: Database) => {
  const rows = await db.all(
    Row,
    sql`select kind, entity_id, day, signal, times from popularity_signal order by 1, 2, 3, 4`,
  )
  return rows.map(({ kind, entity_id, day, signal, times }) => `${kind} ${entity_id} ${day} ${signal} ${times}`)
}

const noon = Date.parse('2026-03-10T12:00:00.000Z')
const day = 24 * 3_600_000

forEachEngine(loadWorld, (engine) => {
  test('replies of details count however they are sent, and nothing else does', async (t) => {
    const { db, ask, signals } = await serve(t, engine)
    const movie = `/3/movie/501?api_key=${keys.first}`
    const { headers } = await ask(movie)
    await ask(movie)
    await ask(movie, {}, 'HEAD')
    await ask(movie, { 'if-none-match': String(headers.etag) })
    await ask(movie, { 'accept-encoding': 'gzip' })
    await ask('/3/movie/501', { authorization: `Bearer ${keys.second}` })
    // The same movie by its filmdb id, a series, a person, and what does not count.
    await ask(`/3/movie/tt9900501?api_key=${keys.first}`)
    await ask(`/3/tv/601?append_to_response=images,season/1&api_key=${keys.first}`)
    await ask(`/3/person/301?api_key=${keys.first}`)
    for (const path of ['movie/599999', 'movie/501/images', 'tv/601/season/1', 'collection/401', 'movie/popular'])
      await ask(`/3/${path}?api_key=${keys.first}`)
    await ask('/3/movie/502?api_key=nothing')
    await signals.write()
    const found = (await stored(db)).map((row) => row.replace(/2026-03-10 /, ''))
    const times = found.filter((row) => row.startsWith('movie 501')).join()
    assert.match(times, /^movie 501 details [67]$/)
    assert.deepEqual(
      found.filter((row) => !row.startsWith('movie 501')),
      ['person 301 details 1', 'series 601 details 1'],
    )
  })

  test('pages count once, without what they ask for themselves, and so do watchlists', async (t) => {
    const { db, app, ask, signals } = await serve(t, engine)
    const { headers } = await ask('/movie/501')
    await ask(String(headers.location ?? '/movie/501'))
    const address = `/3/account/1/watchlist?api_key=${keys.first}&session_id=${sessions.eve}`
    const put = (watchlist: boolean) =>
      app.inject({ method: 'POST', url: address, payload: { media_type: 'movie', media_id: 501, watchlist } })
    for (const watchlist of [true, true, false, true]) await put(watchlist)
    await signals.write()
    assert.deepEqual(await stored(db), ['movie 501 2026-03-10 page_view 1', 'movie 501 2026-03-10 watchlist 1'])
  })

  test('what was watched counts once, an episode for its series, and again not at all', async (t) => {
    const { db, app, signals } = await serve(t, engine)
    const url = `/commons/1/account/watched?api_key=${keys.first}&session_id=${sessions.eve}`
    const note = (payload: object) => app.inject({ method: 'POST', url, payload })
    await note({ media_id: 501 })
    await note({
      items: [
        { media_type: 'tv', media_id: 601 },
        { media_type: 'tv_episode', media_id: 60121 },
      ],
    })
    await note({ items: [{ media_id: 501 }, { media_id: 599 }] })
    await signals.write()
    assert.deepEqual(await stored(db), ['movie 501 2026-03-10 watched 1', 'series 601 2026-03-10 watched 1'])
  })

  test('one key counts little, every day anew, and several processes add up', async (t) => {
    const db = await engine.open()
    t.after(() => db.close())
    const [one, two] = [openSignalCounter(db), openSignalCounter(db)]
    const movie = codeOf('movie', 501)
    for (let time = 0; time < 1_000; time++) one.count('details', movie, 1, noon)
    one.count('details', movie, 2, noon)
    one.count('details', codeOf('series', 601), 1, noon)
    one.count('details', codeOf('movie', 599_999), 1, noon)
    two.count('details', movie, 3, noon)
    one.count('details', movie, 1, noon + day)
    await Promise.all([one.write(), two.write()])
    await one.write()
    assert.deepEqual(await stored(db), [
      'movie 501 2026-03-10 details 22',
      'movie 501 2026-03-11 details 1',
      'series 601 2026-03-10 details 1',
    ])
  })

  test('what cannot be written is written later, and no more waits than is allowed', async (t) => {
    const db = await engine.open()
    t.after(() => db.close())
    let isDown = true
    const transaction: Database['transaction'] = (work) =>
      isDown ? Promise.reject(new Error('the database is away')) : db.transaction(work)
    const counter = openSignalCounter({ ...db, transaction }, 2)
    for (const id of [501, 502, 503]) counter.count('details', codeOf('movie', id), 1, noon)
    await assert.rejects(counter.write())
    counter.count('details', codeOf('movie', 504), 1, noon)
    isDown = false
    await counter.write()
    assert.deepEqual(await stored(db), ['movie 501 2026-03-10 details 1', 'movie 502 2026-03-10 details 1'])
  })
})
