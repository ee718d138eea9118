import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import type { RecordEdit } from '#src/catalogue/edits/record-edit.ts'
import type { Database } from '#src/database/database.ts'
import { importLines } from '#src/import/import.ts'
import type { Refusal } from '#src/import/line.ts'
import { type AnyLine, emptyCatalogue, importInto, linesOf, openFor, sources } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'
import { episode, season, series } from '../support/import-lines.ts'

const kinds = ['series', 'season', 'episode']
const now = () => new Date('2026-03-10T12:00:00.000Z')

/** The same database, where something happens before anything else is written. */
function withBefore(db: Database, happen: () => Promise<unknown>): Database {
  let isOver = false
  return new Proxy(db, {
    get(target, name) {
      if (name !== 'transaction') return Reflect.get(target, name)
      return async (work: (tx: Database) => Promise<unknown>) => {
        if (!isOver) {
          isOver = true
          await happen()
        }
        return target.transaction(work)
      }
    },
  })
}

forEachEngine(emptyCatalogue, (engine) => {
  async function importWhile(db: Database, lines: readonly AnyLine[], record: object) {
    const edit = () => applyEdit(db, { account_id: null, at: now(), records: [record as RecordEdit] })
    const refused: [string, number, string][] = []
    const onRefused = ({ field, line, reason }: Refusal) => void refused.push([field, line, reason])
    const summary = await importLines(withBefore(db, edit), lines, { now, onRefused })
    const there = (await linesOf(db)).flatMap(({ kind, id }) => (kinds.includes(kind) ? [`${kind} ${id}`] : []))
    return { refused, counts: [summary.created, summary.unchanged, summary.refused], there }
  }

  test('what is deleted while lines are written takes those along that belong to it', async (context) => {
    const db = await openFor(context, engine)
    await importInto(db, [...sources, series(1), season(10, 1, 1), season(11, 1, 2)])
    const lines = [episode(100, 1, 1, 1), episode(101, 1, 2, 1), season(12, 1, 3), episode(102, 1, 3, 1)]
    const told = await importWhile(db, lines, { kind: 'season', id: 10, isDeleted: true })
    assert.deepEqual(told.refused, [['season_number', 1, 'refers to a season that does not exist']])
    assert.deepEqual(told.counts, [3, 0, 1])
    assert.deepEqual(told.there, ['series 1', 'season 11', 'season 12', 'episode 101', 'episode 102'])
    const other = [season(13, 1, 4), episode(103, 1, 4, 1)]
    const gone = await importWhile(db, other, { kind: 'series', id: 1, isDeleted: true })
    assert.deepEqual(
      gone.refused.map(([field]) => field),
      ['series_id', 'season_number'],
    )
    assert.deepEqual(gone.there, [])
  })

  test('a number that is taken while lines are written is refused', async (context) => {
    const db = await openFor(context, engine)
    await importInto(db, [...sources, series(1), season(10, 1, 1), episode(100, 1, 1, 1)])
    const taken = await importWhile(db, [season(11, 1, 2), episode(101, 1, 2, 1), episode(102, 1, 1, 2)], {
      kind: 'season',
      numbering: { series_id: 1, season_number: 2 },
      values: { name: 'Ours' },
    })
    assert.deepEqual(taken.refused, [['season_number', 1, 'is taken by another id']])
    assert.deepEqual(taken.counts, [2, 0, 1])
    const twice = await importWhile(db, [episode(103, 1, 1, 3)], {
      kind: 'episode',
      numbering: { series_id: 1, season_number: 1, episode_number: 3 },
      values: { name: 'Ours' },
    })
    assert.deepEqual(twice.refused, [['episode_number', 1, 'is taken by another id']])
    assert.deepEqual(twice.counts, [0, 0, 1])
  })
})
