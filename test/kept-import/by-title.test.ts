import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { sql } from '#src/database/sql.ts'
import { forEachEngine } from '../support/engines.ts'
import { zipOf } from '../support/kept/zip.ts'
import { textOf } from '../support/pages/visitor.ts'
import { loadWorld } from '../support/world.ts'
import { act, countsOf, open, upload } from './importing.ts'

const sea = { title: 'Signals from the Sea', year: 2001, ids: { trakt: 7 } }
const unknown = { title: 'Nothing Like It', year: 1931, ids: { trakt: 8, imdb: 'tt9900077' } }
const episode = (season: number, number: number) => ({
  ...{ watched_at: `2023-01-0${number}T20:00:00.000Z`, type: 'episode', show: sea },
  episode: { season, number, title: '', ids: { trakt: 100 + 10 * season + number } },
})
const rated = (of: object, rating: number) => ({ rated_at: '2023-02-01T20:00:00.000Z', rating, ...of })
const file = zipOf([
  {
    path: 'watched-history-1.json',
    content: JSON.stringify([
      { watched_at: '2022-02-08T10:00:00.000Z', type: 'movie', movie: unknown },
      ...[episode(1, 1), episode(1, 2), episode(9, 1)],
    ]),
  },
  {
    path: 'ratings-movies.json',
    content: JSON.stringify([rated({ type: 'movie', movie: unknown }, 8)]),
  },
])
const page = '/settings/import/1'
const notFound = `${page}?show=unmatched`

const Row = Type.Object({ kind: Type.String(), entity_id: Type.Integer(), watched_on: Type.String() })

forEachEngine(loadWorld, (engine) => {
  test('what was not found is decided once for each title, added to the catalogue, or found later', async (t) => {
    const { db, bo, work } = await open(t, engine)
    await upload(bo, file, 'trakt.zip')
    await work()
    const looked = await bo.get(notFound)
    assert.deepEqual(countsOf(looked), { unmatched: 5 })
    assert.match(textOf(looked), /Signals from the Sea \(2001\) 3 entries .* Nothing Like It \(1931\) 2 entries/)
    assert.match(looked.body, /href="\/tv\/new\?title&#61;Signals\+from\+the\+Sea&#38;year&#61;2001"/)
    assert.match(looked.body, /href="\/movie\/new\?title&#61;Nothing\+Like\+It&#38;year&#61;1931&#38;id&#61;tt9900077"/)
    const addresses = [...looked.body.matchAll(/href="(\/settings\/import\/1\/entry\/\d+)\?show=unmatched"/g)]
    const [series = '', movie = ''] = addresses.map(([, address]) => address)
    assert.equal(addresses.length, 2)
    assert.match((await bo.get(`${series}?show=unmatched&query=tidewater`)).body, /name="record" value="601"/)
    const chosen = await act(bo, series, { act: 'take', kind: 'series', record: '601', show: 'unmatched' })
    assert.match(textOf(await bo.follow(chosen)), /^Choice saved, also for the next import\./)
    assert.deepEqual(countsOf(await bo.get(page)), { unmatched: 3, matched: 2 }, 'no season has that number')
    await act(bo, movie, { act: 'skip', show: 'unmatched' })
    assert.deepEqual(countsOf(await bo.get(page)), { unmatched: 1, matched: 2, skipped: 2 })

    await upload(bo, file, 'trakt.zip')
    await work()
    assert.deepEqual(countsOf(await bo.get('/settings/import/2')), { unmatched: 1, matched: 2, skipped: 2 })
    await db.run(sql`delete from match_decision where kind is null`)
    await act(bo, `${page}/delete`)

    await upload(bo, file, 'trakt.zip')
    await work()
    const third = '/settings/import/3'
    assert.deepEqual(countsOf(await bo.get(third)), { unmatched: 3, matched: 2 })
    await db.run(sql`
      update external_id set value = 'tt9900077'
      where kind = 'movie' and entity_id = 502 and external_source = 'filmdb_id'`)
    await act(bo, `${third}/look-again`)
    assert.match(textOf(await bo.get(third)), /Finding the titles in the catalogue/)
    await act(bo, `${third}/cancel`)
    await work()
    assert.deepEqual(countsOf(await bo.get(third)), { unmatched: 3, matched: 2 }, 'it was read, and stays so')
    await act(bo, `${third}/look-again`)
    await work()
    assert.deepEqual(countsOf(await bo.get(third)), { unmatched: 1, matched: 4 })
    await act(bo, `${third}/write`)
    await work()
    const rows = await db.all(
      Row,
      sql`select kind, entity_id, watched_on from watched where account_id = 2 order by kind, entity_id`,
    )
    assert.deepEqual(
      rows.map(({ kind, entity_id }) => `${kind} ${entity_id}`),
      ['episode 60111', 'episode 60112', 'movie 502'],
    )
    assert.equal((await act(bo, `${third}/look-again`)).location, third, 'it is written')
    const others = await act(bo, `${third}/entry/1`, { act: 'take', kind: 'movie', record: '501', show: 'unmatched' })
    assert.match(textOf(await bo.follow(others)), /Nothing in the file fits that/)
  })

  test('an export of Letterboxd has its reviews, and what was only ticked has no day', async (t) => {
    const { db, bo, work } = await open(t, engine)
    const films = 'Date,Name,Year,Letterboxd URI'
    const diary = `${films},Rating,Rewatch`
    const [date, named] = ['2022-01-05', 'The Glass Lantern,2021,a']
    const export_ = zipOf([
      { path: 'diary.csv', content: `${diary},Tags,Watched Date\n${date},${named},4,,,2022-01-04` },
      { path: 'watched.csv', content: `${films}\n${date},${named}\n2021-12-24,Rumours on Tape,,b` },
      {
        path: 'reviews.csv',
        content: `${diary},Review,Tags,Watched Date\n${date},${named},4,,It <i>glows</i>.,,2022-01-04`,
      },
    ])
    await upload(bo, export_, 'letterboxd.zip')
    await work()
    await act(bo, `${page}/accept`)
    const found = await bo.get(`${page}?show=matched`)
    assert.match(textOf(found), /Reviews 1/)
    assert.match(textOf(found), /Rumours on Tape watched, day not known/)
    await act(bo, `${page}/write`, { reviews: 'on' })
    await work()
    assert.deepEqual(
      await db.all(Row, sql`select kind, entity_id, watched_on from watched where account_id = 2 order by entity_id`),
      [
        { kind: 'movie', entity_id: 501, watched_on: '2022-01-04' },
        { kind: 'movie', entity_id: 505, watched_on: '' },
      ],
    )
    const Content = Type.Object({ content: Type.String() })
    assert.deepEqual(await db.all(Content, sql`select content from review where account_id = 2`), [
      { content: 'It *glows*.' },
    ])
    assert.doesNotMatch(textOf(await bo.get('/library/diary/2021-12')), /Rumours/)
    await upload(bo, export_, 'letterboxd.zip')
    await work()
    assert.match(textOf(await bo.get('/settings/import/2')), /There is nothing to import/)
    await act(bo, `${page}/undo`)
    await work()
    assert.deepEqual(await db.all(Row, sql`select kind, entity_id, watched_on from watched where account_id = 2`), [])
  })
})
