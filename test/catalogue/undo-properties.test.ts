import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Type } from 'typebox'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import type { RecordEdit } from '#src/catalogue/edits/record-edit.ts'
import { fieldKey, loadRecords, type StoredRecord } from '#src/catalogue/edits/record-loader.ts'
import { entryPlace, fieldState, textState } from '#src/catalogue/edits/replaced.ts'
import type { UndoScope } from '#src/catalogue/edits/undo/scope.ts'
import { planUndo, undo } from '#src/catalogue/edits/undo/undo.ts'
import { type RecordKind, recordKind, recordKindNames } from '#src/catalogue/record-kinds.ts'
import { StatementError } from '#src/catalogue/statements/check.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { importLines } from '#src/import/import.ts'
import { type EditStep, editSteps } from '../support/arbitrary/edits.ts'
import { runs } from '../support/arbitrary/runs.ts'
import { exportOf } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'
import { assertYearsFollow } from '../support/title-years.ts'
import { loadWorld } from '../support/world.ts'

/**
 * Undo over random histories. What it has to leave is computed here without the change log, from the state of every
 * record after each step.
 */

const RUNS = runs(4, 30)
const STEPS = 8

const begin = Date.parse('2026-03-10T10:00:00.000Z')
const momentOf = (step: number) => new Date(begin + step * 60_000)
const since = new Date(begin).toISOString()

/** What edits of the cache's tests leave out: values without change, cleared ones, zeros, locks, other languages. */
const movie = fc.constantFrom(501, 502)
const language = fc.constantFrom({ iso_639_1: 'de', iso_3166_1: 'DE' }, { iso_639_1: 'fr', iso_3166_1: 'FR' })
const word = fc.constantFrom('', 'Lantern', 'Moth')
const values: fc.Arbitrary<RecordEdit[]> = fc.oneof(
  fc
    .tuple(movie, fc.constantFrom('overview', 'tagline', 'status'), word)
    .map(([id, column, text]) => [{ kind: 'movie' as const, id, values: { [column]: text } }]),
  fc
    .tuple(movie, fc.constantFrom(0, 90, null), fc.boolean())
    .map(([id, runtime, adult]) => [
      { kind: 'movie' as const, id, values: { runtime, adult, stated_count: runtime ?? 7 } },
    ]),
  fc
    .tuple(movie, language, fc.constantFrom('title', 'overview', 'tagline'), word)
    .map(([id, where, name, text]) => [{ kind: 'movie' as const, id, texts: [{ ...where, texts: { [name]: text } }] }]),
  fc
    .tuple(movie, fc.constantFrom('overview', 'runtime'), fc.boolean())
    .map(([id, column, locked]) => [
      { kind: 'movie' as const, id, locks: [{ column, iso_639_1: '', iso_3166_1: '', locked }] },
    ]),
  fc
    .tuple(movie, fc.constantFrom(18, 35), fc.constantFrom(0, 1), fc.constantFrom('put', 'remove'))
    .map(([id, genre_id, position, verb]) => [
      { kind: 'movie' as const, id, parts: { genres: { [verb]: [{ genre_id, position }] } } },
    ]),
)
type Who = 'first' | 'second' | 'import'
type Step = { who: Who; does: EditStep }
const step: fc.Arbitrary<Step> = fc.record({
  who: fc.constantFrom('first' as const, 'first' as const, 'second' as const),
  does: fc.oneof(...editSteps(6).slice(0, 2), { weight: 6, arbitrary: values.map((edit): EditStep => ({ edit })) }),
})

type People = Record<'first' | 'second', number>

/** Does a step, and returns the edit that it made. */
async function take(db: Database, { who, does }: Step, number: number, people: People): Promise<void> {
  const at = momentOf(number)
  if ('word' in does) await importLines(db, [does.word], { now: () => at })
  if (!('edit' in does)) return
  const account_id = people[who === 'second' ? 'second' : 'first']
  await applyEdit(db, { account_id, at, records: does.edit }).catch((error) => {
    if (!(error instanceof StatementError)) throw error
  })
}

const Id = Type.Object({ id: Type.Integer() })
/** Values by record and place, with their sources and locks. */
type State = Map<string, Map<string, string>>

async function stateOf(db: Database): Promise<State> {
  const state: State = new Map()
  for (const of of recordKindNames) {
    const rows = await db.all(Id, sql`select id from record where kind = ${of}`)
    const records = await loadRecords(
      db,
      of,
      rows.map(({ id }) => id),
    )
    for (const [id, record] of records) state.set(`${of} ${id}`, valuesOf(of, record))
  }
  return state
}

