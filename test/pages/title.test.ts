import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { mergedCredits } from '#src/pages/people/merged.ts'
import { forEachEngine } from '../support/engines.ts'
import { openVisitor, type PagesServer, startPages, textOf } from '../support/pages/visitor.ts'
import { loadWorld, testDay } from '../support/world.ts'

/** The page of a title, and those behind it. */

const movie = '/movie/501-the-glass-lantern'
const series = '/tv/601-tidewater-signals'
const trailer = 'aaaaaaaaaaaaaaaaaaaaaaa1'
const hidden = 'aaaaaaaaaaaaaaaaaaaaaaa2'

const cast = (id: number, character: string, order: number) => ({ ...person(id), character, order })
const crew = (id: number, job: string, department: string) => ({ ...person(id), job, department })
const person = (id: number) => ({ id, name: `P${id}`, profile_path: null })

test('each person of a title is named once, with everything that they did', () => {
  const credits = {
    cast: [cast(1, 'B', 1), cast(2, 'A', 0), cast(1, 'C', 2)],
    crew: [
      ...[crew(3, 'Grip', 'Camera'), crew(1, 'Writer', 'Writing'), crew(4, 'Writer', 'Writing')],
      ...[crew(4, 'Director', 'Directing'), crew(3, 'Grip', 'Camera'), crew(5, 'Cook', 'Unheard of')],
    ],
  }
  assert.deepEqual(
    mergedCredits(credits as never).map(({ id, of, roles, jobs, department }) => [id, of, roles, jobs, department]),
    [
      [2, 'cast', ['A'], [], ''],
      [1, 'cast', ['B', 'C'], ['Writer'], 'Writing'],
      [4, 'crew', [], ['Director', 'Writer'], 'Directing'],
      [3, 'crew', [], ['Grip'], 'Camera'],
      [5, 'crew', [], ['Cook'], 'Unheard of'],
    ],
  )
})

