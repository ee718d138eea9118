import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { forEachEngine } from '../support/engines.ts'
import { openVisitor, signedIn, startPages, textOf } from '../support/pages/visitor.ts'
import { loadWorld } from '../support/world.ts'

const Entry = Type.Object({ kind: Type.String(), entity_id: Type.Integer(), watched_on: Type.String() })
/** What somebody has watched, as `movie 501 2026-03-10`. */
const watchedBy = async (db: Database, username: string) => {
  const rows = await db.all(
    Entry,
    sql`
    select kind, entity_id, watched_on from watched join account on account.id = watched.account_id
    where folded_username = ${username} and source_id is null order by watched_on, watched_at, kind, entity_id`,
  )
  return rows.map(({ kind, entity_id, watched_on }) => `${kind} ${entity_id} ${watched_on}`)
}
const namesIn = (body: string) =>
  [...body.matchAll(/class="(?:name|listed-name)"[^>]*>([^<]*)</g)].map(([, name]) => name)

const movie = '/movie/501-the-glass-lantern'
const season = '/tv/601-tidewater-signals/season/2'

forEachEngine(loadWorld, (engine) => {
  test('a movie is marked as watched from its page, on any day, and stands in the diary', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    const [bo, visitor] = [await signedIn(server, 'bo'), openVisitor(server.app)]
    assert.doesNotMatch((await visitor.get(movie)).body, /\/library\/watched|-lantern\/watched/)
    assert.doesNotMatch(textOf(await bo.get(movie)), /Watched once/)

    const watching = { media_type: 'movie', media_id: '501', next: movie }
    const note = (on: string, more = {}) =>
      bo.post('/library/watched', { ...watching, act: 'add', on, ...more }, { from: movie })
    assert.match(
      textOf(await bo.follow(await note('2026-03-10'))),
      /Marked as watched\..*Watched once 10 March 2026 Remove/,
    )
    assert.match(textOf(await bo.follow(await note('2026-02-28'))), /Watched 2 times 10 March 2026 .*28 February 2026/)
    for (const day of ['2026-03-12', '1887-01-01', '2026-02-30', 'yesterday'])
      assert.match(textOf(await bo.follow(await note(day))), /^Nothing was changed: that date/, day)
    assert.equal((await note('', { media_type: 'person' })).status, 422)
    assert.equal((await note('', { media_id: '599' })).status, 404)
    assert.equal((await note('', { act: 'burn' })).status, 422)
    assert.deepEqual(await watchedBy(server.db, 'bo'), ['movie 501 2026-02-28', 'movie 501 2026-03-10'])

    assert.equal((await bo.get('/library/diary')).location, '/library/diary/2026-03')
    const diary = '/library/diary/2026-03'
    assert.match(textOf(await bo.get(diary)), /March 2026 .*1 entry 10 March 2026 The Glass Lantern 2021/)
    assert.match(textOf(await bo.get('/library/diary/2026-04')), /April 2026 .*Nothing this month/)
    for (const month of ['2026-13', 'March', '2026-3', '1799-01'])
      assert.equal((await bo.get(`/library/diary/${month}`)).status, 404, month)
    const change = { ...watching, next: diary, at: '2026-03-10T12:00:00.000Z' }
    const moved = await bo.post('/library/watched', { ...change, act: 'change', on: '2026-03-01' }, { from: diary })
    assert.match(textOf(await bo.follow(moved)), /^Date changed\. .*1 March 2026 The Glass Lantern/)
    const again = await bo.post('/library/watched', { ...change, act: 'change', on: '2026-03-01' }, { from: diary })
    assert.equal(again.status, 404, 'the entry has another day meanwhile')
    const gone = await bo.post(
      '/library/watched',
      { ...change, act: 'remove', at: '2026-03-01T12:00:00.000Z' },
      { from: diary },
    )
    assert.match(textOf(await bo.follow(gone)), /^No longer marked as watched\. .*Nothing this month/)
    assert.deepEqual(await watchedBy(server.db, 'bo'), ['movie 501 2026-02-28'])
  })

  test('a series is watched episode by episode, up to one, and by seasons', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    const [bo, eve] = [await signedIn(server, 'bo'), await signedIn(server, 'eve')]
    const series = '/tv/601-tidewater-signals'
    const act = (media_type: string, media_id: number, act: string) =>
      bo.post(
        '/library/watched',
        { media_type, media_id: String(media_id), act, on: '', next: season },
        { from: season },
      )

    assert.match(textOf(await bo.get('/library')), /Continue watching No series to continue/)
    assert.match(textOf(await bo.get(series)), /0 of 4 episodes watched Next: Season 1, episode 1, First Light/)
    await act('tv_episode', 60111, 'add')
    assert.match(textOf(await bo.get('/library')), /Tidewater Signals 1 of 4 episodes watched Next: .*Last Light/)
    await act('tv_episode', 60122, 'up_to')
    assert.deepEqual(await watchedBy(server.db, 'bo'), [
      'episode 60111 2026-03-10',
      'episode 60112 2026-03-10',
      'episode 60121 2026-03-10',
      'episode 60122 2026-03-10',
    ])
    assert.match(textOf(await bo.follow(await act('tv_episode', 60122, 'up_to'))), /^Already marked as watched/)
    assert.match(textOf(await bo.get(series)), /4 of 4 episodes watched You’re up to date/)
    assert.match(textOf(await bo.get('/library')), /No series to continue/)
    server.setTime('2026-03-16T12:00:00.000Z')
    assert.match(textOf(await bo.get('/library')), /4 of 5 episodes watched Next: Season 2, episode 3, Flood/)

    assert.match(textOf(await bo.get(season)), /2 of 3 episodes watched/, 'the fourth has not aired')
    assert.match(textOf(await bo.get(series)), /Season 2 2026 · 2 of 3 episodes watched/)
    assert.equal((await bo.get(season)).body.match(/>Watched</g)?.length, 2, 'said once of each, by its card')
    await act('tv_season', 6012, 'remove')
    assert.match(textOf(await bo.get(season)), /0 of 3 episodes watched/)
    await act('tv_season', 6012, 'add')
    assert.equal((await watchedBy(server.db, 'bo')).filter((entry) => entry.startsWith('episode 6012')).length, 3)
    await act('tv', 601, 'remove')
    assert.deepEqual(await watchedBy(server.db, 'bo'), [])
    assert.equal((await act('tv_season', 6099, 'add')).status, 404)
    assert.equal((await act('movie', 501, 'up_to')).status, 422)
    assert.doesNotMatch((await eve.get(season)).body, /Mark as unwatched|>Watched</)
  })

  test('episodes without a date are watched one by one, or all up to one, and none that is yet to air', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    const { db } = server
    await db.run(sql`update season set air_date = null where series_id = 601 and season_number = 1`)
    await db.run(sql`update episode set air_date = null where series_id = 601 and season_number = 1`)
    await db.run(sql`update episode set air_date = '2026-12-01' where id = 60122`)
    const bo = await signedIn(server, 'bo')
    const first = '/tv/601-tidewater-signals/season/1'
    const ofSeason = (media_id: string) => ({ media_type: 'tv_season', media_id, act: 'add', on: '' })
    const act = (media_id: number, act: string) =>
      bo.post('/library/watched', { media_type: 'tv_episode', media_id: String(media_id), act, on: '', next: first })
    await act(60111, 'add')
    assert.match(textOf(await bo.get('/library')), /Tidewater Signals 1 of 3 episodes watched Next: .*Last Light/)
    await bo.post('/library/watched', { ...ofSeason('6011'), next: first })
    assert.match(textOf(await bo.get('/library')), /Tidewater Signals 2 of 3 episodes watched Next: .*Storm Warning/)
    assert.match(textOf(await bo.get(first)), /2 of 2 episodes watched/)
    await act(60123, 'up_to')
    assert.deepEqual(await watchedBy(db, 'bo'), [
      'episode 60111 2026-03-10',
      'episode 60112 2026-03-10',
      'episode 60121 2026-03-10',
      'episode 60123 2026-03-10',
    ])
    assert.match((await bo.get(season)).body, /Mark season as unwatched/)
    assert.doesNotMatch((await bo.get(season)).body, /Mark season as watched/)
  })

  test('a season of 60 episodes is a page below 60 kB for who is signed in, with a button of each', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    const { db } = server
    const overview = 'They keep a light that nobody has seen for years. '.repeat(4)
    const rows = Array.from({ length: 56 }, (_, at) => ({ id: 70_000 + at, number: 5 + at, name: `Long Night ${at}` }))
    const given = db.engine.rows(Type.Object({ id: Type.Integer(), number: Type.Integer(), name: Type.String() }), rows)
    await db.run(sql`
      insert into record (kind, id, source_id, edit_id, stated_zeros)
      select 'episode', r.id, 'atlas', 1, '' from ${given} as r`)
    await db.run(sql`
      insert into episode (id, series_id, season_number, episode_number, name, overview, air_date, production_code,
        episode_type, vote_average, vote_count)
      select r.id, 601, 2, r.number, r.name, ${overview}, '2020-01-01', '', '', 0, 0 from ${given} as r`)
    const bo = await signedIn(server, 'bo')
    const shown = await bo.get(season)
    assert.match(shown.body, /name="act" value="up_to 70045"/)
    assert.ok(shown.body.length < 60_000, `${shown.body.length} bytes`)
    const second = await bo.get(`${season}?page=2`)
    const next =
      /value="tv_episode"><input type="hidden" name="next" value="([^"]*)/
        .exec(second.body)?.[1]
        ?.replaceAll('&#61;', '=') ?? ''
    const marked = await bo.post('/library/watched', { media_type: 'tv_episode', act: 'add 70010', next })
    assert.match(marked.location ?? '', /^\/tv\/601[^?]*\/season\/2\?page=2#episode-70010$/)
    assert.match((await bo.get(season)).body, /<li id="episode-70010">/)
    await bo.post('/library/watched', { media_type: 'tv_episode', act: 'add 60121', next: season }, { from: season })
    await bo.post('/library/watched', { media_type: 'tv_episode', act: 'remove 70010', next: season }, { from: season })
    assert.deepEqual(await watchedBy(db, 'bo'), ['episode 60121 2026-03-10'])
    const wrong = { media_type: 'tv_episode', act: 'add 70010x', next: season }
    assert.equal((await bo.post('/library/watched', wrong, { from: season })).status, 422)
  })

  test('shelves have the filters and orders of discover, and only what is one’s own', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    const [dee, eve] = [await signedIn(server, 'dee'), await signedIn(server, 'eve')]
    assert.equal((await openVisitor(server.app).get('/library')).status, 303)
    const list = async (address: string) => namesIn((await dee.get(`/library/${address}`)).body)

    assert.match(
      textOf(await dee.get('/library')),
      /Ratings Movies: 21 · Series: 21 · Episodes: 21 Reel 21 .*Serial 21 .*Reel 20 .*Watched Movies: 21 Reel 21 /,
    )
    assert.deepEqual((await list('ratings/movie')).slice(0, 2), ['Reel 21', 'Reel 20'])
    assert.equal((await list('ratings/movie')).length, 21)
    assert.deepEqual((await list('ratings/movie?sort=first')).slice(0, 2), ['Reel 01', 'Reel 02'])
    assert.deepEqual((await list('ratings/movie?sort=own')).slice(0, 2), ['Reel 20', 'Reel 19'])
    assert.deepEqual((await list('watched/movie?sort=title')).slice(0, 2), ['Reel 01', 'Reel 02'])
    const [last] = await list('ratings/episode')
    const first = await list('ratings/episode?sort=first')
    assert.deepEqual([first.length, first[0], last], [20, 'Serial 1: Part 1', 'Serial 21: Part 1'])
    assert.deepEqual(await list('ratings/episode?sort=first&page=2'), [last])
    assert.match(
      textOf(await dee.get('/library/ratings/episode')),
      /Movies Series Episodes .*21 episodes Serial 21: Part 1 Season 1, episode 1 Your rating/,
    )
    assert.match(textOf(await eve.get('/library/ratings/episode')), /No episode ratings yet/)
    assert.deepEqual((await list('favorites/tv?sort=oldest')).length, 21)
    assert.equal((await list('watched/movie?decade=2000')).length, 21)
    assert.deepEqual(await list('watched/movie?decade=1990'), [])
    assert.match(textOf(await dee.get('/library/watched/movie?decade=1990')), /No titles match Remove a filter/)
    assert.equal((await list('watched/movie?year=2001&original_language=en')).length, 21)
    assert.deepEqual(await list('watched/movie?original_language=de'), [])
    assert.deepEqual(await list('watched/movie?genre=18'), [])
    assert.equal(
      (await dee.get('/library/watched/movie?genre=&year=2001&sort=title')).location,
      '/library/watched/movie?year=2001&sort=title',
    )
    assert.equal((await dee.get('/library/watched/movie?page=3')).status, 404)
    assert.equal((await dee.get('/library/nothing/movie')).status, 404)
    for (const shelf of ['watchlist', 'favorites', 'ratings', 'watched']) {
      const { body } = await eve.get(`/library/${shelf}/movie`)
      assert.match(body, /class="empty"/, shelf)
      assert.doesNotMatch(body, /action="\/watchlist"/)
    }
  })

  test('a shelf leaves out what was watched, takes several genres, and has chance choose a title', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    const bo = await signedIn(server, 'ada')
    await bo.post(
      '/library/watched',
      { media_type: 'movie', media_id: '503', act: 'add', on: '', next: movie },
      { from: movie },
    )
    const names = async (address: string) => namesIn((await bo.get(`/library/watchlist/${address}`)).body)
    assert.equal((await names('movie')).length, 2)
    assert.equal((await names('movie?unwatched=on')).length, 1)
    assert.match(
      (await bo.get('/library/watchlist/movie?unwatched=on')).body,
      /type="hidden" name="unwatched" value="on"/,
    )
    assert.equal((await names('tv?unwatched=on')).length, 1)
    await bo.post(
      '/library/watched',
      { media_type: 'tv_episode', media_id: '60111', act: 'add', on: '', next: season },
      { from: season },
    )
    assert.equal((await names('tv?unwatched=on')).length, 0)
    assert.doesNotMatch((await bo.get('/library/watched/movie')).body, /unwatched=on/)

    const form = '/library/watchlist/movie?genre=18&also_genre=878&unwatched=on'
    assert.equal((await bo.get(form)).location, '/library/watchlist/movie?genre=18%2C878&unwatched=on')
    assert.equal((await bo.get('/discover/movie?genre=&also_genre=18')).location, '/discover/movie?genre=18')
    assert.deepEqual(
      await names('movie?genre=18,878'),
      namesIn((await bo.get('/library/watchlist/movie?genre=18,878')).body),
    )

    for (let at = 0; at < 5; at++)
      assert.equal((await bo.get('/library/watchlist/movie/random?unwatched=on')).location, movie)
    assert.match((await bo.get('/library/watchlist/tv/random')).location ?? '', /^\/tv\/601-/)
    assert.equal((await bo.get('/library/favorites/tv/random?year=1999')).location, '/library/favorites/tv?year=1999')
  })

  test('the calendar has what airs of what one follows', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    const [ada, bo] = [await signedIn(server, 'ada'), await signedIn(server, 'bo')]
    assert.equal((await ada.get('/library/calendar')).location, '/library/calendar/2026-03')
    const airing = async (visitor: typeof ada, month: string) =>
      [
        ...((await visitor.get(`/library/calendar/${month}`)).body.split('<ol class="calendar">')[1] ?? '').matchAll(
          /datetime="(\S+)"|<span><a href="([^"]+)/g,
        ),
      ]
        .map(([, day, address]) => day ?? address)
        .filter((text, index, all) => !/^\d/.test(text ?? '') || /^\//.test(all[index + 1] ?? ''))
    const episodes = (...numbers: number[]) => numbers.map((number) => `${season}/episode/${number}`)
    const [one, two, three, four] = episodes(1, 2, 3, 4)
    const all = ['2026-03-03', one, '2026-03-10', two, '2026-03-16', three, '2026-03-17', four]
    assert.deepEqual(await airing(ada, '2026-03'), all, 'Tidewater Signals is on the watchlist of ada')
    const shown = await ada.get('/library/calendar/2026-03')
    assert.match(textOf(shown), /März 2026 › Mo Di Mi Do Fr Sa So Sonntag, 1\. März 2026/)
    assert.match(shown.body, /class="day empty-day from-6">/)
    assert.match(shown.body, /<span class="day-name">Dienstag, 3. März 2026<\/span>/)
    assert.deepEqual(await airing(ada, '2021-06'), ['2021-06-18', movie])
    assert.deepEqual(await airing(bo, '2026-03'), [])
    assert.match(textOf(await bo.get('/library/calendar/2026-03')), /Nothing this month/)
    await bo.post(
      '/library/watched',
      { media_type: 'tv_episode', media_id: '60111', act: 'add', on: '', next: season },
      { from: season },
    )
    assert.deepEqual(await airing(bo, '2026-03'), all, 'bo has begun to watch it')
  })
})
