import assert from 'node:assert/strict'
import { test } from 'node:test'
import { galleriesOf } from '#src/catalogue/galleries.ts'
import { createKey } from '#src/keys/keys.ts'
import { emptyCatalogue, exportOf, importInto, sources } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'
import { episode, idOf, person, season, series } from '../support/import-lines.ts'
import { send, startInterface } from '../support/scenarios.ts'
import { testDay } from '../support/world.ts'

const poster = (name: string, more: object = {}) => ({ file_path: `/${name}.jpg`, ...more })
const posters = [poster('c'), poster('b'), poster('a'), poster('voted', { vote_average: 4, vote_count: 2 })]
const cast = [{ id: 1, credit_id: idOf('1'), character: 'Host', order: 3, episode_count: 40 }]
const crew = [{ id: 1, credit_id: idOf('2'), department: 'Writing', job: 'Writer', episode_count: 1 }]

/** Two of 60 episodes are in the catalogue, in one of five seasons. */
const lines = [
  ...sources,
  person(1),
  series(1, {
    number_of_seasons: 5,
    number_of_episodes: 60,
    poster_path: '/b.jpg',
    images: { posters },
    credits: { cast, crew },
    content_ratings: {
      results: [
        { iso_3166_1: 'US', rating: 'TV-14' },
        { iso_3166_1: 'US', rating: 'TV-MA' },
      ],
    },
  }),
  season(11, 1, 1, { episode_count: 12, poster_path: '/a.jpg', images: { posters: posters.slice(0, 3) } }),
  episode(111, 1, 1, 1),
  episode(112, 1, 1, 2),
  series(2, { images: { posters: posters.slice(0, 3) } }),
]

forEachEngine(emptyCatalogue, (engine) => {
  test('what a source states of counts and pictures is shown, exported, and counts until more is known', async (t) => {
    const server = await startInterface(engine, 'neutral')
    t.after(() => server.close())
    const { db } = server
    const made = { name: 'reader', plan: 'developer', account_id: null, now: new Date(testDay) } as const
    const { secret: key } = await createKey(db, made)
    const get = async (path: string) => JSON.parse((await send(server.app, `GET /3/${path}`, { key })).body)
    await importInto(db, lines)

    const details = await get('tv/1?append_to_response=images,aggregate_credits')
    assert.deepEqual([details.number_of_seasons, details.number_of_episodes], [5, 60])
    assert.deepEqual(
      details.seasons.map(({ episode_count, poster_path }: any) => [episode_count, poster_path]),
      [[12, '/a.jpg']],
    )
    assert.equal(details.poster_path, '/voted.jpg')
    assert.equal((await get('tv/2')).poster_path, '/c.jpg', 'the first one that is stated, where none is named')
    const paths = ['/voted.jpg', '/b.jpg', '/c.jpg', '/a.jpg']
    assert.deepEqual(
      details.images.posters.map(({ file_path }: any) => file_path),
      paths,
    )
    const galleries = await galleriesOf(db, 'series', 1, 9)
    assert.deepEqual(
      galleries.find(({ gallery }) => gallery === 'posters')?.images.map(({ file_path }) => file_path),
      paths,
    )
    const [actor] = details.aggregate_credits.cast
    assert.deepEqual([actor.order, actor.total_episode_count, actor.roles[0].episode_count], [3, 40, 40])
    assert.equal(details.aggregate_credits.crew[0].total_episode_count, 2, 'a writer of all episodes that are known')
    const { cast: roles } = await get('person/1/tv_credits')
    assert.equal(roles[0].episode_count, 40)

    const exported = await exportOf(db)
    const other = await engine.open()
    t.after(() => other.close())
    await importInto(other, exported.split('\n').slice(0, -1))
    assert.equal(await exportOf(other), exported)

    await importInto(db, [
      series(1, { number_of_seasons: 0, number_of_episodes: 1 }),
      season(11, 1, 1, { episode_count: 1 }),
    ])
    const known = await get('tv/1')
    assert.deepEqual([known.number_of_seasons, known.number_of_episodes, known.seasons[0].episode_count], [1, 2, 2])
  })
})
