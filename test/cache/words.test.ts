import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Type } from 'typebox'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import type { RecordEdit } from '#src/catalogue/edits/record-edit.ts'
import { readConfig } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { buildServer } from '#src/http/server.ts'
import { openTwo } from '../support/accounts.ts'
import { importInto, linesOf } from '../support/catalogue.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { keys, loadWorld, testDay } from '../support/world.ts'

/** Words are records: other nodes notice when one is renamed, the log says so, and an import counts it. */

const keyword = (name: string) => ({ kind: 'keyword', id: 801, name, source: 'atlas' })
const genre = (name: string) => ({ kind: 'genre', id: 90001, name, source: 'atlas' })

const Change = Type.Object({
  kind: Type.String(),
  entity_id: Type.Integer(),
  key: Type.String(),
  action: Type.String(),
  original_value: Type.Unknown(),
  value: Type.Unknown(),
})
const Last = Type.Object({ seq: Type.Integer() })

/** The rows that `change` adds to the log. */
async function loggedBy(db: Database, change: () => Promise<unknown>) {
  const { seq } = (await db.one(Last, sql`select max(seq) as seq from change`)) as { seq: number }
  await change()
  const rows = await db.all(
    Change,
    sql`select kind, entity_id, key, action, original_value, value from change where seq > ${seq} order by seq`,
  )
  return rows.map((row) => Object.values(row))
}

const edit = (db: Database, record: RecordEdit) =>
  applyEdit(db, { account_id: null, at: new Date(testDay), records: [record] })

/** A server that keeps replies, and the connection of another process. */
async function open(t: TestContext, engine: TestEngine) {
  const [own, db] = await openTwo(t, engine)
  let nowMs = 0
  const { config } = readConfig({ site: 'https://site.example' }, {})
  const app = buildServer({ db: own, config, pages: [], clock: () => new Date(testDay), now: () => nowMs })
  t.after(() => app.close())
  const ask = async (path: string) => {
    const { body, headers } = await app.inject({ url: `/3${path}`, headers: { authorization: `Bearer ${keys.first}` } })
    return { body, hit: headers['x-memc'] }
  }
  /** What the reply is after a change, when the last look at the log is too old. */
  const askLater = (path: string) => {
    nowMs += 1_000
    return ask(path)
  }
  return { db, ask, askLater }
}

const renamed: readonly [title: string, paths: string[], rename: (db: Database) => Promise<unknown>][] = [
  [
    'a keyword that an import renames',
    ['/movie/501/keywords', '/tv/601/keywords', '/movie/501?append_to_response=keywords'],
    (db) => importInto(db, [keyword('Renamed')]),
  ],
  ['a genre that an import renames', ['/movie/502'], (db) => importInto(db, [genre('Renamed')])],
  [
    'a genre of the reference lists that a person renames',
    ['/movie/501', '/tv/601'],
    (db) => edit(db, { kind: 'genre', id: 18, values: { name: 'Renamed' } }),
  ],
  [
    'a watch provider that an import renames',
    [
      '/movie/501/watch/providers',
      '/tv/601/watch/providers',
      '/tv/601/season/2?append_to_response=watch/providers',
      '/watch/providers/tv',
    ],
    (db) => importInto(db, [{ kind: 'provider', id: 901, name: 'Renamed', source: 'atlas' }]),
  ],
]

