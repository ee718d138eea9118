import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shapeOf } from '#src/catalogue/edits/kind-shape.ts'
import { kind, kindNames } from '#src/catalogue/kinds.ts'
import { texts } from '#src/texts/index.ts'
import { columnsOfRow, isElsewhere, partsElsewhere, planOf } from './plan.ts'

// No field and no part is named here: whatever kinds and parts have has to be in the form by itself.

test('every field of every kind is in its form, or is chosen among pictures or computed', () => {
  for (const of of kindNames) {
    const inForm = planOf(of).facts.map(({ column }) => column)
    const elsewhere = Object.entries(kind(of).fields).flatMap(([column, field]) => (isElsewhere(field) ? column : []))
    assert.deepEqual([...inForm, ...elsewhere].sort(), Object.keys(kind(of).fields).sort(), of)
    assert.ok(
      elsewhere.every((column) => /_path$|^stated_|^vote_average$/.test(column)),
      `${of}: ${elsewhere}`,
    )
    assert.deepEqual(
      planOf(of).texts.map(({ text }) => text),
      kind(of).texts,
    )
  }
})

test('every stored part of every kind is in its form, with all that can be typed of an entry', () => {
  for (const of of kindNames) {
    const stored = shapeOf(of).storedParts.map(({ name }) => name)
    const inForm = planOf(of).parts.map(({ part }) => part)
    assert.deepEqual(
      [...inForm, ...partsElsewhere].filter((name) => stored.includes(name)).sort(),
      stored.toSorted(),
      of,
    )
    for (const plan of planOf(of).parts) {
      const { part, columns, store, groups, by } = plan
      const inRows = new Set(
        (groups.length > 0 ? groups.map(({ value }) => value) : ['']).flatMap((group) =>
          columnsOfRow(of, plan, group).map(({ column }) => column),
        ),
      )
      const fixed = new Set([by, ...groups.flatMap((group) => Object.keys(group.fixed))])
      for (const { column, control } of columns) {
        const isOrder = store.placeColumns?.includes(column) && control.is === 'number'
        const isCounted = of === 'movie' && column === 'episode_count'
        assert.ok(
          inRows.has(column) || control.is === 'made' || isOrder || isCounted || fixed.has(column),
          `${of}: ${part}.${column} is in no row`,
        )
        assert.notEqual(control.is, 'structure', `${of}: ${part}.${column} would be typed as JSON`)
      }
    }
  }
})

test('all fields and parts have names in every language', () => {
  for (const { edit } of Object.values(texts))
    for (const of of kindNames) {
      const { facts, parts } = planOf(of)
      for (const { column } of facts) assert.ok(edit.columns[column], column)
      for (const { part, shown } of parts) {
        assert.ok(edit.parts[part], part)
        for (const { column } of shown)
          assert.ok(edit.columns[column] ?? edit.columns[`${part}.${column}`], `${part}.${column}`)
      }
    }
})
