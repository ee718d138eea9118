import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import type { RecordEdit } from '#src/catalogue/edits/record-edit.ts'
import { statusEnvelope } from '#src/contract/statuses.ts'
import { forEachEngine } from '../support/engines.ts'
import { openPlex } from '../support/plex/open.ts'
import { startInterface } from '../support/scenarios.ts'
import { loadWorld, testDay } from '../support/world.ts'

const order = '000000000000000000060171'
const tidewater = { grandparentTitle: 'Tidewater Signals' }

/** What is asked of the provider of movies, and the rating keys of the matches with their certainty. */
const movies: readonly [what: string, body: object, matches: readonly string[]][] = [
  ['a title with its year', { title: 'The Glass Lantern', year: 2021 }, ['movie-501 95']],
  ['a title in another language', { title: 'Die gläserne Laterne', year: 2021 }, ['movie-501 93']],
  ['a title with a slip', { title: 'The Glas Lantern', year: 2021 }, ['movie-501 73']],
  [
    'a guid of this provider',
    { guid: 'tv.plex.agents.custom.reelcommons.movies://movie/movie-502' },
    ['movie-502 100'],
  ],
  ['a guid of another kind', { guid: 'tv.plex.agents.custom.reelcommons.movies://collection/collection-401' }, []],
  ['an id of another system', { title: 'Anything', guid: 'imdb://tt0000501' }, ['movie-501 100']],
  ['a number that apps know', { title: 'Anything', guid: 'tmdb://501' }, ['movie-501 100']],
  ['an id in the name of a file', { title: 'x', filename: '/f/Lamp (1999) {imdb-tt0000501}/a.mkv' }, ['movie-501 100']],
  ['a number in the name of a file', { title: 'x', filename: '/f/Lamp {tmdb-502}.mkv' }, ['movie-502 100']],
  ['the name of a file alone', { filename: '/f/The.Glass.Lantern.2021.1080p.BluRay.x264.mkv' }, ['movie-501 95']],
  [
    'what the name of the file says better',
    { title: 'disc 1', filename: '/f/The Second Glimmer (2026).mkv' },
    ['movie-502 95'],
  ],
  [
    'a guid of a system that is unknown here',
    { title: 'The Glass Lantern', guid: 'plex://movie/5d77' },
    ['movie-501 81'],
  ],
  ['nothing at all', {}, []],
  ['an adult title', { title: 'Velvet Hour' }, []],
  ['an adult title for adults', { title: 'Velvet Hour', includeAdult: 1 }, ['movie-503 81']],
]

const television: readonly [what: string, body: object, matches: readonly string[]][] = [
  ['a show', { type: 2, title: 'Tidewater Signals', year: 2024 }, ['show-601 95']],
  [
    'a show by an id in the name of its folder',
    { type: 2, filename: '/tv/x {tvdb-880601}/s1/x.mkv' },
    ['show-601 100'],
  ],
  ['a season', { type: 3, parentTitle: 'Tidewater Signals', index: 2 }, ['season-6012 81']],
  ['a season by its id', { type: 3, index: 9, guid: 'tvdb://886012' }, ['season-6012 100']],
  ['an episode by its numbers', { type: 4, ...tidewater, parentIndex: 2, index: 1 }, ['episode-60121 81']],
  ['an episode by its day', { type: 4, ...tidewater, date: '2026-03-10' }, ['episode-60122 81']],
  ['an episode by its number in the show', { type: 4, ...tidewater, index: 3 }, ['episode-60121 81']],
  ['an episode by its title', { type: 4, ...tidewater, title: 'Storm Warning' }, ['episode-60121 81']],
  ['an episode by its file', { type: 4, filename: '/tv/Tidewater Signals (2024)/S02E02.mkv' }, ['episode-60122 95']],
  [
    'an episode by the guid of its show',
    { type: 4, guid: 'tvdb://880601', parentIndex: 1, index: 1 },
    ['episode-60111 100'],
  ],
  [
    'an episode in another order',
    { type: 4, ...tidewater, parentIndex: 0, index: 2, episodeOrder: order },
    ['episode-60121 81'],
  ],
  [
    'an episode that another order has not',
    { type: 4, ...tidewater, parentIndex: 7, index: 2, episodeOrder: order },
    [],
  ],
  ['an episode that there is not', { type: 4, ...tidewater, parentIndex: 7, index: 2 }, []],
]

