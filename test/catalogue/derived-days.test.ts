import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { Type } from 'typebox'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import type { RecordEdit } from '#src/catalogue/edits/record-edit.ts'
import type { Database } from '#src/database/database.ts'
import { migrate } from '#src/database/migrate.ts'
import { sql } from '#src/database/sql.ts'
import { importLines } from '#src/import/import.ts'
import { packageRoot } from '#src/package-root.ts'
import { updateNameIndex } from '#src/search/name-index.ts'
import { linesOf, openFor } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'
import { commonRequest } from '../support/expected.ts'
import { type Server, send, startInterface } from '../support/scenarios.ts'
import { assertYearsFollow } from '../support/title-years.ts'
import { loadWorld, testDay } from '../support/world.ts'

const at = new Date(testDay)
/** A release as `FR 3 1931-05-05`. */
const releases = (...days: string[]) => ({
  release_dates: {
    results: days.map((text) => {
      const [iso_3166_1, type, day] = text.split(' ')
      return { iso_3166_1, release_dates: [{ type: Number(type), release_date: `${day}T12:30:00.000Z` }] }
    }),
  },
})

/** Lines of one movie after the other, and the day that it then has. */
const cases: [what: string, line: object, day: string][] = [
  [
    'the first one in cinemas of a country of origin, limited or not',
    {
      origin_country: ['FR', 'BE'],
      ...releases('FR 1 1931-01-01', 'FR 3 1931-05-05', 'BE 2 1931-04-04', 'US 3 1930-01-01', 'FR 4 1930-02-02'),
    },
    '1931-04-04',
  ],
  [
    'without one there the first of all',
    { origin_country: ['JP'], ...releases('US 4 1932-02-02', 'FR 3 1932-03-03') },
    '1932-02-02',
  ],
  ['without a country of origin the first of all', releases('US 6 1933-02-02', 'FR 3 1933-03-03'), '1933-02-02'],
  ['a stated day wins', { release_date: '1935-05-05', ...releases('FR 3 1931-05-05') }, '1935-05-05'],
  ['nothing follows from nothing', {}, ''],
]

forEachEngine(loadWorld, (engine) => {
  for (const dialect of ['neutral', 'common'] as const) {
    test(`a movie without a day has that of its releases, ${dialect}`, async (t) => {
      const server = await startInterface(engine, dialect)
      t.after(() => server.close())
      const { db } = server
      const lines = cases.map(([, line], place) => {
        return { kind: 'movie', id: 580 + place, source: 'atlas', title: `Derived ${place}`, ...line }
      })
      await load(db, lines)
      await updateNameIndex(db)
      for (const [place, [what, , day]] of cases.entries()) {
        const id = 580 + place
        assert.equal((await bodyOf(server, `GET /3/movie/${id}`)).release_date, day, what)
        const year = day.slice(0, 4)
        if (year === '') continue
        for (const request of [
          `GET /3/discover/movie?primary_release_year=${year}`,
          `GET /3/search/movie?query=Derived&primary_release_year=${year}`,
          `GET /3/search/movie?query=Derived&year=${year}`,
        ])
          assert.deepEqual(datesIn(await bodyOf(server, request))[id], day, `${what}: ${request}`)
      }
      await assertYearsFollow(db)
      // It is no statement: it is not among what goes out.
      const sent = (await linesOf(db)).filter(({ kind, id }) => kind === 'movie' && id >= 580 && id < 590)
      assert.deepEqual(
        sent.map(({ release_date }) => release_date),
        [undefined, undefined, undefined, '1935-05-05', undefined],
      )
      await load(db, sent)
      assert.equal((await bodyOf(server, 'GET /3/movie/580')).release_date, '1931-04-04')
    })
  }

  test('the day follows when releases, countries or the stated day change', async (t) => {
    const server = await startInterface(engine, 'neutral')
    t.after(() => server.close())
    const { db } = server
    const line = { kind: 'movie', id: 580, source: 'atlas', title: 'Derived', origin_country: ['FR'] }
    const dayAfter = async (record: Partial<RecordEdit>) => {
      await applyEdit(db, { account_id: 1, at, records: [{ kind: 'movie', id: 580, ...record } as RecordEdit] })
      await assertYearsFollow(db)
      return (await bodyOf(server, 'GET /3/movie/580')).release_date
    }
    const release = (iso_3166_1: string, type: number, day: string) => {
      return {
        iso_3166_1,
        type,
        release_date: `${day}T00:00:00.000Z`,
        certification: '',
        descriptors: [],
        iso_639_1: '',
        note: '',
      }
    }
    const french = release('FR', 3, '1931-05-05')
    await load(db, [line])
    const put = (...entries: object[]) => ({ parts: { release_dates: { put: entries } } }) as Partial<RecordEdit>
    const remove = (...entries: object[]) => ({ parts: { release_dates: { remove: entries } } }) as Partial<RecordEdit>
    const days = [
      await dayAfter(put(french, release('US', 3, '1930-01-01'))),
      await dayAfter(put(release('FR', 2, '1931-04-04'))),
      await dayAfter({ values: { origin_country: ['US'] } }),
      await dayAfter({ values: { release_date: '1929-01-01' } }),
      await dayAfter(put(release('US', 2, '1928-01-01'))),
      await dayAfter({ values: { release_date: '' } }),
      await dayAfter(remove(release('US', 2, '1928-01-01'), release('US', 3, '1930-01-01'))),
      await dayAfter(remove(french, release('FR', 2, '1931-04-04'))),
    ]
    assert.deepEqual(days, [
      '1931-05-05',
      '1931-04-04',
      '1930-01-01',
      '1929-01-01',
      '1929-01-01',
      '1928-01-01',
      '1931-04-04',
      '',
    ])
  })
})

