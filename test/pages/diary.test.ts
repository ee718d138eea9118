import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { forEachEngine } from '../support/engines.ts'
import { openVisitor, type Reply, signedIn, startPages, textOf, type Visitor } from '../support/pages/visitor.ts'
import { loadWorld } from '../support/world.ts'

const Entry = Type.Object({ kind: Type.String(), entity_id: Type.Integer(), on: Type.String(), again: Type.String() })
/** What somebody has watched, as `movie 501 2026-03-10`, and whether they say that it was again. */
const watchedBy = async (db: Database, username: string) => {
  const rows = await db.all(
    Entry,
    sql`
    select kind, entity_id, watched_on as "on", case when is_rewatch then ' again' else '' end as again
    from watched join account on account.id = watched.account_id
    where folded_username = ${username} and source_id is null order by watched_on, watched_at, kind, entity_id`,
  )
  return rows.map(({ kind, entity_id, on, again }) => `${kind} ${entity_id} ${on}${again}`)
}

const movie = '/movie/501-the-glass-lantern'
const series = '/tv/601-tidewater-signals'
const sheet = { on: '2026-03-08', rating: '', content: '', rewatch: '', leave: '', always: '' }

const log = (visitor: Visitor, more: Partial<typeof sheet>, of = movie): Promise<Reply> =>
  visitor.post(`${of}/watched`, { ...sheet, ...more })