forEachEngine(loadWorld, (engine) => {
  test('media servers find what they have', async (t) => {
    const server = await startInterface(engine, 'neutral')
    t.after(() => server.close())
    const plex = await openPlex(server)
    const found = async (provider: 'movies' | 'television', body: object) =>
      (await plex[provider].match(body)).map(({ ratingKey, score }) => `${ratingKey} ${score}`)
    const table = [
      ...movies.map(([what, body, matches]) => ['movies', what, { type: 1, ...body }, matches] as const),
      ...television.map((row) => ['television', ...row] as const),
    ]
    const answers: [string, readonly string[]][] = []
    for (const [provider, what, body] of table) answers.push([what, await found(provider, body)])
    assert.deepEqual(
      answers,
      table.map(([, what, , matches]) => [what, matches]),
    )
  })

  test('what is longer than names, guids, days and paths are is refused', async (t) => {
    const server = await startInterface(engine, 'neutral')
    t.after(() => server.close())
    const { movies } = await openPlex(server)
    const ask = async (body: object) => {
      const reply = await movies.ask('POST', '/library/metadata/matches', { type: 1, ...body })
      return reply.status === 200 ? 'taken' : [reply.status, JSON.parse(reply.body)]
    }
    const refused = [400, statusEnvelope('invalid_input')]
    const fields = [...['title', 'parentTitle', 'grandparentTitle'].map((name) => [name, 500] as const), ['guid', 200]]
    for (const [name, most] of fields as [string, number][]) {
      assert.equal(await ask({ [name]: 'x'.repeat(most) }), 'taken', name)
      assert.deepEqual(await ask({ [name]: 'x'.repeat(most + 1) }), refused, name)
    }
    assert.deepEqual(await ask({ date: '2026-03-01'.padEnd(41) }), refused)
    assert.equal(await ask({ filename: `/m/${'x'.repeat(251)}.mkv` }), 'taken')
    for (const filename of [`/m/${'x'.repeat(252)}.mkv`, `/${'x'.repeat(256)}/a.mkv`, `${'/x'.repeat(2_048)}/`])
      assert.deepEqual(await ask({ filename }), refused)
  })

  test('a person chooses from several, the best first, also from unlikely ones', async (t) => {
    const server = await startInterface(engine, 'neutral')
    t.after(() => server.close())
    const plex = await openPlex(server)
    const several = await plex.movies.match({ type: 1, title: 'Reel 01', manual: 1 })
    assert.equal(several[0]?.ratingKey, 'movie-5101')
    const scores = several.map(({ score }) => score as number)
    assert.deepEqual(
      scores,
      scores.toSorted((one, other) => other - one),
    )
    const unlikely = { type: 1, title: 'The Glass Lantern', year: 1950 }
    assert.deepEqual(await plex.movies.match(unlikely), [])
    const [first] = await plex.movies.match({ ...unlikely, manual: 1 })
    assert.deepEqual([first?.ratingKey, first?.score], ['movie-501', 38])
    const [show] = await plex.television.match({ type: 2, title: 'Tidewater Signals', includeChildren: 1 })
    assert.equal((show as unknown as { Children: { size: number } }).Children.size, 3)
  })

  test('what changes in the catalogue changes in replies, and a merged movie leads to its survivor', async (t) => {
    const server = await startInterface(engine, 'neutral')
    t.after(() => server.close())
    const { movies, television } = await openPlex(server)
    const key = '/library/metadata/movie-501'
    const edit = (record: RecordEdit) =>
      applyEdit(server.db, { account_id: null, at: new Date(testDay), records: [record] })
    const seen = async () => {
      const { title, Role, Collection, Studio } = await movies.item(key)
      return JSON.stringify([title, Role, Collection, Studio])
    }
    const changes: [string, RecordEdit][] = [
      ['The Lamp', { kind: 'movie', id: 501, values: { title: 'The Lamp' } }],
      ['Odalys the Great', { kind: 'person', id: 301, values: { name: 'Odalys the Great' } }],
      ['Lamps', { kind: 'collection', id: 401, values: { name: 'Lamps' } }],
      ['Works', { kind: 'company', id: 101, values: { name: 'Works' } }],
    ]
    for (const [word, change] of changes) {
      assert.doesNotMatch(await seen(), new RegExp(word))
      await edit(change)
      assert.match(await seen(), new RegExp(word))
    }
    // What is empty follows, too.
    const empty = '/library/collections/collection-402/children'
    assert.deepEqual((await movies.get(empty)).Metadata, [])
    await edit({ kind: 'movie', id: 505, values: { collection_id: 402 } })
    assert.equal((await movies.get(empty)).size, 1)
    const seasons = '/library/metadata/show-603/children'
    assert.deepEqual((await television.get(seasons)).Metadata, [])
    await edit({ kind: 'season', numbering: { series_id: 603, season_number: 1 }, values: { name: 'One' } })
    assert.equal((await television.get(seasons)).size, 1)
    await edit({ kind: 'movie', id: 502, mergedInto: { id: 501 } })
    assert.equal((await movies.item('/library/metadata/movie-502')).ratingKey, 'movie-501')
    const guid = 'tv.plex.agents.custom.reelcommons.movies://movie/movie-502'
    assert.deepEqual(
      (await movies.match({ type: 1, guid })).map(({ ratingKey }) => ratingKey),
      ['movie-501'],
    )
  })
})
