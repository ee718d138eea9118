import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import type { RecordEdit } from '#src/catalogue/edits/record-edit.ts'
import { fieldKey, loadRecords } from '#src/catalogue/edits/record-loader.ts'
import { type RecordKind, recordKindNames } from '#src/catalogue/record-kinds.ts'
import { StatementError } from '#src/catalogue/statements/check.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { type EditStep, edit, editSteps } from '../support/arbitrary/edits.ts'
import { runs } from '../support/arbitrary/runs.ts'
import { type AnyLine, emptyCatalogue, exportOf, importInto, sources, wholeLinesOf } from '../support/catalogue.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { loadWorld } from '../support/world.ts'

const at = new Date('2026-03-10T12:00:00.000Z')
const textLines = (text: string) => text.split('\n').slice(0, -1)
const movie = fc.constantFrom(501, 502, 503)
const language = fc.constantFrom({ iso_639_1: 'de', iso_3166_1: 'DE' }, { iso_639_1: 'fr', iso_3166_1: 'FR' })
const word = fc.constantFrom('', 'Lantern', 'Moth')

/** What people clear, overrule, remove and merge. */
const corrections: fc.Arbitrary<RecordEdit[]> = fc.oneof(
  fc
    .tuple(movie, fc.constantFrom('overview', 'tagline', 'status'), word)
    .map(([id, column, text]) => [{ kind: 'movie' as const, id, values: { [column]: text } }]),
  fc
    .tuple(movie, fc.constantFrom(0, 90, null), fc.boolean())
    .map(([id, runtime, adult]) => [{ kind: 'movie' as const, id, values: { runtime, adult } }]),
  fc
    .tuple(movie, language, fc.constantFrom('title', 'overview', 'tagline'), word)
    .map(([id, where, name, text]) => [{ kind: 'movie' as const, id, texts: [{ ...where, texts: { [name]: text } }] }]),
  fc
    .tuple(movie, fc.constantFrom(18, 35), fc.constantFrom('put', 'remove'))
    .map(([id, genre_id, verb]) => [
      { kind: 'movie' as const, id, parts: { genres: { [verb]: [{ genre_id, position: 0 }] } } },
    ]),
  fc
    .tuple(movie, movie)
    .filter(([id, into]) => id !== into)
    .map(([id, into]) => [{ kind: 'movie' as const, id, mergedInto: { id: into } }]),
)
const steps = fc.array(
  fc.oneof(...editSteps(3), { weight: 4, arbitrary: corrections.map((edit): EditStep => ({ edit })) }),
  { minLength: 3, maxLength: 12 },
)

const recordsOf = async (db: Database, of: RecordKind, ids: number[]) =>
  [...(await loadRecords(db, of, ids)).values()].sort((a, b) => a.id - b.id)

/** Who gave each value, and what was removed; locks stay where they are. */
async function provenanceIn(db: Database) {
  const all: object[] = []
  for (const of of recordKindNames) {
    const rows = await db.all(Id, sql`select id from record where kind = ${of} order by id`)
    const ids = rows.map(({ id }) => id)
    for (const { id, source_id, owners, removed, translations } of await recordsOf(db, of, ids)) {
      const said = new Map([...owners].map(([key, owner]) => [key, owner.source_id]))
      for (const { iso_639_1, iso_3166_1, texts, source_id: holder } of translations.values())
        for (const [name, text] of Object.entries(texts)) {
          const key = fieldKey(name, iso_639_1, iso_3166_1)
          if (text && !said.has(key)) said.set(key, holder)
        }
      const fields = [...said].filter(([key, source]) => !key.endsWith('||') || source !== source_id)
      const gone = [...removed].filter(([, keys]) => keys.size > 0).map(([part, keys]) => [part, [...keys].sort()])
      all.push({ of, id, source_id, fields: fields.sort(), gone: gone.sort() })
    }
  }
  return all
}

function assertSameLines(is: string, was: string) {
  const expected = textLines(was)
  textLines(is).forEach((line, at) => {
    assert.equal(line, expected[at])
  })
  assert.equal(is, was)
}

async function copied(context: { after(work: () => Promise<void>): void }, engine: TestEngine, text: string) {
  const copy = await engine.open()
  context.after(() => copy.close())
  const { refused, unresolved } = await importInto(copy, textLines(text))
  assert.deepEqual({ refused, unresolved }, { refused: [], unresolved: [] })
  return copy
}