forEachEngine(loadWorld, (engine) => {
  let server: PagesServer
  before(async () => {
    server = await startPages(engine)
    const video = { iso_639_1: 'en', iso_3166_1: 'US', size: 1080, official: true, published_at: testDay }
    const put = [
      { ...video, id: trailer, key: 'a_b-c123', site: 'YouTube', name: 'The trailer', type: 'Trailer' },
      { ...video, id: hidden, key: 'a/b', site: 'YouTube', name: 'Odd key', type: 'Clip' },
    ]
    const records = [{ kind: 'movie' as const, id: 501, parts: { videos: { put } } }]
    await applyEdit(server.db, { account_id: null, at: new Date(testDay), records })
  })
  after(() => server.close())
  const get = (path: string, language = 'en') => openVisitor(server.app).get(path, { 'accept-language': language })

  const shown: [path: string, language: string, says: RegExp][] = [
    [movie, 'en', /^The Glass Lantern 2021 Certificate \(United States\): PG-13 · 18 June 2021 · 1 h 52 min · Drama/],
    [movie, 'de', /^Die gläserne Laterne 2021 The Glass Lantern Altersfreigabe \(Deutschland\): 12 · 18\. Juni 2021/],
    [movie, 'en', /Directed by Brannoc Tully 7\.4 .{1,30} Play trailer/],
    [movie, 'en', /Part of The Glimmer Collection The Glass Lantern This movie The Second Glimmer 2026/],
    [series, 'en', /Created by Tamsin Rook/],
    [`${movie}/credits`, 'en', /^The Glass Lantern 2021 Cast and crew Cast Odalys Fenwick Ansa Brannoc Tully Director/],
    [`${series}/credits`, 'en', /^Tidewater Signals 2024 Cast and crew Cast Odalys Fenwick .*episodes/],
    [`${series}/season/2/credits`, 'de', /^Gezeitensignale: Staffel 2 2026 Besetzung und Stab Besetzung Odalys/],
    [
      `${series}/season/2/episode/1/credits`,
      'en',
      /^Tidewater Signals: Storm Warning 2026 Cast and crew Cast .* Guest stars/,
    ],
    [
      `${movie}/credits?with=tv-601`,
      'en',
      /^The Glass Lantern In both The Glass Lantern \(2021\) and Tidewater .* \d p/,
    ],
    [
      `${movie}/credits?with=tv-601`,
      'en',
      /Odalys Fenwick The Glass Lantern \(2021\): Ansa Tidewater Signals \(2024\): /,
    ],
    [`${movie}/credits?with=movie-504`, 'de', /In beiden: .* 0 Personen Niemand gemeinsam/],
    [`${movie}/credits?title=glimmer`, 'en', /Who was also in another title\? Which one\? /],
    [`${movie}/credits?title=xyzzy`, 'en', /Nothing found .* Who was also/],
    ['/movie/504-untitled-glimmer/credits', 'en', /No cast and crew yet .* Add cast and crew/],
    [`${movie}/videos`, 'en', /^The Glass Lantern 2021 Videos The trailer Trailer · YouTube · English/],
    [`${series}/season/2`, 'en', /^Tidewater Signals ‹ Season 1 Season 2 3 March/],
    [`${series}/season/0`, 'en', /^Tidewater Signals Season 1 › Specials/],
    [`${series}/season/2/episode/1`, 'en', /^Tidewater Signals › Season 2 (‹ Season 1, episode \d+ )?Episode 2/],
    [`${series}/season/2/episode/2`, 'de', /^Gezeitensignale › Staffel 2 ‹ Folge 1 Folge 3 ›/],
    ['/person/302-brannoc-tully', 'en', /All credits \(\d+\) .*2021 The Glass Lantern Director/],
    ['/movie/504-untitled-glimmer/videos', 'en', /No videos yet .* Add a video/],
  ]
  for (const [path, language, says] of shown)
    test(`${path} in ${language} says what it is`, async () => {
      const reply = await get(path, language)
      assert.equal(reply.status, 200)
      assert.match(textOf(reply), says)
      assert.equal(reply.body.match(/<h1/g)?.length, 1)
    })

  test('what is not there is not found, and other names of a title lead to its pages', async () => {
    const absent = [
      ...['/movie/599/credits', '/tv/601/season/9/credits', '/tv/601/season/1/episode/99/credits', '/tv/699/videos'],
      ...[`${movie}/credits?page=0`, `${movie}/videos/x`, `${movie}/videos/${hidden}`, '/movie/599/videos'],
      ...['/tv/601/season/9/videos', `/movie/502/videos/${trailer}`, '/tv/601/season/2/episode/99/videos'],
    ]
    const statuses = absent.map(async (path) => [path, (await get(path)).status])
    assert.deepEqual(
      await Promise.all(statuses),
      absent.map((path) => [path, 404]),
    )
    assert.equal((await get('/movie/501/credits')).location, `${movie}/credits`)
    assert.equal((await get(`/movie/501/videos/${trailer}`)).location, `${movie}/videos/${trailer}`)
  })

  test('a video asks its host for nothing before somebody wants to see it', async () => {
    const framesOf = (reply: Awaited<ReturnType<typeof get>>) => [
      /frame-src ([^;]+)/.exec(String(reply.headers['content-security-policy']))?.[1],
      /<iframe src="([^"]+)"[^>]*referrerpolicy="strict-origin"/.exec(reply.body)?.[1],
    ]
    const hosts = 'https://www.youtube-nocookie.com https://player.vimeo.com'
    const address = `${movie}/videos/${trailer}`
    assert.deepEqual(framesOf(await get(movie)), [hosts, undefined])
    const before = await get(address)
    assert.deepEqual(framesOf(before), [hosts, undefined])
    assert.match(
      textOf(before),
      /^The Glass Lantern 2021 .*This video is on YouTube\. .* to www\.youtube-nocookie\.com, .* Play here Open/,
    )
    const frame = 'https://www.youtube-nocookie.com/embed/a_b-c123?autoplay&#61;1&#38;rel&#61;0'
    assert.deepEqual(framesOf(await get(`${address}?play=yes`)), [hosts, frame])
    assert.deepEqual(framesOf(await get('/movie/504-untitled-glimmer')), [undefined, undefined])
    assert.match((await get(movie)).body, /<a href="https:\/\/www\.youtube\.com\/watch\?v&#61;a%2Fb" rel="[^"]+">Odd/)
  })

  test('what a title is called elsewhere leads there', async () => {
    const { body } = await get(movie)
    assert.match(
      body,
      /<a href="https:\/\/www\.imdb\.com\/title\/tt0000501\/" title="tt0000501" rel="[^"]+">imdb\.com</,
    )
    assert.match(body, /<a href="https:\/\/www\.wikidata\.org\/wiki\/Q900501"/)
    const { body: ofSeries } = await get(series)
    assert.match(ofSeries, /<a href="https:\/\/thetvdb\.com\/dereferrer\/series\/\d+"/)
    assert.match(ofSeries, /<dt>Television guide<\/dt>/)
  })

  test('images are shown last, and only where there are more than those that the page has', async () => {
    assert.match(textOf(await get(movie)), /Reviews .* Images .*Posters \(\d/)
    for (const path of ['/movie/504-untitled-glimmer', '/person/306-vesper-quist'])
      assert.doesNotMatch(textOf(await get(path)), /Images/)
  })

  test('a long season is shown in pages', async () => {
    const episode = (number: number) => ({
      kind: 'episode' as const,
      numbering: { series_id: 602, season_number: 1, episode_number: number },
      values: { name: `Part ${number}` },
    })
    const records = Array.from({ length: 60 }, (_, at) => episode(at + 100))
    await applyEdit(server.db, { account_id: null, at: new Date(testDay), records })
    const hours = '/tv/602-les-heures-grises/season/1'
    const first = await get(hours)
    assert.match(textOf(first), /100\. Part 100 .* Page 1 Page 2 Next/)
    assert.doesNotMatch(textOf(first), /159\. Part 159/)
    assert.match(textOf(await get(`${hours}?page=2`)), /159\. Part 159 .*Previous Page 1 Page 2/)
    assert.deepEqual([(await get(`${hours}?page=0`)).status, (await get(`${hours}?page=3`)).status], [404, 404])
  })

  test('pages stay small', async () => {
    for (const path of [movie, series, `${series}/season/2`, `${movie}/credits`])
      assert.ok((await get(path)).body.length < 60_000, path)
  })

  test('ids elsewhere are links named by their sites, or stand with the dialect’s names', async (context) => {
    const own = await startPages(engine, { dialect: 'common' })
    context.after(() => own.close())
    const reply = await openVisitor(own.app).get(series)
    const links = 'imdb\\.com thetvdb\\.com wikidata\\.org facebook\\.com instagram\\.com x\\.com'
    assert.match(textOf(reply), new RegExp(`External IDs ${links} [\\w ()]+ 660601 `))
  })
})
