import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { Type } from 'typebox'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import type { RecordEdit } from '#src/catalogue/edits/record-edit.ts'
import { externalSources, isKind, type Kind, kind, numberingOf } from '#src/catalogue/kinds.ts'
import { faultsOfEdit, StatementError } from '#src/catalogue/statements/check.ts'
import { nullable } from '#src/contract/schema.ts'
import type { Database } from '#src/database/database.ts'
import { describeTables, type TableDescription } from '#src/database/schema/describe-tables.ts'
import { raw, sql } from '#src/database/sql.ts'
import { quoted } from '#src/database/table.ts'
import type { Line } from '#src/import/line.ts'
import { statementOf } from '#src/import/statement.ts'
import { operations } from '#src/interface.ts'
import { packageRoot } from '#src/package-root.ts'
import { lines } from '../support/arbitrary/lines.ts'
import { runs } from '../support/arbitrary/runs.ts'
import { statements } from '../support/arbitrary/statements.ts'
import { forEachEngine } from '../support/engines.ts'
import { type Server, send, startInterface } from '../support/scenarios.ts'
import { differences, type Schema } from '../support/shape.ts'
import { queriesOf } from '../support/walk.ts'
import { loadWorld, testDay } from '../support/world.ts'

const tables = await describeTables(join(packageRoot, 'migrations'), Number.POSITIVE_INFINITY)
const types = {
  boolean: () => nullable(Type.Boolean()),
  integer: () => nullable(Type.Integer()),
  json: () => Type.Unknown(),
  number: () => nullable(Type.Number()),
  string: () => nullable(Type.String()),
}

/** All rows of all tables, as text. */
async function rowsOf(db: Database): Promise<Record<string, string[]>> {
  const read = async ({ name, columns }: TableDescription) => {
    const row = Type.Object(Object.fromEntries(columns.map(({ name, type }) => [name, types[type]()])))
    const list = quoted(columns.map(({ name }) => name))
    const rows = await db.all(row, raw(`select ${list} from "${name}"`))
    return [name, rows.map((row) => JSON.stringify(row)).sort()] as const
  }
  const all: [string, string[]][] = []
  for (const table of tables) all.push([...(await read(table))])
  return Object.fromEntries(all)
}

/** The operations about one record of a kind, its parts among them. */
const operationsAbout = (of: Kind) => {
  const { path } = kind(of)
  const isAbout = (other: string) =>
    other === path || (other.startsWith(`${path}/`) && !other.slice(path.length).includes('{'))
  return operations.filter(
    (operation) => operation.method === 'GET' && operation.access === 'key' && isAbout(operation.path),
  )
}

/** Every reply about a record has the form that the contract promises. */
async function assertReplies({ app, db }: Server, of: Kind, id: number) {
  const row = Type.Object(Object.fromEntries(['id', ...numberingOf(of)].map((column) => [column, Type.Integer()])))
  const found = await db.one(
    row,
    sql`select ${raw(Object.keys(row.properties).join(', '))} from ${raw(of)} where id = ${id}`,
  )
  const numbers: Record<string, unknown> = { [`${of}_id`]: id, ...found }
  for (const operation of operationsAbout(of)) {
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => String(numbers[name]))
    const queries = queriesOf(operation)
    for (const query of new Set([queries[0], queries.find((query) => query.startsWith('append_to_response='))])) {
      if (query === undefined) continue
      const request = `GET ${path}${query && `?${query}`}`
      const reply = await send(app, request)
      assert.equal(reply.statusCode, 200, `${request} ${reply.body}`)
      assert.deepEqual(differences(operation.reply as Schema, JSON.parse(reply.body)), [], request)
    }
  }
}

const at = new Date(testDay)
const apply = (db: Database, records: readonly unknown[]) =>
  applyEdit(db, { account_id: null, at, records: records as RecordEdit[] })

const faultsOf = async (edit: Promise<unknown>): Promise<string[]> => {
  const error = await edit.then(
    () => assert.fail('the edit was accepted'),
    (error: unknown) => error,
  )
  if (!(error instanceof StatementError)) throw error
  return error.faults.map(({ record, place, reason }) => `${record} ${place} ${reason}`)
}

