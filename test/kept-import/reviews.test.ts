import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { hourlyLimits } from '#src/contract/hourly-limits.ts'
import { nullable } from '#src/contract/schema.ts'
import { maxReviewLength } from '#src/contributions/reviews.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { suggested } from '#src/matching/wanted-title.ts'
import { maxMarks } from '#src/reference/marks-of-prose.ts'
import { forEachEngine } from '../support/engines.ts'
import { textOf } from '../support/pages/visitor.ts'
import { loadWorld, testDay } from '../support/world.ts'
import { ratingsTable } from './files.ts'
import { act, countsOf, open, upload } from './importing.ts'

const Review = Type.Object({
  kind: Type.String(),
  entity_id: Type.Integer(),
  content: Type.String(),
  rating: nullable(Type.Number()),
  iso_639_1: Type.String(),
  created_at: Type.String(),
  updated_at: Type.String(),
})
const reviewsOf = (db: Database) =>
  db.all(
    Review,
    sql`
    select kind, entity_id, content, rating, iso_639_1, created_at, updated_at from review where account_id = 2
    order by kind, entity_id`,
  )
const Count = Type.Object({ count: Type.Integer() })
const editsOf = async (db: Database) =>
  (await db.one(Count, sql`select count(*) as count from edit where account_id = 2`))?.count ?? 0

const header = 'Title,Year,imdbID,Type,Rating10,ReviewedAt,Review,ReviewLanguage'
const table = (...rows: string[]) => Buffer.from([header, ...rows].join('\n'))
const lantern = 'The Glass Lantern,2021,tt0000501,movie'
const signals = 'Tidewater Signals,2024,tt0000601,series'
const at = '2022-03-04T10:00:00.000Z'
const published = (kind: string, entity_id: number, content: string, more: object = {}) => ({
  ...{ kind, entity_id, content, rating: null, iso_639_1: 'en', created_at: at, updated_at: at },
  ...more,
})
const page = '/settings/import/1'

/** An import of bo that was read, and what bo wrote before. */
async function begun(t: Parameters<typeof open>[0], engine: Parameters<typeof open>[1], file: Buffer) {
  const opened = await open(t, engine)
  await opened.db.run(sql`delete from review where account_id = 2`)
  await upload(opened.bo, file, 'films.csv')
  await opened.work()
  const write = async (fields: Record<string, string> = {}) => {
    await act(opened.bo, `${page}/write`, fields)
    await opened.work()
  }
  return { ...opened, write, before: await editsOf(opened.db) }
}