function valuesOf(of: RecordKind, record: StoredRecord): Map<string, string> {
  const found = new Map<string, string>()
  for (const column of Object.keys(recordKind(of).fields)) {
    const { value, source_id, locked } = fieldState(record, column)
    found.set(fieldKey(column), JSON.stringify([value, source_id, locked]))
  }
  const languages = [...record.owners.keys()].map((key) => key.split('|')).filter(([, code]) => code !== '')
  const all = [
    ...[...record.translations.values()].map(({ iso_639_1, iso_3166_1 }) => ({ iso_639_1, iso_3166_1 })),
    ...languages.map(([, iso_639_1 = '', iso_3166_1 = '']) => ({ iso_639_1, iso_3166_1 })),
  ]
  for (const language of all)
    for (const name of recordKind(of).texts) {
      const { value, source_id, locked } = textState(record, language, name)
      const place = fieldKey(name, language.iso_639_1, language.iso_3166_1)
      if (value || source_id !== undefined) found.set(place, JSON.stringify([value, source_id, locked]))
    }
  for (const [part, entries] of record.entries)
    for (const [key, entry] of entries) {
      const columns = Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : 1))
      found.set(entryPlace(part, key), JSON.stringify(columns))
    }
  for (const [part, keys] of record.removed)
    for (const [key, source_id] of keys) found.set(entryPlace(part, key), JSON.stringify([source_id]))
  return found
}

/** What undoing the steps of somebody has to leave of a record that is there all the time. */
function expectedOf(states: readonly State[], record: string, isUndone: (step: number) => boolean) {
  const at = (number: number) => states[number]?.get(record) as Map<string, string>
  const places = new Set(states.flatMap((state) => [...(state.get(record)?.keys() ?? [])]))
  const expected = new Map<string, string>()
  for (const place of places) {
    const changed = states.flatMap((_, number) =>
      number > 0 && at(number).get(place) !== at(number - 1).get(place) ? [number] : [],
    )
    const last = changed.at(-1)
    let until = states.length - 1
    if (last !== undefined && isUndone(last)) {
      const run = changed.slice(changed.findLastIndex((number) => !isUndone(number)) + 1)
      until = (run[0] as number) - 1
    }
    const value = at(until).get(place)
    if (value !== undefined) expected.set(place, value)
  }
  return expected
}

const Account = Type.Object({ id: Type.Integer() })
async function peopleOf(db: Database): Promise<People> {
  const [first, second] = await db.all(Account, sql`select id from account where source_id is null order by id limit 2`)
  return { first: first?.id as number, second: second?.id as number }
}

const Last = Type.Object({ id: Type.Integer() })
const lastEdit = async (db: Database) => (await db.one(Last, sql`select max(id) as id from edit`))?.id as number

forEachEngine(loadWorld, (engine) => {
  const undoAll = async (db: Database, account_id: number): Promise<UndoScope> => ({
    of: 'account',
    account_id,
    since,
    until: await lastEdit(db),
    withReviews: true,
  })

  test('values become what they were before the run of what is undone, and undoing that restores all', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: STEPS }), async (steps) => {
        const db = await engine.open()
        try {
          const people = await peopleOf(db)
          const states = [await stateOf(db)]
          for (const [number, one] of steps.entries()) {
            await take(db, one, number, people)
            states.push(await stateOf(db))
          }
          const before = await exportOf(db)
          const at = momentOf(STEPS + 1)
          const scope = await undoAll(db, people.first)
          const planned = await planUndo(db, scope, { account_id: people.second, at })
          assert.equal(await exportOf(db), before, 'a plan leaves nothing')
          const undone = await undo(db, scope, { account_id: people.second, at })
          assert.deepEqual({ ...planned, edit_id: undone.edit_id }, undone)
          const left = new Set(undone.left.map(({ kind, id, place }) => `${kind} ${id} ${place}`))
          const now = await stateOf(db)
          const isUndone = (number: number) => {
            const { who, does } = steps[number - 1] as Step
            return who === 'first' && 'edit' in does
          }
          for (const record of states[0]?.keys() ?? []) {
            if (!states.every((state) => state.has(record))) continue
            const expected = expectedOf(states, record, isUndone)
            const found = new Map(now.get(record))
            for (const place of [...expected.keys(), ...found.keys()]) {
              if (left.has(`${record} ${place}`)) continue
              assert.equal(found.get(place), expected.get(place), `${record} ${place}`)
            }
          }
          if (undone.edit_id === undefined) return
          const again = { of: 'edit', edit_id: undone.edit_id } as const
          const back = await undo(db, again, { account_id: people.second, at: momentOf(STEPS + 2) })
          assert.deepEqual(back.left, [])
          assert.equal(await exportOf(db), before)
          const third = await undo(db, { of: 'edit', edit_id: back.edit_id as number }, { account_id: null, at })
          assert.deepEqual(third.left, [])
          assert.deepEqual(await stateOf(db), now)
          await assertYearsFollow(db)
        } finally {
          await db.close()
        }
      }),
      { numRuns: RUNS },
    )
  })

  test('where only one account has changed anything, undoing all of it restores the beginning', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: STEPS }), async (steps) => {
        const db = await engine.open()
        try {
          const people = await peopleOf(db)
          const before = await exportOf(db)
          const own = steps.filter(({ does }) => 'edit' in does)
          for (const [number, { does }] of own.entries()) await take(db, { who: 'first', does }, number, people)
          const scope = await undoAll(db, people.first)
          const { left } = await undo(db, scope, { account_id: people.second, at: momentOf(STEPS + 1) })
          assert.deepEqual(left, [])
          assert.equal(await exportOf(db), before)
        } finally {
          await db.close()
        }
      }),
      { numRuns: RUNS },
    )
  })
})
