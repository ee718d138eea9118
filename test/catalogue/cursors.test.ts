import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { prepareCatalogue } from '#src/catalogue/edits/apply-edit.ts'
import { queryReader } from '#src/contract/parameters.ts'
import type { Database } from '#src/database/database.ts'
import type { Migratable } from '#src/database/migratable.ts'
import { migrate } from '#src/database/migrate.ts'
import { raw } from '#src/database/sql.ts'
import { operations } from '#src/interface.ts'
import { packageRoot } from '#src/package-root.ts'
import { sqliteEngine } from '../support/engines.ts'
import { testDay } from '../support/world.ts'

/** Movies that have the genre from beginning to end. Between two of them there is room for another one. */
const LASTING = 100_000
/** Movies among them that come and go. */
const PASSING = 500
const PAGE_SIZE = 250
/** Pages after which the writer changes something again. */
const PAGES_OF_CHANGE = 30
const DRAMA = 18

const numbers = (count: number) => `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})`

/** Movies whose ids are `id` of a number `i`, of the genre. */
const movies = (count: number, id: string) => [
  `insert into record (kind, id, source_id, edit_id) ${numbers(count)}
    select 'movie', ${id}, 'grove', (select min(id) from edit) from n`,
  `insert into movie (id, title, original_title, original_language, overview, tagline, homepage, adult, video, status,
    release_date, runtime, budget, revenue, popularity, vote_average, vote_count, origin_country,
    production_countries, spoken_languages) ${numbers(count)}
    select ${id}, 'Ash', 'Ash', 'en', '', '', '', false, false, '', '2001-01-01', 90, 0, 0, i % 100, 0, 0, '[]', '[]',
    '[]' from n`,
  `insert into title_genre (kind, entity_id, genre_id, position, source_id) ${numbers(count)}
    select 'movie', ${id}, ${DRAMA}, 0, 'grove' from n`,
]

const runAll = async (db: Database, statements: readonly string[]) => {
  for (const statement of statements) await db.run(raw(statement))
}

async function fill(db: Migratable) {
  await migrate(db, join(packageRoot, 'migrations'))
  await prepareCatalogue(db, new Date(testDay))
  await runAll(db, [
    `insert into source (id, name, licence, url, rank, redistributable)
      values ('grove', 'Grove', 'CC0-1.0', 'https://grove.example', 500, true)`,
    ...movies(LASTING, '3 * i'),
  ])
}

const ofPassing = `in (${numbers(PASSING)} select 3 * 199 * i + 1 from n)`

/** What a writer does, one after the other, again and again: all of it but the genre of the movies that last. */
const changes: readonly (readonly string[])[] = [
  movies(PASSING, '3 * 199 * i + 1'),
  [`update movie set popularity = 200 - popularity, vote_count = vote_count + 1 where id % 501 = 3`],
  [`delete from title_genre where kind = 'movie' and entity_id ${ofPassing}`],
  [`delete from movie where id ${ofPassing}`, `delete from record where kind = 'movie' and id ${ofPassing}`],
  [`update movie set release_date = '1999-01-01', title = 'Birch', revenue = revenue + 1 where id % 501 = 6`],
]

/** Random lists are read by cursors on both engines in `discover.test.ts`; so many rows on one are enough. */
const engine = sqliteEngine(fill)

test(`discover has each of ${LASTING} movies once while a writer changes everything else`, async (context) => {
  const db = await engine.open()
  context.after(() => db.close())
  const { handle, query } = operations.find(({ id }) => id === 'discover.movie')!
  const read = queryReader(query)
  const seen: number[] = []
  let [cursor, pages, turn]: [string | null, number, number] = ['', 0, 0]
  while (cursor !== null) {
    const asked = read({ cursor, page_size: String(PAGE_SIZE), with_genres: String(DRAMA), include_adult: 'true' })
    const reply = await handle({ db, params: {}, query: asked } as never)
    const { results, next_cursor } = reply as { results: { id: number }[]; next_cursor: string | null }
    seen.push(...results.map(({ id }) => id))
    cursor = next_cursor
    pages += 1
    if (pages % PAGES_OF_CHANGE === 0)
      await db.transaction((tx) => runAll(tx, changes[turn++ % changes.length] as readonly string[]))
  }
  assert.ok(turn > 2 * changes.length, 'all of it changes several times')
  assert.deepEqual(
    seen,
    [...new Set(seen)].sort((one, other) => one - other),
  )
  const lasting = seen.filter((movie) => movie % 3 === 0)
  assert.deepEqual(
    lasting,
    Array.from({ length: LASTING }, (_, index) => 3 * (index + 1)),
  )
  assert.ok(seen.length > LASTING, 'some that pass are seen')
})
