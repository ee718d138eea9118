import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyCatalogue, importInto, linesOf, openFor, sources } from '../support/catalogue.ts'
import { openFollower } from '../support/commons/follower.ts'
import { openPublisher } from '../support/commons/publisher.ts'
import { forEachEngine } from '../support/engines.ts'
import { episode, movie, person, season, series } from '../support/import-lines.ts'

const club = { source: 'club' }
const all = [
  { kind: 'keyword', id: 7, name: 'heist', ...club },
  person(1, club),
  person(2, club),
  movie({
    ...club,
    overview: 'A film.',
    genres: [{ id: 18 }],
    keywords: { keywords: [{ id: 7 }] },
    credits: { cast: [{ id: 1, character: 'Maud', order: 0, credit_id: '1'.padStart(24, '0') }], crew: [] },
  }),
  series(3, club),
  season(4, 3, 1, club),
  episode(5, 3, 1, 1, club),
]
const current = { outcome: 'current', problem: null, detail: '' }

forEachEngine(emptyCatalogue, (engine) => {
  test('an empty catalogue has what a publisher has, and then what is new', async (context) => {
    const db = await openFor(context, engine)
    const publisher = await openPublisher(context)
    await publisher.whole(all)
    const follower = await openFollower(context, db)
    const id = await follower.follow(publisher.folder)
    assert.deepEqual(await follower.take(id), current)
    const prefix = id.slice(0, 16)
    const lines = await linesOf(db)
    const here = lines.map((line) => ({ ...line, source: String(line.source).replace(`${prefix}:`, '') }))
    assert.deepEqual(here, all)
    await publisher.packet([movie({ ...club, title: 'Two' }), person(9, club)])
    assert.deepEqual(await follower.take(id), current)
    const after = await linesOf(db)
    assert.deepEqual(
      after.filter(({ kind }) => kind === 'movie').map(({ source: _source, ...line }) => line),
      [{ kind: 'movie', id: 1, title: 'Two' }],
    )
    assert.equal(after.filter(({ kind }) => kind === 'person').length, 3)
    const following = await follower.found(id)
    assert.deepEqual([following?.packet, following?.position, following?.counts.created], [1, 20, 8])
    assert.deepEqual(follower.faults, [])
  })

  test('what people here corrected stands, and what is gone there goes here', async (context) => {
    const db = await openFor(context, engine)
    const publisher = await openPublisher(context)
    await publisher.whole(all)
    const follower = await openFollower(context, db)
    const id = await follower.follow(publisher.folder)
    await follower.take(id)
    await importInto(db, [...sources, movie({ source: 'high', tagline: 'Ours' })], { isIdentified: true })
    await publisher.packet([
      movie({ ...club, title: 'Three' }),
      { kind: 'gone', of: 'person', id: 2 },
      { kind: 'gone', of: 'series', id: 3 },
      { kind: 'gone', of: 'season', id: 4 },
      { kind: 'gone', of: 'episode', id: 5 },
    ])
    assert.deepEqual(await follower.take(id), current)
    const lines = await linesOf(db)
    assert.deepEqual(
      lines.map(({ kind, id }) => `${kind} ${id}`).filter((name) => !name.startsWith('gone')),
      ['keyword 7', 'person 1', 'movie 1'],
    )
    const [film] = lines.filter(({ kind }) => kind === 'movie')
    assert.equal(film?.title, 'Three')
    assert.equal(film?.tagline, 'Ours')
    assert.deepEqual(follower.faults, [])
  })

  test('numbers that are taken here become others, everywhere', async (context) => {
    const db = await openFor(context, engine)
    await importInto(db, [
      ...sources,
      person(1, { name: 'Somebody else' }),
      movie({ title: 'Another film', release_date: '1950-01-01' }),
      { kind: 'keyword', id: 7, name: 'sea', source: 'middle' },
    ])
    const publisher = await openPublisher(context)
    await publisher.whole(all)
    const follower = await openFollower(context, db)
    const id = await follower.follow(publisher.folder)
    assert.deepEqual(await follower.take(id), current)
    const lines = await linesOf(db)
    const film = lines.find(({ kind, title }) => kind === 'movie' && title === 'One')
    const star = lines.find(({ kind, name }) => kind === 'person' && name === 'P1')
    const word = lines.find(({ kind, name }) => kind === 'keyword' && name === 'heist')
    assert.equal(film?.credits.cast[0].id, star?.id)
    assert.equal(film?.keywords.keywords[0].id, word?.id)
    assert.ok(film?.id > 1_000_000 && star?.id > 1_000_000 && word?.id > 1_000_000)
    await publisher.packet([movie({ ...club, credits: { cast: [{ id: 2, character: 'Ann' }], crew: [] } })])
    await follower.take(id)
    const again = (await linesOf(db)).find(({ kind, title }) => kind === 'movie' && title === 'One')
    assert.equal(again?.id, film?.id)
    assert.deepEqual(
      again?.credits.cast.map((one: { id: number }) => one.id),
      [2],
    )
    assert.deepEqual(follower.faults, [])
  })

  test('episodes that change places there change them here', async (context) => {
    const db = await openFor(context, engine)
    const publisher = await openPublisher(context)
    const episodes = [1, 2, 3].map((number) => episode(10 + number, 3, 1, number, club))
    await publisher.whole([series(3, club), season(4, 3, 1, club), season(5, 3, 2, club), ...episodes])
    const follower = await openFollower(context, db)
    const id = await follower.follow(publisher.folder)
    await follower.take(id)
    await publisher.packet([
      season(4, 3, 2, club),
      season(5, 3, 1, club),
      episode(11, 3, 2, 2, club),
      episode(12, 3, 2, 1, club),
      episode(13, 3, 1, 7, club),
    ])
    assert.deepEqual(await follower.take(id), current)
    const places = (await linesOf(db)).flatMap(({ kind, id, season_number, episode_number = 0 }) =>
      kind === 'season' || kind === 'episode' ? [`${id}: ${season_number}x${episode_number}`] : [],
    )
    assert.deepEqual(places, ['4: 2x0', '5: 1x0', '11: 2x2', '12: 2x1', '13: 1x7'])
    assert.equal((await follower.found(id))?.counts.refused, 0)
    assert.deepEqual(follower.faults, [])
  })
})