forEachEngine(loadWorld, (engine) => {
  for (const [title, paths, rename] of renamed) {
    test(`kept replies show the new name of ${title}`, async (t) => {
      const { db, ask, askLater } = await open(t, engine)
      const others = ['/movie/503/keywords', '/person/301']
      for (const path of [...paths, ...others]) {
        await ask(path)
        assert.equal((await ask(path)).hit, 'HIT')
      }
      await rename(db)
      for (const path of paths) {
        const { body, hit } = await askLater(path)
        assert.match(body, /"(provider_)?name":"Renamed"/, path)
        assert.equal(hit, 'MISS')
      }
      for (const path of others) assert.equal((await ask(path)).hit, 'HIT', path)
    })
  }

  test('an import counts words like other records, and logs them', async (t) => {
    const { db } = await open(t, engine)
    const made = { kind: 'keyword', id: 803, name: 'tide', source: 'atlas' }
    const lines = [keyword('beacon'), made, { ...genre('Lantern Drama') }]
    const logged = await loggedBy(db, async () => {
      const { records, summary } = await importInto(db, lines)
      assert.deepEqual(records, { created: 1, changed: 1, unchanged: 1 })
      assert.ok(summary.edit_id)
    })
    assert.deepEqual(logged, [
      ['keyword', 801, 'name', 'updated', 'lighthouse', 'beacon'],
      ['keyword', 803, '', 'created', null, null],
    ])
    const again = await importInto(db, lines)
    assert.deepEqual([again.records, again.summary.edit_id], [{ created: 0, changed: 0, unchanged: 3 }, undefined])
    const lower = await importInto(db, [{ ...keyword('rumoured'), source: 'rumour' }])
    assert.deepEqual(lower.records, { created: 0, changed: 0, unchanged: 1 })
  })

  test('a word that an entry brings along is logged as created', async (t) => {
    const { db } = await open(t, engine)
    const keywords = {
      keywords: [
        { id: 801, name: 'ignored' },
        { id: 804, name: 'ebb' },
      ],
    }
    const logged = await loggedBy(db, () => importInto(db, [{ kind: 'movie', id: 502, source: 'atlas', keywords }]))
    assert.deepEqual(
      logged.map(([kind, id, key, action]) => [kind, id, key, action]),
      [
        ['keyword', 804, '', 'created'],
        ['movie', 502, 'plot_keywords', 'added'],
        ['movie', 502, 'plot_keywords', 'added'],
      ],
    )
    const words = (await linesOf(db)).filter(({ kind }) => kind === 'keyword')
    assert.deepEqual(
      words.find(({ id }) => id === 804),
      { kind: 'keyword', id: 804, name: 'ebb', source: 'atlas' },
    )
  })

  test('a word that is deleted leaves every title, and the log says so', async (t) => {
    const { db, ask, askLater } = await open(t, engine)
    const before = JSON.parse((await ask('/movie/501/keywords')).body)
    const logged = await loggedBy(db, () => edit(db, { kind: 'keyword', id: 801, isDeleted: true }))
    assert.deepEqual(logged, [
      ['movie', 501, 'plot_keywords', 'deleted', { keyword_id: 801 }, null],
      ['series', 601, 'plot_keywords', 'deleted', { keyword_id: 801 }, null],
      ['keyword', 801, '', 'destroyed', null, null],
    ])
    const after = JSON.parse((await askLater('/movie/501/keywords')).body)
    assert.deepEqual(
      after.keywords,
      before.keywords.filter(({ id }: { id: number }) => id !== 801),
    )
  })

  test('genres have translations, of the reference lists too, and an export has them', async (t) => {
    const { db } = await open(t, engine)
    const german = (name: string) => ({ translations: [{ iso_3166_1: 'DE', iso_639_1: 'de', data: { name } }] })
    const own = { ...genre('Lantern Drama'), translations: german('Laternendrama') }
    const drama = { kind: 'genre', id: 18, name: 'Drama', source: 'atlas', translations: german('Drama') }
    const { records } = await importInto(db, [own, drama])
    assert.deepEqual(records, { created: 0, changed: 2, unchanged: 0 })
    const lines = (await linesOf(db)).filter(({ kind }) => kind === 'genre')
    const [translation] = drama.translations.translations
    assert.deepEqual(lines, [
      { ...drama, source: 'reference', translations: { translations: [{ ...translation, source: 'atlas' }] } },
      own,
    ])
    const again = await importInto(db, lines)
    assert.deepEqual([again.records, again.refused], [{ created: 0, changed: 0, unchanged: 2 }, []])
  })
})
