import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formats } from '#src/texts/format.ts'
import { emptyCatalogue, exportOf, importInto, sources } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'
import { movie, person } from '../support/import-lines.ts'
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
      [formats.en.date(day, precision), formats.de.date(day, precision)],
      [en, de],
      `${day} ${precision}`,
    )
  }
})

const lines = [
  ...sources,
  movie({ release_date: '1902-01-01', release_date_precision: 'year' }),
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
    assert.doesNotMatch(await page('/movie/1'), /January/)
    assert.match(await page('/movie/2'), /1 January 1902/)
    assert.match(await page('/person/1'), /December 1861/)
    assert.doesNotMatch(await page('/person/1'), /1 December 1861/)
  })
})