let empty: TestEngine | undefined
forEachEngine(emptyCatalogue, (engine) => {
  empty = engine
  const fresh = async (context: { after(work: () => Promise<void>): void }, lines: readonly AnyLine[] = []) => {
    const db = await engine.open()
    context.after(() => db.close())
    await importInto(db, [...sources, ...lines])
    return db
  }
  const movieOf = async (db: Database) => (await wholeLinesOf(db)).find(({ kind }) => kind === 'movie')

  test('a line says which source gave a field, and that somebody says that there is none', async (context) => {
    const db = await fresh(context, [
      { kind: 'movie', id: 1, title: 'Glass', overview: 'Low words', tagline: 'Low line', runtime: 80, source: 'low' },
    ])
    await applyEdit(db, {
      account_id: null,
      at,
      records: [{ kind: 'movie', id: 1, values: { tagline: '', runtime: 0 } }],
    })
    const line = await movieOf(db)
    assert.equal(line?.source, 'low')
    assert.deepEqual(line?.sources, { runtime: 'people', tagline: 'people' })
    assert.equal(line?.runtime, 0)
    assert.equal('tagline' in (line ?? {}), false)
    const copy = await copied(context, engine, await exportOf(db))
    assert.equal(await exportOf(copy), await exportOf(db))
    // What people cleared does not come back.
    await importInto(copy, [{ kind: 'movie', id: 1, tagline: 'Low line', source: 'low' }])
    assert.deepEqual(await movieOf(copy), line)
  })

  test('what was removed does not come back from a lower rank', async (context) => {
    const genres = [{ id: 18 }, { id: 35 }]
    const db = await fresh(context, [{ kind: 'movie', id: 1, title: 'Glass', genres, source: 'low' }])
    const removal = { genres: { remove: [{ genre_id: 35 }] } }
    await applyEdit(db, { account_id: null, at, records: [{ kind: 'movie', id: 1, parts: removal as never }] })
    const line = await movieOf(db)
    assert.deepEqual(line?.removed, { genres: [{ genre_id: 35, source: 'people' }] })
    const copy = await copied(context, engine, await exportOf(db))
    await importInto(copy, [{ kind: 'movie', id: 1, genres, source: 'low' }])
    assert.deepEqual(await movieOf(copy), line)
  })

  test('who is on a removed picture stays with it, whatever a line says of others', async (context) => {
    const posters = [
      { id: 'a'.repeat(24), file_path: '/one.jpg', people: [{ id: 1 }] },
      { id: 'b'.repeat(24), file_path: '/two.jpg', people: [{ id: 2 }] },
    ]
    const film = { kind: 'movie', id: 1, filmdb_id: 'tt9900001' }
    const people = [1, 2].map((id) => ({ kind: 'person', id, name: `Person ${id}`, source: 'low' }))
    const db = await fresh(context, [...people, { ...film, images: { posters }, source: 'low' }])
    const peopleShown = async () => {
      const line = (await movieOf(db)) as unknown as { images: { posters: { people: object[] }[] } }
      return line.images.posters.map((poster) => poster.people)
    }
    const removed = { images: [{ gallery: 'posters', id: 'b'.repeat(24) }] }
    await importInto(db, [{ ...film, removed, source: 'high' }])
    assert.deepEqual(await peopleShown(), [[{ id: 1 }]])
    const text = await exportOf(db)
    await importInto(db, textLines(text))
    assert.equal(await exportOf(db), text)
    const second = { id: 'b'.repeat(24), file_path: '/two.jpg' }
    await importInto(db, [{ ...film, images: { posters: [second] }, source: 'high' }])
    assert.deepEqual(await peopleShown(), [[{ id: 1 }], [{ id: 2 }]])
  })

  test('lines without these properties mean what they meant', async (context) => {
    const db = await fresh(context, [
      { kind: 'movie', id: 1, title: 'Glass', tagline: 'A line', genres: [{ id: 18 }, { id: 35 }], source: 'low' },
      { kind: 'movie', id: 1, tagline: '', genres: [{ id: 18 }], source: 'low' },
    ])
    const line = await movieOf(db)
    assert.equal(line?.tagline, undefined)
    assert.equal(line?.sources, undefined)
    assert.deepEqual(line?.genres, [{ id: 18 }])
    assert.deepEqual(line?.removed, { genres: [{ genre_id: 35 }] })
  })

  test('a source of a field that does not exist is reported, and the field is the line’s own', async (context) => {
    const db = await fresh(context)
    const line = {
      kind: 'movie',
      id: 1,
      title: 'Glass',
      sources: { title: 'nobody', tagline: 'nobody' },
      source: 'low',
    }
    const removed = { genres: [{ genre_id: 18, source: 'nobody' }] }
    const { refused, unresolved } = await importInto(db, [{ ...line, removed }])
    assert.deepEqual(refused, [])
    assert.deepEqual(unresolved, [
      '1 sources.title: source nobody',
      '1 sources.tagline: source nobody',
      '1 removed.genres: source nobody',
    ])
    assert.deepEqual(await movieOf(db), { kind: 'movie', id: 1, title: 'Glass', source: 'low' })
    const wrong = [{ title: 7 }, { title: 'a b' }].map((sources, at) => ({
      kind: 'movie',
      id: 2 + at,
      sources,
      source: 'low',
    }))
    const keys = { kind: 'movie', id: 4, removed: { genres: [{ genre_id: 'x' }] }, source: 'low' }
    assert.equal((await importInto(db, [...wrong, keys])).refused.length, 3)
  })

  test('what is gone is noted, unless it is there', async (context) => {
    const gone = [
      { kind: 'gone', of: 'movie', id: 7, into: 1, source: 'high' },
      { kind: 'gone', of: 'movie', id: 8, source: 'high' },
      { kind: 'gone', of: 'movie', id: 1, source: 'high' },
    ]
    const db = await fresh(context, [...gone, { kind: 'movie', id: 1, title: 'Glass', source: 'low' }])
    const there = (await wholeLinesOf(db)).filter(({ kind }) => kind === 'gone')
    assert.deepEqual(there, gone.slice(0, 2))
    const copy = await copied(context, engine, await exportOf(db))
    assert.equal(await exportOf(copy), await exportOf(db))
    const { summary } = await importInto(copy, [
      { kind: 'movie', id: 8, title: 'Back', source: 'low' },
      { kind: 'movie', id: 7, tagline: 'Of the survivor', source: 'low' },
    ])
    assert.equal(summary.deleted, 1)
    assert.equal((await movieOf(copy))?.tagline, 'Of the survivor')
  })

  test('merges that lead back, and to themselves, are refused', async (context) => {
    const db = await fresh(context)
    const { refused } = await importInto(db, [
      { kind: 'gone', of: 'movie', id: 3, into: 4, source: 'low' },
      { kind: 'gone', of: 'movie', id: 4, into: 3, source: 'low' },
      { kind: 'gone', of: 'movie', id: 5, into: 5, source: 'low' },
      { kind: 'gone', of: 'movie', id: 6, source: 'nobody' },
      { kind: 'gone', of: 'account', id: 6, source: 'low' },
      { kind: 'gone', of: 'movie', id: 2 ** 31, source: 'low' },
    ])
    assert.deepEqual(
      refused.map((text) => text.replace(/one of .*/, 'one of …')),
      [
        '5 of: has to be one of …',
        '6 id: has to be at most 2147483647',
        '3 into: is the record itself',
        '4 source: refers to nobody, which does not exist',
        '2 into: leads back to the record itself',
      ],
    )
    const again = await importInto(db, [{ kind: 'gone', of: 'movie', id: 4, into: 3, source: 'low' }])
    assert.deepEqual(again.refused, ['1 into: leads back to the record itself'])
  })
})

forEachEngine(loadWorld, (engine) => {
  test('whatever was edited, an export into an empty catalogue is the same, with who said what', () =>
    fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const opened: Awaited<ReturnType<TestEngine['open']>>[] = []
        try {
          const db = await engine.open()
          opened.push(db)
          for (const step of all)
            await edit(db, step).catch((error) => {
              if (!(error instanceof StatementError)) throw error
            })
          const text = await exportOf(db)
          const copy = await (empty as TestEngine).open()
          opened.push(copy)
          const { refused } = await importInto(copy, textLines(text))
          assert.deepEqual(refused, [])
          assertSameLines(await exportOf(copy), text)
          assert.deepEqual(await provenanceIn(copy), await provenanceIn(db))
          await importInto(db, textLines(text))
          assertSameLines(await exportOf(db), text)
        } finally {
          for (const db of opened) await db.close()
        }
      }),
      { numRuns: runs(4, 60) },
    ))
})
