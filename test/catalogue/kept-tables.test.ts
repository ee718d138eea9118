import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { columnsOfKept, keptTables, tablesBesides } from '#src/catalogue/edits/gone/kept-tables.ts'
import { parts } from '#src/catalogue/parts/index.ts'
import { describeTables } from '#src/database/schema/describe-tables.ts'
import { packageRoot } from '#src/package-root.ts'
import { tablesOfAPerson } from '#src/personal/tables-of-a-person.ts'

const tables = await describeTables(join(packageRoot, 'migrations'), Number.POSITIVE_INFINITY)
const ofParts = new Set(parts.flatMap(({ store }) => (store ? [store.table] : [])))
const ofPeople = Object.entries(tablesOfAPerson).flatMap(([name, { withRecord }]) => (withRecord ? name : []))

/** Columns that name a record, or belong to what names one. */
const namesRecord = /^(entity_id|movie_id|series_id|season_id|episode_id|cover_id)$/

test('what every table has of a record is merged with it, deleted with it, and comes back', () => {
  const named = tables
    .filter(({ name, columns }) => !ofParts.has(name) && columns.some((column) => namesRecord.test(column.name)))
    .map(({ name }) => name)
  const said = [...ofPeople, ...Object.keys(tablesBesides)]
  const unknown = named.filter((name) => !said.includes(name))
  assert.deepEqual(unknown, [], 'these tables are neither of people, nor parts, nor said to need nothing')
  const names = new Set(tables.map(({ name }) => name))
  assert.deepEqual(
    said.filter((name) => !names.has(name)),
    [],
    'these tables are not there any more',
  )
  const besides = Object.keys(tablesBesides).filter((name) => Object.hasOwn(tablesOfAPerson, name))
  assert.deepEqual(besides, [], 'these tables are of people, whose table says what becomes of them')
})

test('rows that are set aside have all their columns', () => {
  for (const table of keptTables) {
    const described = tables.find(({ name }) => name === table.table)
    const stored = ['kind', 'entity_id', ...Object.keys(columnsOfKept(table)), ...Object.keys(table.computed ?? {})]
    assert.deepEqual(stored.sort(), described?.columns.map(({ name }) => name).sort(), table.table)
  }
})