const migrations = join(packageRoot, 'migrations')
const Found = Type.Object({
  id: Type.Integer(),
  day: Type.String(),
  derived: Type.Boolean(),
  types: Type.Integer(),
  year: Type.Integer(),
})

forEachEngine(
  async (db) => void (await migrate(db, migrations, 13)),
  (engine) => {
    test('movies of a catalogue of before get their day', async (t) => {
      const db = await openFor(t, engine)
      const days = { 1: '', 2: '1935-05-05', 3: '' }
      await db.run(
        sql`insert into source (id, name, licence, url, rank, redistributable) values ('s', 's', '', '', 1, true)`,
      )
      await db.run(sql`insert into edit (at, source_id, note) values ('', 's', '')`)
      for (const [id, day] of Object.entries(days).map(([id, day]) => [Number(id), day] as const)) {
        await db.run(
          sql`insert into record (kind, id, source_id, edit_id, stated_zeros) values ('movie', ${id}, 's', 1, '')`,
        )
        await db.run(sql`
          insert into movie (id, title, original_title, original_language, overview, tagline, homepage, adult, video,
            status, release_date, runtime, budget, revenue, origin_country, production_countries, spoken_languages,
            popularity, vote_average, vote_count)
          values (${id}, 'A', 'A', 'fr', '', '', '', false, false, '', ${day}, 0, 0, 0, '["FR"]', '[]', '[]', 0, 0, 0)`)
        await db.run(sql`
          insert into search_record (generation, kind, entity_id, adult, year, years, popularity, votes, names)
          values (1, 'movie', ${id}, false, ${Number(day.slice(0, 4))}, '1930,1931', 0, 0, '')`)
        if (id === 3) continue
        for (const [country, moment] of [
          ['FR', '1931-05-05T12:00:00.000Z'],
          ['US', '1930-01-01T00:00:00.000Z'],
        ]) {
          await db.run(sql`
            insert into release_date (kind, entity_id, iso_3166_1, type, release_date, certification, descriptors,
              iso_639_1, note, source_id)
            values ('movie', ${id}, ${country}, 3, ${moment}, '', '[]', '', '', 's')`)
          await db.run(sql`
            insert into release_year (movie_id, year, types, months, first_day, last_day)
            values (${id}, ${moment?.slice(0, 4)}, 8, 2, '01-01', '01-01')`)
        }
      }
      await migrate(db, migrations)
      const found = await db.all(
        Found,
        sql`
        select m.id, m.release_date as day, m.release_date_derived as derived, s.year,
          coalesce((select types from release_year y where y.movie_id = m.id and y.year = '1931'), 0) as types
        from movie m join search_record s on s.entity_id = m.id order by m.id`,
      )
      assert.deepEqual(
        found.map(({ id, day, derived, types, year }) => [id, day, derived, types, year]),
        [
          [1, '1931-05-05', true, 9, 1931],
          [2, '1935-05-05', false, 8, 1935],
          [3, '', false, 0, 0],
        ],
      )
    })
  },
)

async function load(db: Database, lines: readonly object[]) {
  const refused: unknown[] = []
  await importLines(db, lines, { now: () => at, onRefused: (one) => refused.push(one) })
  assert.deepEqual(refused, [])
}

async function bodyOf({ app, dialect }: Server, request: string) {
  const reply = await send(app, dialect === 'common' ? commonRequest(request) : request)
  assert.equal(reply.statusCode, 200, request)
  return JSON.parse(reply.body)
}

const datesIn = ({ results }: { results: { id: number; release_date: string }[] }) =>
  Object.fromEntries(results.map(({ id, release_date }) => [id, release_date]))
