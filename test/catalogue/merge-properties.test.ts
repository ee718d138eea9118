import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { survivorOf } from '#src/catalogue/edits/gone/survivors.ts'
import type { RecordEdit } from '#src/catalogue/edits/record-edit.ts'
import { undo } from '#src/catalogue/edits/undo/undo.ts'
import type { Kind } from '#src/catalogue/kinds.ts'
import { StatementError } from '#src/catalogue/statements/check.ts'
import type { Database } from '#src/database/database.ts'
import { editSteps, edit as takeStep } from '../support/arbitrary/edits.ts'
import { runs } from '../support/arbitrary/runs.ts'
import { exportOf } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'
import { keepMuch, keptOf, momentOf, some } from '../support/kept/everything.ts'
import { assertYearsFollow } from '../support/title-years.ts'
import { loadWorld } from '../support/world.ts'

/** Merges of records with random histories, and their undo. */

const RUNS = runs(3, 20)
const STEPS = 6

const side = fc.constantFrom('merged' as const, 'survivor' as const)
type Pair = { kind: Kind; id: number; into: number }
const pair: fc.Arbitrary<Pair> = fc.oneof(
  ...Object.entries(some).map(([kind, ids]) =>
    fc
      .tuple(fc.constantFrom(...ids), fc.constantFrom(...ids))
      .filter(([id, into]) => id !== into)
      .map(([id, into]): Pair => ({ kind: kind as Kind, id, into })),
  ),
)
const choices = fc.record({
  values: fc.dictionary(fc.constantFrom('title||', 'name||', 'overview||', 'overview|de|DE', 'adult||'), side),
  parts: fc.dictionary(fc.constantFrom('credits', 'images', 'external_ids'), side),
})

/** What one has and the other has not. */
const differing = (a: readonly string[], b: readonly string[]) => [
  ...a.filter((row) => !b.includes(row)).map((row) => `- ${row}`),
  ...b.filter((row) => !a.includes(row)).map((row) => `+ ${row}`),
]

const by = { account_id: null, at: momentOf(100) }

/** Merges, unless one of the records is not there any more. */
async function mergeIfThere(db: Database, { kind, id, into }: Pair, chosen: object): Promise<number | undefined> {
  const record = { kind, id, mergedInto: { id: into, ...chosen } } as RecordEdit
  const { edit_id } = await applyEdit(db, { account_id: null, at: momentOf(50), records: [record] }).catch((error) => {
    if (error instanceof StatementError) return { edit_id: undefined }
    throw error
  })
  return edit_id
}

forEachEngine(loadWorld, (engine) => {
  test('of two reviews by one person the newer counts, and the older comes back with its record', async (t) => {
    const db = await engine.open()
    t.after(() => db.close())
    const before = await exportOf(db)
    const edit_id = await mergeIfThere(db, { kind: 'movie', id: 503, into: 501 }, {})
    await undo(db, { of: 'edit', edit_id: edit_id as number }, by)
    assert.equal(await exportOf(db), before)
  })

  test('undoing a merge restores everything, and undoing that merges again', async () => {
    let merged = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(...editSteps(6)), { maxLength: STEPS }),
        pair,
        choices,
        async (steps, two, chosen) => {
          const db = await engine.open()
          try {
            for (const step of steps) await takeStep(db, step)
            await keepMuch(db)
            const [before, kept] = [await exportOf(db), await keptOf(db)]
            const edit_id = await mergeIfThere(db, two, two.kind === 'movie' ? chosen : {})
            if (edit_id === undefined) return
            merged++
            assert.equal((await survivorOf(db, two.kind, two.id))?.id, two.into)
            const [after, keptAfter] = [await exportOf(db), await keptOf(db)]
            await assertYearsFollow(db)
            const undone = await undo(db, { of: 'edit', edit_id }, by)
            assert.deepEqual(undone.left, [])
            assert.equal(await exportOf(db), before)
            assert.deepEqual(differing(kept, await keptOf(db)), [])
            await assertYearsFollow(db)
            const again = await undo(db, { of: 'edit', edit_id: undone.edit_id as number }, by)
            assert.deepEqual(again.left, [])
            assert.equal(await exportOf(db), after)
            assert.deepEqual(differing(keptAfter, await keptOf(db)), [])
            assert.equal((await survivorOf(db, two.kind, two.id))?.id, two.into)
            const third = await undo(db, { of: 'edit', edit_id: again.edit_id as number }, by)
            assert.deepEqual(third.left, [])
            assert.equal(await exportOf(db), before)
            assert.deepEqual(differing(kept, await keptOf(db)), [])
          } finally {
            await db.close()
          }
        },
      ),
      { numRuns: 1 + RUNS, examples: [[[], { kind: 'movie', id: 503, into: 501 }, { values: {}, parts: {} }]] },
    )
    assert.ok(merged > 0, `no run has merged anything`)
  })
})
