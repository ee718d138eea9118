import assert from 'node:assert/strict'
import { test } from 'node:test'
import { personalData } from '#src/accounts/own-data/personal-data.ts'
import { type OwnTable, ownTables } from '#src/accounts/own-data/tables.ts'
import { addItem } from '#src/contributions/lists/items.ts'
import { changeList, createList } from '#src/contributions/lists/lists.ts'
import { writeReview } from '#src/contributions/reviews.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { updateNameIndex } from '#src/search/name-index.ts'
import { importInto } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'
import { openVisitor, signedIn, textOf, type Visitor } from '../support/pages/visitor.ts'
import { loadWorld } from '../support/world.ts'
import { act, open, upload } from './importing.ts'

const dee = 4
const noon = '2026-01-05T12:00:00.000Z'
/** What spreadsheets would calculate, and what tables are made of. */
const formula = '=SUM(1;2), "twice"'
const text = '@Ada: it glows.\n\n=1+1; "so" bright\n- and warm'

/** Everything that a person can keep of titles, also of one whose name is a formula. */
async function keepMuch(db: Database) {
  await importInto(db, [
    { kind: 'source', id: 'shelf', name: 'Shelf', licence: 'CC0-1.0', rank: 5 },
    { kind: 'movie', id: 90_001, source: 'shelf', title: formula, release_date: '1987-04-02' },
  ])
  await updateNameIndex(db)
  for (const table of ['rating', 'watched', 'watchlist', 'favorite'] as const)
    for (const account of [2, dee])
      await db.run(
        {
          rating: sql`delete from rating where account_id = ${account}`,
          watched: sql`delete from watched where account_id = ${account}`,
          watchlist: sql`delete from watchlist where account_id = ${account}`,
          favorite: sql`delete from favorite where account_id = ${account}`,
        }[table],
      )
  await db.run(sql`delete from review where account_id in (2, ${dee})`)
  const episode = sql`(select id from episode where name = 'First Light')`
  const series = sql`(select series_id from episode where name = 'First Light')`
  const at = '2025-12-01T08:30:00.000Z'
  await db.run(sql`
    insert into rating (account_id, kind, entity_id, value, created_at, updated_at, is_counted)
    values (${dee}, 'movie', 501, 9.5, ${at}, ${at}, false), (${dee}, 'movie', 90001, 0.5, ${at}, ${at}, false),
      (${dee}, 'series', 601, 8, ${at}, ${at}, false), (${dee}, 'episode', ${episode}, 7, ${at}, ${at}, false)`)
  await db.run(sql`
    insert into watched (account_id, kind, entity_id, watched_at, watched_on, series_id, created_at)
    values (${dee}, 'movie', 501, ${noon}, '2026-01-05', null, ${at}),
      (${dee}, 'movie', 501, '2026-02-06T01:15:00.000Z', '2026-02-05', null, ${at}),
      (${dee}, 'movie', 90001, '', '', null, ${at}), (${dee}, 'movie', 502, '', '', null, ${at}),
      (${dee}, 'episode', ${episode}, '2026-02-07T20:15:00.000Z', '2026-02-07', ${series}, ${at})`)
  await db.run(sql`
    insert into watchlist (account_id, kind, entity_id, created_at)
    values (${dee}, 'movie', 502, ${at}), (${dee}, 'series', 601, ${at})`)
  await db.run(sql`
    insert into favorite (account_id, kind, entity_id, created_at)
    values (${dee}, 'movie', 90001, ${at}), (${dee}, 'series', 601, ${at})`)
  await db.run(sql`delete from user_list where account_id in (2, ${dee})`)
  for (const [name, ...titles] of [
    ['=Lights, "all"', ['series', 601], ['movie', 501], ['movie', 90_001]],
    ['Seas', ['movie', 501]],
    ['Nothing'],
  ] as const) {
    const text = { name, description: `About\n${name}`, iso_639_1: 'en', visibility: 'private' } as const
    const list = await createList(db, dee, text, new Date(at))
    for (const [kind, entity_id] of titles)
      await changeList(db, { id: list, account_id: dee, now: new Date(at) }, (tx) =>
        addItem(tx, list, { kind, entity_id }, new Date(at)),
      )
  }
  const written = new Date('2026-01-07T09:00:00.000Z')
  await writeReview(
    db,
    dee,
    { kind: 'movie', entity_id: 90_001 },
    { content: text, rating: 0.5, iso_639_1: 'de' },
    written,
  )
  await writeReview(
    db,
    dee,
    { kind: 'series', entity_id: 601 },
    { content: 'Salty.', rating: 8, iso_639_1: 'en' },
    written,
  )
}

type Kept = Record<string, unknown>