forEachEngine(loadWorld, (engine) => {
  test('reviews of a file are published where somebody says so, and undone', async (t) => {
    const file = table(`${lantern},8,${at},"It glows.\n\nTwice.",de`, `${signals},,${at},Salty.,xx`)
    const { bo, db, work, write, ratings, before } = await begun(t, engine, file)
    const looked = await bo.get(page)
    assert.match(textOf(looked), /Ratings 1 Reviews 2/)
    assert.match(textOf(looked), /Also publish 2 reviews under my name Everybody can read reviews/)
    assert.doesNotMatch(looked.body, /name="reviews"[^>]* checked/)
    await write()
    assert.deepEqual(await reviewsOf(db), [], 'nobody has said so')
    assert.deepEqual(countsOf(await bo.get(page)), { new: 1, waiting: 2 })
    await write({ reviews: 'on' })
    assert.deepEqual(await reviewsOf(db), [
      published('movie', 501, 'It glows.\n\nTwice.', { iso_639_1: 'de' }),
      published('series', 601, 'Salty.'),
    ])
    assert.equal((await editsOf(db)) - before, 2, 'each is an edit')
    assert.deepEqual(countsOf(await bo.get(page)), { new: 3 })
    assert.doesNotMatch(textOf(await bo.get(page)), /ublish/)
    await upload(bo, file, 'films.csv')
    await work()
    assert.match(textOf(await bo.get('/settings/import/2')), /There is nothing to import/)
    await act(bo, `${page}/undo`)
    await work()
    assert.deepEqual([await reviewsOf(db), await ratings()], [[], []])
    assert.deepEqual(countsOf(await bo.get(page)), { undone: 3 })
  })

  test('a review that was there before is given back, and one that was changed since stays', async (t) => {
    const file = table(`${lantern},,${at},It glows.,`, `${signals},,${at},Salty.,`)
    const { bo, db, work, write } = await begun(t, engine, file)
    const old = { content: 'Sie flackert.', language: 'de', rating: '' }
    await bo.post('/movie/501/review', old)
    const [own] = await reviewsOf(db)
    assert.deepEqual([own?.content, own?.iso_639_1], ['Sie flackert.', 'de'])
    assert.match(textOf(await bo.get(page)), /Publish 2 reviews/)
    await write({ reviews: 'on' })
    assert.deepEqual(countsOf(await bo.get(page)), { new: 1, changed: 1 })
    const changed = { created_at: own?.created_at, updated_at: at }
    assert.deepEqual((await reviewsOf(db))[0], published('movie', 501, 'It glows.', changed))
    await bo.post('/tv/601/review', { ...old, content: 'Very salty.' })
    await act(bo, `${page}/undo`)
    await work()
    const [film, series] = await reviewsOf(db)
    assert.deepEqual(film, own)
    assert.equal(series?.content, 'Very salty.')
    assert.deepEqual(countsOf(await bo.get(page)), { undone: 1, kept: 1 })
  })

  test('a review that stands there already waits for nobody', async (t) => {
    const file = table(`${lantern},8,${at},It glows.,`, `${signals},,${at},Salty.,`)
    const { bo, db, write } = await begun(t, engine, file)
    await bo.post('/movie/501/review', { content: 'It glows.', language: 'en', rating: '' })
    await write()
    assert.deepEqual(countsOf(await bo.get(page)), { new: 1, same: 1, waiting: 1 })
    await write({ reviews: 'on' })
    assert.deepEqual(countsOf(await bo.get(page)), { new: 2, same: 1 })
    assert.deepEqual(
      (await reviewsOf(db)).map(({ content }) => content),
      ['It glows.', 'Salty.'],
    )
  })

  test('an account publishes as many reviews of a file as others in the hour, and goes on later', async (t) => {
    const most = hourlyLimits.review[0]
    const { db, bo, work, clock, server } = await open(t, engine)
    await db.run(sql`delete from review where account_id = 2`)
    await db.run(sql`update account set created_at = ${testDay} where id = 2`)
    const Titles = Type.Object({ id: Type.Integer(), title: Type.String(), year: Type.String() })
    const titles = await db.all(
      Titles,
      sql`
      select id, title, substr(release_date, 1, 4) as year from movie where release_date <> '' order by id
      limit ${most + 3}`,
    )
    const rows = titles.map(({ id, title, year }) => `"${title}",${year},,movie,,,Seen.,,${id}`)
    await upload(bo, Buffer.from([`${header},reelcommonsID`, ...rows].join('\n')), 'films.csv')
    await work()
    const { matched } = countsOf(await bo.get(page)) as { matched: number }
    assert.ok(matched > most, `${matched} are found`)
    await act(bo, `${page}/write`, { reviews: 'on' })
    await work()
    assert.equal((await reviewsOf(db)).length, most)
    assert.match(textOf(await bo.get(page)), new RegExp(`Publish ${matched - most} review`))
    const later = new Date(Date.parse(testDay) + 3_600_000)
    clock.now = later
    server.setTime(later.toISOString())
    await act(bo, `${page}/write`, { reviews: 'on' })
    await work()
    assert.equal((await reviewsOf(db)).length, matched)
  })

  test('reviews stand in the file of one’s own data, and are read from it in their language', async (t) => {
    const { bo, db, work } = await begun(t, engine, table(`${lantern},8,${at},It glows.,`))
    const about = { kind: 'movie', entity_id: 501, title: 'The Glass Lantern', rating: 8 }
    const own = { reviews: [{ ...about, content: 'Es glüht.', iso_639_1: 'de', created_at: at, updated_at: testDay }] }
    await upload(bo, Buffer.from(JSON.stringify(own)), 'reelcommons-dee.json')
    await work()
    await act(bo, '/settings/import/2/write', { reviews: 'on' })
    await work()
    assert.deepEqual(await reviewsOf(db), [published('movie', 501, 'Es glüht.', { iso_639_1: 'de' })])
  })

  test('without a verified address nothing is published', async (t) => {
    const { bo, db, write } = await begun(t, engine, table(`${lantern},8,${at},It glows.,`))
    await db.run(sql`update account set email_verified_at = null where id = 2`)
    const looked = await bo.get(page)
    assert.match(textOf(looked), /Reviews can be published once you have confirmed your e-mail address/)
    assert.doesNotMatch(looked.body, /name="reviews"/)
    await write({ reviews: 'on' })
    assert.deepEqual(await reviewsOf(db), [])
    assert.deepEqual(countsOf(await bo.get(page)), { new: 1, waiting: 1 })
  })

  test('reviews that are too long, or have too much of anything, say so', async (t) => {
    const file = table(
      `${lantern},,${at},${'x'.repeat(maxReviewLength + 1)},`,
      `${lantern},,${at},${'*'.repeat(maxMarks + 1)},`,
      `${lantern},,${at},"\u0007",`,
      `${signals},,${at},${'x'.repeat(maxReviewLength)},`,
    )
    const { bo } = await begun(t, engine, file)
    const looked = await bo.get(`${page}?show=refused`)
    assert.deepEqual(countsOf(looked), { matched: 1, refused: 3 })
    assert.match(
      textOf(looked),
      /longer than reviews are here.*too many signs of formatting and lines.*The line cannot be read/,
    )
  })

  test('suggestions that are unlikely are not accepted together with others', async (t) => {
    const { bo, db, work } = await open(t, engine)
    const rated = [
      { id: 'tt9999999', title: 'The Second Glimmer', year: 2026, rating: 6, date: '2022-03-05' },
      { id: '', title: 'The Glass', year: 2021, rating: 7, date: '2022-03-05' },
    ] as const
    await upload(bo, ratingsTable(rated), 'ratings.csv')
    await work()
    const Certain = Type.Object({ status: Type.String(), certainty: Type.Number() })
    const entries = () => db.all(Certain, sql`select status, certainty from kept_import_entry order by number`)
    const [unlikely, likely] = await entries()
    assert.ok((unlikely?.certainty ?? 1) < suggested && (likely?.certainty ?? 0) >= suggested)
    assert.match(
      textOf(await bo.get(page)),
      /Accept 1 likely suggestion Discard One suggestion is too uncertain to be accepted with others\. Decide/,
    )
    assert.match(textOf(await bo.follow(await act(bo, `${page}/accept`))), /^The likely suggestions are accepted\./)
    assert.deepEqual(
      (await entries()).map(({ status }) => status),
      ['uncertain', 'matched'],
    )
    assert.doesNotMatch(textOf(await bo.get(page)), /Accept/)
  })

  test('a file that says that a title is a movie finds no series', async (t) => {
    const { bo, work } = await open(t, engine)
    const rows = [
      'Tidewater Signals,2024,,movie,7,,,',
      'Tidewater Signals,2024,,series,7,,,',
      'Tidewater Signals,2024,,,7,,,',
    ]
    await upload(bo, table(...rows), 'films.csv')
    await work()
    assert.deepEqual(countsOf(await bo.get(page)), { unmatched: 1, matched: 2 })
  })

  test('a file that is none says what it seems to be', async (t) => {
    const { bo, work } = await open(t, engine)
    const sentences = [
      ['colours.csv', 'Colour,Size\nred,7', /could not be read\. This is a table, .* It begins with: Colour, Size/],
      ['a.pdf', '%PDF-1.7', /could not be read\. This is a document\./],
      ['a.json', '[{"a":1}]', /could not be read\. This is JSON, but nothing in it is known here\./],
      ['a.opml', '<opml/>', /could not be read\. This is XML, .* It begins with: <opml>/],
    ] as const
    for (const [name, content, sentence] of sentences) {
      const taken = await upload(bo, Buffer.from(content), name)
      await work()
      assert.match(
        textOf(await bo.follow(taken))
          .replaceAll('&lt;', '<')
          .replaceAll('&gt;', '>'),
        sentence,
        name,
      )
    }
  })
})