forEachEngine(loadWorld, (engine) => {
  test('a movie is logged on one sheet, without a script, with all that somebody says of it', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    const [bo, visitor] = [await signedIn(server, 'bo'), openVisitor(server.app)]
    assert.equal((await visitor.get(`${movie}/watched`)).status, 303)
    const shown = (await bo.get(movie)).body
    assert.ok(shown.indexOf(`href="${movie}/watched"`) < shown.indexOf('class="stars"'), 'the first of all buttons')
    assert.ok(shown.indexOf(`href="${movie}/watched"`) < shown.indexOf(`href="${movie}/edit"`))

    const first = (await bo.get(`${movie}/watched`)).body
    assert.match(first, /name="on"[^>]* value="2026-03-10"[^>]* data-today/)
    assert.doesNotMatch(first, /name="rewatch" checked|name="leave"/)
    await bo.post('/watchlist', { media_type: 'movie', media_id: '501', watchlist: 'on', next: movie }, { from: movie })
    const logged = await log(bo, { rating: '8.5', content: 'A  light that stays.\r\n', leave: 'on' })
    assert.equal(logged.location, movie)
    const after = await bo.follow(logged)
    assert.match(textOf(after), /^Added to your diary\..*Watched again.*Watched once 8 March 2026 Remove/)
    assert.match(after.body, /Your rating<span class="unseen">: 8\.5 of 10/)
    assert.match(textOf(after), /A light that stays\./)
    assert.match(after.body, /Add to watchlist/)
    assert.equal((await bo.get(`${movie}/watched`)).status, 200)
    assert.match((await bo.get(`${movie}/watched`)).body, /name="rewatch" checked/)
    assert.match((await bo.get(`${movie}/watched`)).body, /<option value="8\.5" selected>/)

    await log(bo, { on: '2026-03-09', rewatch: 'on', rating: '9', content: 'A light that stays.' })
    await log(bo, { on: '', rewatch: 'on', rating: '9' })
    assert.match(textOf(await bo.follow(await log(bo, { on: '2026-03-09', rating: '9' }))), /^Already marked/)
    assert.deepEqual(await watchedBy(server.db, 'bo'), [
      'movie 501  again',
      'movie 501 2026-03-08',
      'movie 501 2026-03-09 again',
    ])
    assert.match(textOf(await bo.get(movie)), /Watched 3 times 9 March 2026 Remove .*Without a date Remove/)
    const gone = { media_type: 'movie', media_id: '501', act: 'remove', at: 'unknown', on: '', next: movie }
    await bo.post('/library/watched', gone, { from: movie })
    assert.equal((await watchedBy(server.db, 'bo')).length, 2)

    for (const wrong of [
      { on: '2026-03-12' },
      { on: '1700-01-01' },
      { rating: '11' },
      { content: 'x'.repeat(20_001) },
    ]) {
      const refused = await log(bo, wrong)
      assert.equal(refused.status, 422)
      assert.match(refused.body, /class="error-summary"/)
    }
    assert.equal((await bo.get('/movie/599/watched')).status, 404)
    assert.equal((await watchedBy(server.db, 'bo')).length, 2)
    assert.match((await bo.follow(await log(bo, { on: '2026-03-09', rating: '' }))).body, /: Not rated/)
  })

  test('who wants it always has movies off the watchlist that are watched, however that is noted', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    const eve = await signedIn(server, 'eve')
    const keep = (id: number) =>
      eve.post('/watchlist', { media_type: 'movie', media_id: String(id), watchlist: 'on', next: '/' }, { from: movie })
    const listed = async () =>
      [...(await eve.get('/library/watchlist/movie')).body.matchAll(/class="record-card"/g)].length
    const note = (media_id: string) =>
      eve.post('/library/watched', { media_type: 'movie', media_id, act: 'add', on: '', next: movie }, { from: movie })
    await keep(501)
    await keep(502)
    await note('502')
    assert.equal(await listed(), 2, 'nobody has asked for it')
    assert.match((await eve.get(`${movie}/watched`)).body, /name="leave"[^>]*>[\s\S]*name="always"/)
    await log(eve, { leave: 'on', always: 'on' })
    assert.equal(await listed(), 1)
    await note('502')
    assert.equal(await listed(), 0)
    assert.match((await eve.get('/settings/profile')).body, /name="leaves_watchlist" checked/)
    await keep(501)
    assert.match((await eve.get(`${movie}/watched`)).body, /name="leave" checked/)
    const profile = { name: 'Eve', iso_639_1: 'en', iso_3166_1: 'GB', include_adult: '' }
    await eve.post('/settings/profile', profile)
    await note('501')
    assert.equal(await listed(), 1, 'no longer')
  })

  test('a series is marked on a day, on those of airing or without one, and that is undone exactly', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    const [bo, eve] = [await signedIn(server, 'bo'), await signedIn(server, 'eve')]
    const mark = (of: string, fields: Record<string, string>) => bo.post(`${of}/watched`, { on: '', ...fields })
    assert.match((await bo.get(series)).body, /tidewater-signals\/watched"[^>]*>.*Mark series as watched/)
    await bo.post('/library/watched', {
      ...{ media_type: 'tv_episode', media_id: '60111', act: 'add', on: '2026-03-01', next: series },
    })
    const sheetOfSeries = await bo.get(`${series}/watched`)
    assert.match(textOf(sheetOfSeries), /3 episodes are not marked yet\. When did you watch them\?/)
    const marked = await mark(series, { when: 'released' })
    assert.match(marked.location ?? '', /^\/tv\/601-tidewater-signals\?noted=[0-9a-f]{24}$/)
    const all = ['episode 60112 2024-09-09', 'episode 60111 2026-03-01', 'episode 60121 2026-03-03']
    assert.deepEqual(await watchedBy(server.db, 'bo'), [...all, 'episode 60122 2026-03-10'])
    const bar = await bo.follow(marked)
    assert.match(textOf(bar), /3 episodes marked as watched\. Undo/)
    assert.doesNotMatch((await eve.get(marked.location ?? '')).body, /class="notice noted"/)
    const [, batch = ''] = /noted=(\w+)/.exec(marked.location ?? '') ?? []
    await eve.post('/library/watched/undo', { batch, next: series }, { from: series })
    assert.equal((await watchedBy(server.db, 'bo')).length, 4, 'nobody undoes what is not theirs')
    const undone = await bo.post('/library/watched/undo', { batch, next: series }, { from: series })
    assert.match(textOf(await bo.follow(undone)), /^Undone\./)
    assert.deepEqual(await watchedBy(server.db, 'bo'), ['episode 60111 2026-03-01'])
    const again = await bo.post('/library/watched/undo', { batch, next: series }, { from: series })
    assert.match(textOf(await bo.follow(again)), /^There was nothing left to undo/)

    const season = `${series}/season/2`
    await mark(season, { when: 'unknown' })
    assert.deepEqual(await watchedBy(server.db, 'bo'), ['episode 60121 ', 'episode 60122 ', 'episode 60111 2026-03-01'])
    assert.match(textOf(await bo.follow(await mark(season, { when: 'day', on: '2026-03-02' }))), /^Already marked/)
    assert.match(textOf(await bo.get(`${season}/watched`)), /Everything is marked/)
    assert.equal((await mark(series, { when: 'day', on: '2027-01-01' })).status, 422)
    assert.equal((await mark(series, { when: 'once' })).status, 422)
    const upTo = { media_type: 'tv_episode', act: 'up_to 60112', on: '', next: `${series}/season/1` }
    const noted = await bo.post('/library/watched', upTo, { from: series })
    assert.match(noted.location ?? '', /\/season\/1\?noted=[0-9a-f]{24}#episode-60112$/)
    assert.match(
      textOf(await bo.get((noted.location ?? '').split('#')[0] ?? '')),
      /One episode marked as watched\. Undo/,
    )
  })

  test('what has not aired yet is not offered as watched', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    const bo = await signedIn(server, 'bo')
    const season = await bo.get(`${series}/season/2`)
    assert.match(season.body, /value="add 60122"/)
    assert.doesNotMatch(season.body, /value="add 60123"|value="up_to 60123"/)
    assert.match((await bo.get(`${series}/season/2/episode/2`)).body, /data-opens-sheet/)
    assert.doesNotMatch((await bo.get(`${series}/season/2/episode/3`)).body, /data-opens-sheet/)
    await log(bo, { rating: '7', on: '2026-03-09' }, `${series}/season/2/episode/2`)
    assert.deepEqual(await watchedBy(server.db, 'bo'), ['episode 60122 2026-03-09'])
    assert.match((await bo.get(`${series}/season/2/episode/2`)).body, /: 7 of 10/)
  })

  test('a diary has posters, months that are next to it, and pages of its years and of all of it', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    const eve = await signedIn(server, 'eve')
    await log(eve, { on: '2024-12-30', rating: '9' })
    await log(eve, { on: '2024-12-31', rewatch: 'on', rating: '9' })
    await log(eve, { on: '2025-01-01', rewatch: 'on', rating: '9' })
    await log(eve, { on: '', rewatch: 'on', rating: '9' })
    await log(eve, { on: '2025-06-15', rating: '7' }, '/movie/502-das-zweite-glimmen')
    await eve.post(`${series}/watched`, { when: 'released', on: '' })

    const month = await eve.get('/library/diary/2025-01')
    assert.match(textOf(month), /All of 2025 · After that: June 2025 1 entry 1 January 2025 .*2021 · Watched again/)
    const changed = { media_type: 'movie', media_id: '501', act: 'change', next: '/library/diary/2025-01' }
    const times = { at: '2025-01-01T12:00:00.000Z', on: '2025-01-02' }
    await eve.post('/library/watched', { ...changed, ...times }, { from: '/library/diary/2025-01' })
    assert.match(
      textOf(await eve.get('/library/diary/2025-01')),
      /2 January 2025 .*2021 · Watched again/,
      'it stays so',
    )
    const back = { at: '2025-01-02T12:00:00.000Z', on: '2025-01-01' }
    await eve.post('/library/watched', { ...changed, ...back }, { from: '/library/diary/2025-01' })
    assert.match(month.body, /class="listed-picture"><span[^>]*><img /)
    const empty = textOf(await eve.get('/library/diary/2025-11'))
    assert.match(empty, /All of 2025 · Before that: June 2025 · After that: March 2026/)
    assert.equal((await eve.get('/library/diary/2025/06')).location, '/library/diary/2025-06')
    for (const address of ['2025/13', '2025/6', '1700', '20255', '2025?page=2'])
      assert.equal((await eve.get(`/library/diary/${address}`)).status, 404, address)

    const year = await eve.get('/library/diary/2025')
    assert.match(textOf(year), /All time 2026 2025 2024 Movies 2 Watched again 1 Hours 2 Days with entries 2/)
    assert.match(year.body, /<svg[^>]* role="img" aria-label="By month; January: 1 movie; June: 1 movie"/)
    assert.match(year.body, /href="\/library\/diary\/2025-06">June/)
    assert.match(textOf(year), /Highest rated .*Glass Lantern 9 of 10 .*Only you can see this page\./)
    assert.doesNotMatch(year.body, /statistics\/2025/)
    const last = textOf(await eve.get('/library/diary/2024'))
    assert.match(last, /Longest streak in days 2 The longest streak was from 30 December 2024 to 31 December 2024\./)
    assert.match(textOf(await eve.get('/library/diary/1999')), /Nothing in 1999/)

    const all = await eve.get('/library/statistics')
    assert.match(textOf(all), /Movies 2 Watched again 3 Series 1 Episodes 4 .*Longest streak in days 3/)
    assert.match(textOf(all), /One entry has no date\. By year/)
    assert.match(all.body, /aria-label="By year; 2024: 1?2 movies.*; 2025: 2 movies; 2026: 2 episodes"/)
    assert.match(textOf(all), /Series watched most Tidewater Signals 4 episodes/)
    assert.match(textOf(await eve.get('/library/diary/2026')), /Series 1 Episodes 2/)
    await log(eve, { on: '2026-02-01', rating: '9' })
    assert.match(textOf(await eve.get('/library/diary/2026')), /Movie 1 Series 1 Episodes 2/, 'nothing older is kept')
    const none = await signedIn(server, 'ada')
    assert.match(textOf(await none.get('/library/statistics')), /Noch nichts/)
  })

  test('others see the years of who shows them, without ratings that are not shown, and of nobody else', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    const [eve, visitor] = [await signedIn(server, 'eve'), openVisitor(server.app)]
    await log(eve, { on: '2025-01-01', rating: '9' })
    const show = (fields: Record<string, string>) => eve.post('/settings/privacy', fields)
    const shared = ['/@eve/statistics', '/@eve/statistics/2025']
    const seen = async () => [...new Set((await Promise.all(shared.map((of) => visitor.get(of)))).map((r) => r.status))]
    assert.deepEqual(await seen(), [404])
    assert.equal((await eve.get('/@eve/statistics/2025')).status, 200, 'it is theirs')
    await show({ has_public_profile: 'on', shows_ratings: 'on' })
    assert.deepEqual(await seen(), [404], 'a public profile does not have it by itself')
    assert.doesNotMatch((await visitor.get('/@eve')).body, /statistics/)
    await show({ shows_diary: 'on' })
    assert.deepEqual(await seen(), [404], 'of a private profile')
    await show({ has_public_profile: 'on', shows_diary: 'on' })
    assert.deepEqual(await seen(), [200])
    const year = await visitor.get('/@eve/statistics/2025')
    assert.match(textOf(year), /2025: what .* watched All time 2025 Movie 1/)
    assert.doesNotMatch(year.body, /Highest rated|library\/diary/)
    assert.match((await visitor.get('/@eve')).body, /href="\/@eve\/statistics"/)
    assert.match((await eve.get('/library/diary/2025')).body, /data-share="[^"]*\/@eve\/statistics\/2025"/)
    await show({ has_public_profile: 'on', shows_diary: 'on', shows_ratings: 'on' })
    assert.match(textOf(await visitor.get('/@eve/statistics/2025')), /Highest rated .*9 of 10/)
    assert.equal((await visitor.get('/@EVE/statistics/2025')).location, '/@eve/statistics/2025')
    assert.equal((await visitor.get('/@eve/statistics/20255')).status, 404)
    await show({})
    assert.deepEqual(await seen(), [404], 'at once')
  })
})