/** What somebody keeps, without what is made anew when it is written. */
async function keptOf(db: Database, account_id: number) {
  const { ratings, watched, reviews, watchlist, favorites, lists } = await personalData(db, account_id)
  const some = (rows: readonly Kept[]) =>
    rows.map(({ id: _, updated_at: __, ...row }) => JSON.stringify(row, Object.keys(row).sort())).sort()
  return {
    ...{ ratings: some(ratings), watched: some(watched), reviews: some(reviews) },
    ...{ watchlist: some(watchlist), favorites: some(favorites) },
    // Those without titles are in the file with everything.
    lists: lists
      .filter(({ items }) => items.length > 0)
      .map(({ name, description, items }) => ({ name, description, items })),
  }
}

const tableOf = async (visitor: Visitor, table: OwnTable) => {
  const reply = await visitor.get(`/settings/data/table/${table}`)
  assert.equal(reply.headers['content-type'], 'text/csv; charset=utf-8')
  assert.equal(reply.headers['content-disposition'], `attachment; filename="reelcommons-${table}.csv"`)
  return reply.body
}

forEachEngine(loadWorld, (engine) => {
  test('what somebody keeps is written as tables, and read by another account as the same', async (t) => {
    const { server, db, bo, work } = await open(t, engine)
    await keepMuch(db)
    const own = await signedIn(server, 'dee')
    for (const [index, table] of ownTables.entries()) {
      await upload(bo, Buffer.from(await tableOf(own, table)), `reelcommons-${table}.csv`)
      await work()
      const page = `/settings/import/${index + 1}`
      const looked = textOf(await bo.get(page))
      assert.doesNotMatch(looked, /To decide|Not found|Not imported/, table)
      await act(bo, `${page}/write`, { reviews: 'on' })
      await work()
    }
    const [before, after] = [await keptOf(db, dee), await keptOf(db, 2)]
    assert.deepEqual(
      Object.values(before).map((rows) => rows.length),
      [4, 5, 2, 2, 2, 2],
    )
    assert.deepEqual(after, before)
  })

  test('the tables have what other sites read, and nothing that a spreadsheet calculates', async (t) => {
    const { server, db } = await open(t, engine)
    await keepMuch(db)
    const own = await signedIn(server, 'dee')
    const lines = async (table: OwnTable) => (await tableOf(own, table)).split('\r\n')
    const [header, first, second, undated, third] = await lines('films')
    assert.equal(
      header,
      'Title,Year,imdbID,Type,Series,Season,Episode,Rating10,WatchedDate,Rewatch,Review,RatedAt,WatchedAt,ReviewedAt,' +
        'ReviewLanguage,ReelcommonsID',
    )
    const rated = '2025-12-01T08:30:00.000Z'
    assert.equal(first, `The Glass Lantern,2021,tt0000501,movie,,,,,2026-01-05,No,,,${noon},,,501`)
    assert.equal(
      second,
      `The Glass Lantern,2021,tt0000501,movie,,,,9.5,2026-02-05,Yes,,${rated},2026-02-06T01:15:00.000Z,,,501`,
    )
    assert.match(undated ?? '', /^The Second Glimmer,2026,tt0000502,movie,,,,,,No,,,,,,502$/)
    assert.match(third ?? '', /^"'=SUM\(1;2\), ""twice""",1987,,movie,,,,0\.5,,No,"'@Ada: it glows\./)
    const series = await lines('series')
    assert.match(series[1] ?? '', /^Tidewater Signals,2024,tt0000601,series,,,,8,,,Salty\.,/)
    assert.match(series[2] ?? '', /^First Light,,tt0000601,episode,Tidewater Signals,1,1,7,2026-02-07,No,,/)
    const [columns, film, series601] = await lines('watchlist')
    assert.equal(columns, 'Title,Year,imdbID,Type,AddedAt,ReelcommonsID')
    assert.match(film ?? '', /^The Second Glimmer,2026,(tt\d+)?,movie,2025-12-01T08:30:00\.000Z,502$/)
    const [named, ...listed] = await lines('lists')
    assert.equal(named, 'List,ListDescription,Title,Year,imdbID,Type,AddedAt,ReelcommonsID')
    assert.match(listed[0] ?? '', /^"'=Lights, /)
    assert.equal(series601, `Tidewater Signals,2024,tt0000601,series,${rated},601`)
  })

  test('the tables are on the page of one’s own data, and nobody else’s', async (t) => {
    const { server, bo } = await open(t, engine)
    const page = await bo.get('/settings/data')
    for (const table of ownTables) assert.match(page.body, new RegExp(`href="/settings/data/table/${table}" download`))
    assert.equal((await bo.get('/settings/data/table/constructor')).status, 404)
    assert.match((await openVisitor(server.app).get('/settings/data/table/films')).location ?? '', /^\/login/)
    const [header, ...rows] = (await tableOf(await signedIn(server, 'bo'), 'favourites')).split('\r\n')
    assert.equal(header, 'Title,Year,imdbID,Type,AddedAt,ReelcommonsID')
    assert.deepEqual(rows, [''])
  })
})