const movie = (stated: object) => ({ kind: 'movie', id: 501, ...stated })
const image = {
  ...{ gallery: 'posters', id: 'a'.repeat(24), file_path: '/a.jpg', file_type: '.jpg', aspect_ratio: 1 },
  ...{
    width: 1,
    height: 1,
    iso_639_1: null,
    iso_3166_1: null,
    stated_average: 0,
    stated_count: 0,
    licence: '',
    position: 0,
  },
}
const review = {
  ...{ id: 'a'.repeat(24), account_id: 1, content: 'Good.', rating: 7, iso_639_1: 'en' },
  ...{ created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' },
}
const put = (part: string, ...entries: object[]) => ({ parts: { [part]: { put: entries } } })
const season = { series_id: 601, season_number: 1 }

const textSources = Object.entries(externalSources).flatMap(([name, { isNumber }]) => (isNumber ? [] : [name]))

const german = (name: string) => [{ iso_639_1: 'de', iso_3166_1: 'DE', texts: { name } }]

/** Edits that are refused, with the places and the reasons. */
const refusals: readonly [records: unknown[], ...faults: string[]][] = [
  [
    [
      movie({
        values: { runtime: 'abc', release_date: 'soon', colour: 'red' },
        parts: { smells: { put: [] } },
      }),
    ],
    '0 values.colour is unknown',
    '0 values.release_date has to be a day as YYYY-MM-DD',
    '0 values.runtime has to be a whole number or null',
    '0 parts.smells is unknown',
  ],
  [[movie({ values: { title: 'Fine' } }), { kind: 'film', id: 1 }], '1 kind is not a kind of record'],
  [[null], '0 kind is not a kind of record'],
  [[movie({ id: 0 })], '0 id has to be at least 1'],
  [[movie({ says: 'more' })], '0 says is unknown'],
  [[movie({ values: { stated_average: 10.5 } })], '0 values.stated_average has to be at most 10'],
  [[movie({ values: { release_date: '2026-02-29' } })], '0 values.release_date has to be a day as YYYY-MM-DD'],
  [[movie({ values: { overview: 'a\0' } })], '0 values.overview contains a NUL character or half a surrogate pair'],
  [[movie({ values: { title: 'a\ud800' } })], '0 values.title contains a NUL character or half a surrogate pair'],
  [[movie({ values: { title: 'a\0' } })], '0 values.title has the invisible character U+0000'],
  [
    [movie({ values: { collection_id: 999_999 } })],
    '0 values.collection_id refers to the collection 999999, which does not exist',
  ],
  [[movie({ numbering: season })], '0 numbering.series_id is unknown', '0 numbering.season_number is unknown'],
  [
    [movie(put('images', { ...image, gallery: 'stills' }))],
    '0 parts.images.put.0.gallery has to be one of backdrops, logos, posters',
  ],
  [[movie(put('images', { ...image, colour: 'red' }))], '0 parts.images.put.0.colour is unknown'],
  [[movie(put('images', image, { ...image, id: undefined }))], '0 parts.images.put.1.id has to be a text'],
  [[movie(put('genres', { genre_id: 18 }))], '0 parts.genres.put.0.position is missing'],
  [
    [movie(put('keywords', { keyword_id: 999_999 }))],
    '0 parts.keywords.put.0.keyword_id refers to the keyword 999999, which does not exist',
  ],
  [
    [movie(put('reviews', { ...review, account_id: 999_999 }))],
    '0 parts.reviews.put.0.account_id refers to the account 999999, which does not exist',
  ],
  [
    [movie(put('reviews', { ...review, created_at: '2026-01-01' }))],
    '0 parts.reviews.put.0.created_at has to be a moment as YYYY-MM-DDTHH:MM:SS.000Z',
  ],
  [
    [movie(put('external_ids', { external_source: 'tvdata_id', value: '007' }))],
    '0 parts.external_ids.put.0.value has to match ^[1-9]\\d{0,14}$',
    `0 parts.external_ids.put.0.external_source has to be one of ${textSources.join(', ')}`,
  ],
  [[movie({ parts: { videos: { remove: [{}] } } })], '0 parts.videos.remove.0.id is missing'],
  [
    [movie({ texts: [{ iso_639_1: 'de', iso_3166_1: 'de', texts: { name: 'N' } }] })],
    '0 texts.0.iso_3166_1 has to match ^[A-Z]{2}$',
    '0 texts.0.texts.name is unknown',
  ],
  [
    [movie({ locks: [{ column: 'runtime', iso_639_1: 'en', iso_3166_1: 'US', locked: true }] })],
    '0 locks.0 is not on a text of a translation',
  ],
  [
    [movie({ values: { title: 'One' } }), movie({ isDeleted: true })],
    '1 id is the same as that of an earlier record in this edit',
  ],
  [[movie({ values: {}, isDeleted: true })], '0 values is not allowed beside isDeleted'],
  [[{ kind: 'movie', isDeleted: true }], '0 id is missing'],
  [[{ kind: 'season' }], '0 numbering is missing'],
  [
    [{ kind: 'keyword' }, { kind: 'genre', id: 90_009, texts: german('Neu') }],
    '0 values.name is missing',
    '1 values.name is missing',
  ],
  [[{ kind: 'keyword', id: 801, values: { name: '' } }], '0 values.name is empty'],
  [[{ kind: 'keyword', id: 801, values: { name: null } }], '0 values.name has to be a text'],
  [
    [{ kind: 'genre', id: 18, texts: [{ iso_639_1: 'en', iso_3166_1: 'US', texts: { name: null } }] }],
    '0 texts.0.texts.name is empty',
  ],
  [[{ kind: 'genre', id: 18, texts: german('x'.repeat(501)) }], '0 texts.0.texts.name is longer than 500 characters'],
  [[{ kind: 'season', numbering: { series_id: 601 } }], '0 numbering.season_number is missing'],
  [
    [{ kind: 'season', numbering: { ...season, series_id: 9 } }],
    '0 numbering.series_id refers to a series that does not exist',
  ],
  [[{ kind: 'season', numbering: season }], '0 numbering.season_number is taken by another season'],
  [
    [{ kind: 'season', id: 6011, numbering: { ...season, season_number: 9 } }],
    '0 numbering.season_number cannot change: it is 1',
  ],
  [
    [{ kind: 'episode', numbering: { ...season, season_number: 9, episode_number: 1 } }],
    '0 numbering.season_number refers to a season that does not exist',
  ],
]

test('what a line of an import states fits an edit as well', () =>
  fc.assert(
    fc.property(lines, (all) => {
      for (const line of all.filter(({ kind }) => isKind(kind))) {
        const of = line.kind as Kind
        // An edit has one source, so it cannot say that another one gives no value.
        const stated = { ...(line as Line), sources: undefined }
        const { statement } = statementOf(stated, of, line.id, line.source, () => true)
        const parts = [...statement.parts].map(([name, { entries }]) => [
          name,
          { put: entries.map(({ source_id: _source, ...entry }) => entry) },
        ])
        const texts = statement.texts.map(({ source_id: _source, ...text }) => text)
        const edit = { kind: of, id: line.id, values: statement.values, texts, parts: Object.fromEntries(parts) }
        assert.deepEqual(faultsOfEdit(edit), [])
      }
    }),
    { numRuns: runs(20, 200), seed: 20_261_122 },
  ))

forEachEngine(loadWorld, (engine) => {
  test('what cannot be is refused with its places and reasons, and changes no row', async (context) => {
    const server = await startInterface(engine, 'neutral')
    context.after(server.close)
    const before = await rowsOf(server.db)
    for (const [records, ...faults] of refusals) assert.deepEqual(await faultsOf(apply(server.db, records)), faults)
    assert.deepEqual(await rowsOf(server.db), before)
    await assertReplies(server, 'movie', 501)
  })

  test('what an edit creates may be named by the rest of it', async (context) => {
    const server = await startInterface(engine, 'neutral')
    context.after(server.close)
    const { ids } = await apply(server.db, [
      { kind: 'episode', numbering: { series_id: 601, season_number: 7, episode_number: 1 }, values: { name: 'E' } },
      { kind: 'season', numbering: { series_id: 601, season_number: 7 }, values: { name: 'S' } },
      { kind: 'company', id: 7_102, values: { name: 'Parent' } },
      { kind: 'company', id: 7_101, values: { name: 'Child', parent_company_id: 7_102 } },
      movie(put('production_companies', { company_id: 7_101, position: 9 })),
    ])
    await assertReplies(server, 'episode', ids[0] as number)
    await assertReplies(server, 'company', 7_101)
    await assertReplies(server, 'movie', 501)
  })

  test('whatever is accepted has replies that fit; whatever is not changes no row', async (context) => {
    const server = await startInterface(engine, 'neutral')
    context.after(server.close)
    const outcomes = { accepted: 0, refused: 0 }
    let before = await rowsOf(server.db)
    await fc.assert(
      fc.asyncProperty(statements, async (edits) => {
        for (const edit of edits) {
          try {
            const { ids } = await apply(server.db, [edit])
            outcomes.accepted++
            await assertReplies(server, edit.kind as Kind, ids[0] as number)
            before = await rowsOf(server.db)
          } catch (error) {
            if (!(error instanceof StatementError)) throw error
            outcomes.refused++
            assert.deepEqual(await rowsOf(server.db), before)
          }
        }
      }),
      { numRuns: engine.name === 'SQLite' ? runs(3, 20) : runs(2, 10), seed: 20_261_122, endOnFailure: true },
    )
    assert.ok(Math.min(outcomes.accepted, outcomes.refused) > 3, JSON.stringify(outcomes))
    context.diagnostic(JSON.stringify(outcomes))
  })
})
