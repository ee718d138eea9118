import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { applyEdit, prepareCatalogue } from '#src/catalogue/edits/apply-edit.ts'
import { publishingOf, readBatch } from '#src/commons/changes/batches.ts'
import { openChangeFeed } from '#src/commons/changes/feed.ts'
import { recordsAtOnce } from '#src/commons/changes/limits.ts'
import { changes as operation } from '#src/commons/changes/operation.ts'
import { openPlaces } from '#src/commons/changes/places.ts'
import { logPosition, positionText, startOf } from '#src/commons/changes/position.ts'
import { type Wanted, wantedChanges } from '#src/commons/changes/wanted.ts'
import { readConfig } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { emptyCatalogue, importInto, openFor, sources } from '../support/catalogue.ts'
import { until } from '../support/clients.ts'
import { forEachEngine } from '../support/engines.ts'

const { config } = readConfig({}, {})
const shared = sources.map((source) => ({ ...source, redistributable: source.id !== 'high' }))
const at = new Date('2026-03-10T12:00:00.000Z')
const film = (id: number, more: object = {}) => ({ kind: 'movie', id, title: `Film ${id}`, source: 'low', ...more })

const readAfter = async (db: Database, after: number) => {
  const { seq } = await logPosition(db)
  return readBatch(await publishingOf(db, config), after, seq, at)
}
const told = ({ changes }: { changes: readonly { kind: string; id: number; gone: boolean }[] }) =>
  changes.map(({ kind, id, gone }) => `${kind} ${id}${gone ? ' gone' : ''}`)
const linesIn = ({ changes }: { changes: readonly { line: string }[] }) => changes.map(({ line }) => JSON.parse(line))

