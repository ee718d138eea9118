import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatOf } from '#src/texts/format.ts'
import { emptyCatalogue, exportOf, importInto, sources } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'
import { episode, movie, person, season, series } from '../support/import-lines.ts'
import { send, start } from '../support/scenarios.ts'

test('a date is shown as far as it is known', () => {
  const shown: [day: string, precision: string | undefined, en: string, de: string][] = [
    ['', 'year', '', ''],
    ['1902-01-01', 'year', '1902', '1902'],
    ['1902-10-01', 'month', 'October 1902', 'Oktober 1902'],
    ['1902-01-01', 'day', '1 January 1902', '1. Januar 1902'],
    ['1902-01-01', undefined, '1 January 1902', '1. Januar 1902'],
    ['1902-09-01', 'year', '1 September 1902', '1. September 1902'],
    ['1902-09-04', 'month', '4 September 1902', '4. September 1902'],
  ]
  for (const [day, precision, en, de] of shown) {
    assert.deepEqual(
      [formatOf('en').date(day, precision), formatOf('de').date(day, precision)],
      [en, de],
      `${day} ${precision}`,
    )
  }
})

const lines = [
  ...sources,
  movie({
    release_date: '1902-01-01',
    release_date_precision: 'year',
    release_dates: {
      results: [
        { iso_3166_1: 'FR', release_dates: [{ release_date: '1902-01-01T00:00:00.000Z', type: 3 }] },
        { iso_3166_1: 'US', release_dates: [{ release_date: '1902-10-04T00:00:00.000Z', type: 3 }] },
      ],
    },
  }),
  series(1, {
    episode_groups: { results: [{ type: 2, name: 'All', groups: [{ name: 'G', episodes: [{ id: 111 }] }] }] },
  }),
  season(11, 1, 1),
  episode(111, 1, 1, 1, { air_date: '1952-05-01', air_date_precision: 'month' }),
  movie({ id: 2, release_date: '1902-01-01' }),
  person(1, { birthday: '1861-12-01', birthday_precision: 'month', deathday: '1938-01-21' }),
]

forEachEngine(emptyCatalogue, (engine) => {
  test('the precision of dates is imported, exported, refused if it is no word, and seen on pages', async (t) => {
    const server = await start(engine, 'neutral')
    t.after(() => server.close())
    const { db } = server
    const { refused } = await importInto(db, [...lines, movie({ id: 3, release_date_precision: 'decade' })])
    assert.equal(refused.length, 1)
    assert.match(refused[0] as string, /release_date_precision/)

    const exported = await exportOf(db)
    assert.match(exported, /"release_date":"1902-01-01","release_date_precision":"year"/)
    const other = await engine.open()
    t.after(() => other.close())
    await importInto(other, exported.split('\n').slice(0, -1))
    assert.equal(await exportOf(other), exported)

    const page = async (address: string) => {
      const { headers } = await send(server.app, `GET ${address}`, { key: null, headers: { accept: 'text/html' } })
      const moved = await send(server.app, `GET ${headers.location ?? address}`, {
        key: null,
        headers: { accept: 'text/html' },
      })
      return moved.body
    }
    const movie1 = await page('/movie/1')
    assert.doesNotMatch(movie1, /January/)
    assert.match(movie1, /France 1902 · United States 4 October 1902/)
    const [, order = ''] = /"(\/tv\/1-s1\/order\/[0-9a-f]{24})"/.exec(await page('/tv/1')) ?? []
    for (const address of ['/tv/1-s1', '/tv/1-s1/season/1', '/tv/1-s1/season/1/episode/1', order])
      assert.match(await page(address), /(?<!1 )May 1952/, address)
    assert.match(await page('/movie/2'), /1 January 1902/)
    assert.match(await page('/person/1'), /December 1861/)
    assert.doesNotMatch(await page('/person/1'), /1 December 1861/)
  })
})
