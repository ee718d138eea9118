import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Type } from 'typebox'
import { loadRecords } from '#src/catalogue/edits/record-loader.ts'
import { recordKindNames } from '#src/catalogue/record-kinds.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { lines } from '../support/arbitrary/lines.ts'
import { runs } from '../support/arbitrary/runs.ts'
import { emptyCatalogue, exportOf, importInto } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'

const Id = Type.Object({ id: Type.Integer() })

/** The entries of all records with their places, of which an export has only the order. */
async function storedEntries(db: Database) {
  const all: object[] = []
  for (const of of recordKindNames) {
    const ids = await db.all(Id, sql`select id from record where kind = ${of} order by id`)
    const records = await loadRecords(
      db,
      of,
      ids.map(({ id }) => id),
    )
    all.push(...[...records.values()].map(({ id, entries }) => ({ of, id, entries })))
  }
  return all
}

forEachEngine(emptyCatalogue, (engine) => {
  // Each run makes one or two databases of its own.
  const numRuns = engine.name === 'SQLite' ? runs(12, 100) : runs(4, 20)

  async function withCatalogues<Result>(work: (open: typeof engine.open) => Promise<Result>): Promise<Result> {
    const opened: Awaited<ReturnType<typeof engine.open>>[] = []
    try {
      return await work(async () => {
        const db = await engine.open({ writes: 'inline' })
        opened.push(db)
        return db
      })
    } finally {
      for (const db of opened) await db.close()
    }
  }

  test('any order of the same lines gives the same export', () =>
    fc.assert(
      fc.asyncProperty(
        lines.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        ([all, shuffled]) =>
          withCatalogues(async (open) => {
            const [one, other] = [await open(), await open()]
            await importInto(one, all)
            await importInto(other, shuffled)
            assert.equal(await exportOf(other), await exportOf(one))
          }),
      ),
      { numRuns },
    ))

  test('the import of an export is the same catalogue', () =>
    fc.assert(
      fc.asyncProperty(lines, (all) =>
        withCatalogues(async (open) => {
          const [one, other] = [await open(), await open()]
          await importInto(one, all)
          const text = await exportOf(one)
          const { refused, unresolved } = await importInto(other, text.split('\n').slice(0, -1))
          assert.deepEqual({ refused, unresolved }, { refused: [], unresolved: [] })
          assert.equal(await exportOf(other), text)
          const entries = await storedEntries(one)
          await importInto(one, text.split('\n').slice(0, -1))
          assert.deepEqual([await exportOf(one), await storedEntries(one)], [text, entries])
        }),
      ),
      { numRuns },
    ))

  test('the same lines twice change nothing', () =>
    fc.assert(
      fc.asyncProperty(lines, (all) =>
        withCatalogues(async (open) => {
          const db = await open()
          const first = await importInto(db, all)
          const text = await exportOf(db)
          const again = await importInto(db, all)
          assert.equal(await exportOf(db), text)
          const { created, changed, unchanged } = first.records
          assert.deepEqual(again.records, { created: 0, changed: 0, unchanged: created + changed + unchanged })
          assert.deepEqual([again.refused, again.unresolved], [first.refused, first.unresolved])
          assert.equal(again.summary.edit_id, undefined)
        }),
      ),
      { numRuns },
    ))
})