forEachEngine(emptyCatalogue, (engine) => {
  test('what changed is told as a packet would have it', async (context) => {
    const db = await openFor(context, engine)
    await importInto(db, [...shared, film(1), film(2), film(3), film(9, { source: 'high' })])
    const { seq: from } = await logPosition(db)
    await importInto(db, [film(1, { source: 'high', tagline: 'Ours alone' }), film(9, { source: 'high', runtime: 7 })])
    const edit = (record: object) =>
      applyEdit(db, { account_id: null, at, records: [{ kind: 'movie', ...record } as never] })
    await edit({ id: 1, values: { runtime: 90 } })
    await edit({ id: 2, values: { runtime: 80 } })
    await edit({ id: 2, values: { runtime: 81 } })
    await edit({ id: 3, isDeleted: true })
    const batch = await readAfter(db, from)
    assert.deepEqual(told(batch), ['movie 1', 'movie 2', 'movie 3 gone'])
    const [first, second, gone] = linesIn(batch)
    assert.deepEqual([first.runtime, first.tagline, second.runtime], [90, undefined, 81])
    assert.deepEqual([gone.kind, gone.of, gone.id], ['gone', 'movie', 3])
    const { seq } = await logPosition(db)
    assert.equal(batch.position, seq)
    assert.deepEqual(told(await readAfter(db, seq)), [])
  })

  test('many changes come in parts, each record with its last change, and none is left out', async (context) => {
    const db = await openFor(context, engine)
    const { seq: from } = await logPosition(db)
    const count = 2 * recordsAtOnce + 50
    await importInto(db, [...shared, ...Array.from({ length: count }, (_, index) => film(index + 1))])
    const seen: string[] = []
    let position = from
    let parts = 0
    for (const { seq } = await logPosition(db); position < seq; parts++) {
      const batch = await readAfter(db, position)
      assert.ok(batch.changes.length <= recordsAtOnce)
      assert.ok(batch.changes.every((change) => change.position > position && change.position <= batch.position))
      for (const name of told(batch)) seen.push(name)
      position = batch.position
    }
    assert.ok(parts >= 3)
    assert.deepEqual(new Set(seen), new Set(Array.from({ length: count }, (_, index) => `movie ${index + 1}`)))
    assert.equal(seen.length, count)
  })

  test('lines of many bytes come in parts as well', async (context) => {
    const db = await openFor(context, engine)
    await importInto(db, shared)
    const { seq: from } = await logPosition(db)
    const overview = 'words '.repeat(10_000)
    await importInto(
      db,
      Array.from({ length: 40 }, (_, index) => film(index + 1, { overview })),
    )
    const first = await readAfter(db, from)
    assert.ok(first.changes.length > 1 && first.changes.length < 40, `${first.changes.length}`)
    const seen = new Set(told(first))
    for (let { position } = first; position < (await logPosition(db)).seq; ) {
      const next = await readAfter(db, position)
      for (const name of told(next)) seen.add(name)
      assert.ok(next.position > position)
      position = next.position
    }
    assert.equal(seen.size, 40)
  })

  test('kinds, records and lists are chosen', async (context) => {
    const db = await openFor(context, engine)
    const { seq: from } = await logPosition(db)
    await importInto(db, [...shared, film(1), film(2), { kind: 'person', id: 7, name: 'Ann', source: 'low' }])
    const batch = await readAfter(db, from)
    const chosen = async (wanted: Wanted) => told({ changes: await wantedChanges(db, batch.changes, wanted) })
    const hasLines = false
    assert.deepEqual(new Set(await chosen({ hasLines })), new Set(['movie 1', 'movie 2', 'person 7']))
    assert.deepEqual(await chosen({ hasLines, kinds: new Set(['person']) }), ['person 7'])
    assert.deepEqual(await chosen({ hasLines, records: new Set(['movie 2', 'person 8']) }), ['movie 2'])
    const none: Wanted = { hasLines, list: { id: 1, isVisible: async () => true } }
    assert.deepEqual(await chosen(none), [])
  })

  test('a copy to which nobody can write says where it is, and that is over once somebody does', async (context) => {
    const db = await openFor(context, engine)
    await importInto(db, [...shared, film(1)])
    const own = await logPosition(db)
    await db.run(sql`delete from lineage`)
    const copied = await logPosition(db)
    assert.notEqual(copied.incarnation, own.incarnation)
    assert.deepEqual([await logPosition(db), startOf(positionText(copied), copied)], [copied, copied.seq])
    const Row = Type.Object({ name: Type.String() })
    assert.deepEqual(await db.all(Row, sql`select name from lineage`), [], 'a read writes nothing')
    // Another copy of it, from later on.
    await importInto(db, [film(2)])
    assert.throws(() => startOf(positionText(own), copied), { status: 'position_gone' })
    assert.notEqual((await logPosition(db)).incarnation, copied.incarnation)
    await prepareCatalogue(db)
    const written = await logPosition(db)
    assert.throws(() => startOf(positionText(copied), written), { status: 'position_gone' })
    await importInto(db, [film(3)])
    assert.equal((await logPosition(db)).incarnation, written.incarnation)
  })

  test('a position that is not known is refused', async (context) => {
    const db = await openFor(context, engine)
    await importInto(db, [...shared, film(1)])
    const here = await logPosition(db)
    assert.equal(startOf(String(here.seq), here), here.seq)
    assert.equal(startOf(`0:${here.incarnation}`, here), 0)
    const refusals = [
      [`${here.seq + 1}`, 'position_gone'],
      ['0:other', 'position_gone'],
      ['x', 'invalid_parameters'],
    ]
    for (const [text, status] of refusals)
      assert.throws(() => startOf(text as string, here), { status }, text as string)
    assert.throws(() => startOf('1', { ...here, seq: 2_000_000 }), { status: 'position_gone' })
  })

  test('the operation by itself says the same, without waiting', async (context) => {
    const db = await openFor(context, engine)
    const { seq: from, incarnation } = await logPosition(db)
    await importInto(db, [...shared, film(1)])
    const asked = { db, query: { after: String(from), lines: true }, caller: {}, settings: config, now: at }
    const answer = (await operation.handle(asked as never)) as { changes: object[]; lines: object[]; next: string }
    assert.deepEqual([answer.changes.length, answer.lines.length], [1, 1])
    assert.equal(answer.next, `${(await logPosition(db)).seq}:${incarnation}`)
  })

  test('what changed is read once for all, and while nobody waits nobody looks', async (context) => {
    const db = await openFor(context, engine)
    await importInto(db, [...shared, film(1)])
    let looks = 0
    const one: Database['one'] = (row, query) => {
      if (query.strings.join('').includes('from publication')) looks++
      return db.one(row, query)
    }
    const failed: unknown[] = []
    const feed = openChangeFeed({
      ...{ db: { ...db, one }, config, clock: () => at, lookMs: 5 },
      failed: (error) => void failed.push(error),
    })
    const { seq } = await feed.look()
    const [first, second] = await Promise.all([feed.read(0), feed.read(0)])
    assert.equal(first, second)
    assert.equal(await feed.read(0), first)
    let woken = 0
    const leave = feed.listen(() => void woken++)
    await importInto(db, [film(2)])
    await until(() => woken > 0)
    assert.deepEqual(told(await feed.read(seq)), ['movie 2'])
    leave()
    const before = looks
    await new Promise((resolve) => setTimeout(resolve, 50))
    assert.deepEqual([looks - before <= 1, feed.listening(), failed], [true, 0, []])
    feed.close()
  })
})

test('places are counted for all and for each', () => {
  const places = openPlaces(3, 2)
  const [first, second] = [places.take(1), places.take(1)]
  assert.ok(first && second)
  assert.equal(places.take(1), undefined)
  assert.ok(places.take('1.2.3.4'))
  assert.equal(places.take(2), undefined)
  first()
  first()
  assert.ok(places.take(2))
  second()
  assert.deepEqual(places.state(), { taken: 2, askers: 2 })
})
