import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import { migrate } from '#src/database/migrate.ts'
import { raw, sql } from '#src/database/sql.ts'
import { packageRoot } from '#src/package-root.ts'
import { forEachEngine } from '../support/engines.ts'

/** The last migration before ratings of people and what sources state of votes were apart. */
const BEFORE = 57

const day = (number: number) => `2026-01-0${number}T12:00:00.000Z`
const migrations = join(packageRoot, 'migrations')
const id = (number: number) => String(number).padStart(24, '0')

const text = (value: string | number | null) => (typeof value === 'string' ? `'${value}'` : String(value))

const Votes = Type.Object({
  id: Type.Integer(),
  vote_average: Type.Number(),
  vote_count: Type.Integer(),
  stated_average: Type.Number(),
  stated_count: Type.Integer(),
})
const Rating = Type.Object({
  account_id: Type.Integer(),
  entity_id: Type.Integer(),
  value: Type.Number(),
  created_at: Type.String(),
  updated_at: Type.String(),
  is_counted: Type.Boolean(),
})
const Review = Type.Object({ id: Type.String(), rating: nullable(Type.Number()) })
const Waiting = Type.Object({ entity_id: Type.Integer(), votes: Type.Integer(), points: Type.Number() })
const Field = Type.Object({ key: Type.String() })
const Zeros = Type.Object({ id: Type.Integer(), stated_zeros: Type.String() })

/** A catalogue as an older version left it: what was rated in reviews, and movies with votes of their source. */
const older = (json: (list: string) => string) => [
  `insert into source (id, name, licence, url, rank, redistributable)
    values ('old', 'Old', 'CC0-1.0', 'https://old.example', 500, true)`,
  `insert into edit (at, source_id, note) values (${text(day(1))}, 'old', '')`,
  ...[1, 2, 3].flatMap((movie) => [
    `insert into record (kind, id, source_id, edit_id, stated_zeros)
      values ('movie', ${movie}, 'old', (select min(id) from edit), ${json(movie === 3 ? 'vote_count' : '')})`,
    `insert into movie (id, title, original_title, original_language, overview, tagline, homepage, adult, video,
        status, release_date, runtime, budget, revenue, popularity, vote_average, vote_count, origin_country,
        production_countries, spoken_languages)
      values (${movie}, 'M', 'M', 'en', '', '', '', false, false, '', '', 0, 0, 0, 0,
        ${movie === 1 ? '7.5, 40' : '0, 0'}, '[]', '[]', '[]')`,
  ]),
  `insert into field_source (kind, entity_id, iso_639_1, iso_3166_1, key, source_id, locked)
    values ('movie', 1, '', '', 'vote_average', 'old', false)`,
  `insert into field_source (kind, entity_id, iso_639_1, iso_3166_1, key, source_id, locked)
    values ('movie', 1, '', '', 'vote_count', 'old', false)`,
  // Two who are verified, one who is not, one who is kept out, and an author that came with a source.
  ...[
    ['verified', day(1), null, null],
    ['other', day(1), null, null],
    ['new', null, null, null],
    ['suspended', day(1), day(2), null],
    ['author', null, null, 'old'],
  ].map(
    ([name, verified, disabled, source]) => `
    insert into account (username, folded_username, name, email_verified_at, disabled_at, source_id, created_at)
    values (${[name, name, ''].map((each) => text(each as string))}, ${text(verified as string | null)},
      ${text(disabled as string | null)}, ${text(source as string | null)}, ${text(day(1))})`,
  ),
  ...(
    [
      // An account, a movie, what the review rates it with, and when.
      ['verified', 1, 7.3, 1],
      ['verified', 1, 9, 2],
      ['verified', 2, 0.1, 1],
      ['other', 1, null, 1],
      ['other', 2, 6, 3],
      ['new', 2, 10, 1],
      ['suspended', 2, 4, 1],
      ['author', 1, 3.3, 1],
    ] as const
  ).map(
    ([account, movie, rating, written], index) => `
    insert into review (kind, entity_id, id, account_id, content, rating, iso_639_1, created_at, updated_at, source_id)
    select 'movie', ${movie}, '${id(index + 1)}', id, 'Words', ${rating}, 'en', ${text(day(written))},
      ${text(day(written))}, 'old' from account where username = '${account}'`,
  ),
  // What the interface was told later counts, and what it was told earlier does not.
  ...[
    [2, 2, 5, day(1)],
    [1, 1, 2, day(4)],
  ].map(
    ([account, movie, value, at]) => `
    insert into rating (account_id, kind, entity_id, value, created_at, updated_at, is_counted)
    values (${account}, 'movie', ${movie}, ${value}, ${text(at as string)}, ${text(at as string)}, false)`,
  ),
]

forEachEngine(
  (db) => migrate(db, migrations, BEFORE).then(() => {}),
  (engine) => {
    test('ratings of reviews become ratings, and votes of sources what they stated', async (t) => {
      const db = await engine.open()
      t.after(() => db.close())
      for (const statement of older((list) => text(list))) await db.run(raw(statement))
      await migrate(db, migrations)

      assert.deepEqual(
        await db.all(
          Votes,
          sql`select id, vote_average, vote_count, stated_average, stated_count from movie order by id`,
        ),
        [
          { id: 1, vote_average: 7.5, vote_count: 40, stated_average: 7.5, stated_count: 40 },
          { id: 2, vote_average: 0, vote_count: 0, stated_average: 0, stated_count: 0 },
          { id: 3, vote_average: 0, vote_count: 0, stated_average: 0, stated_count: 0 },
        ],
      )
      assert.deepEqual(await db.all(Field, sql`select key from field_source order by key`), [
        { key: 'stated_average' },
        { key: 'stated_count' },
      ])
      assert.deepEqual(await db.all(Zeros, sql`select id, stated_zeros from record order by id`), [
        { id: 1, stated_zeros: '' },
        { id: 2, stated_zeros: '' },
        { id: 3, stated_zeros: 'stated_count' },
      ])
      assert.deepEqual(
        await db.all(
          Rating,
          sql`
          select account_id, entity_id, value, created_at, updated_at, is_counted from rating
          order by account_id, entity_id`,
        ),
        [
          { account_id: 1, entity_id: 1, value: 2, created_at: day(4), updated_at: day(4), is_counted: true },
          { account_id: 1, entity_id: 2, value: 0.5, created_at: day(1), updated_at: day(1), is_counted: true },
          { account_id: 2, entity_id: 2, value: 6, created_at: day(1), updated_at: day(3), is_counted: true },
          { account_id: 3, entity_id: 2, value: 10, created_at: day(1), updated_at: day(1), is_counted: false },
          { account_id: 4, entity_id: 2, value: 4, created_at: day(1), updated_at: day(1), is_counted: false },
        ],
      )
      const reviews = await db.all(Review, sql`select id, rating from review order by id`)
      assert.deepEqual(
        reviews.map(({ rating }) => rating),
        [null, null, null, null, null, null, null, 3.3],
      )
      assert.deepEqual(await db.all(Waiting, sql`select entity_id, votes, points from waiting_rating order by 1`), [
        { entity_id: 1, votes: 1, points: 2 },
        { entity_id: 2, votes: 2, points: 6.5 },
      ])
    })
  },
)
