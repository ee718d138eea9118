import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Migratable } from '#src/database/migratable.ts'
import { hasTable } from '#src/database/migrate.ts'
import { importingFirst } from '#src/import/first-import.ts'
import { importLines } from '#src/import/import.ts'
import { createKey } from '#src/keys/keys.ts'
import { emptyCatalogue, exportOf, indexesOf, openFor } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'
import { generated, handMade } from '../support/world.ts'

const lines = [...handMade, ...generated]
const noProgress = () => {}

forEachEngine(emptyCatalogue, (engine) => {
  test('a first import writes without indexes, and leaves the catalogue with all of them', async (context) => {
    const db = await openFor(context, engine)
    const all = await indexesOf(db)
    let without: string[] = []
    const told: string[] = []
    await importingFirst(
      db,
      (done, of) => told.push(`${done}/${of}`),
      async () => {
        await importLines(db, lines)
        without = (await indexesOf(db)).map(({ name }) => name)
      },
    )
    assert.deepEqual(await indexesOf(db), all)
    const aside = all.filter(({ name }) => !without.includes(name)).map(({ name }) => name)
    assert.ok(aside.length > 50, aside.join())
    for (const name of ['credit_by_person', 'movie_by_rank', 'air_year_by_year']) assert.ok(aside.includes(name), name)
    // What an import looks up by, what is unique, and what is about people stay.
    for (const name of ['external_id_by_value', 'account_by_username', 'watched_by_day'])
      assert.ok(without.includes(name), name)
    assert.deepEqual(
      told,
      [...Array(aside.length + 1).keys()].map((done) => `${done}/${aside.length}`),
    )
    assert.equal(await hasTable(db, 'index_aside'), false)

    const other = await openFor(context, engine)
    await importLines(other, lines)
    assert.equal(await exportOf(db), await exportOf(other))
  })

  test('an import that fails leaves all indexes as well', async (context) => {
    const db = await openFor(context, engine)
    const all = await indexesOf(db)
    await assert.rejects(
      importingFirst(db, noProgress, () => Promise.reject(new Error('broken'))),
      /broken/,
    )
    assert.deepEqual(await indexesOf(db), all)
  })

  for (const [what, begin] of [
    [
      'a server has begun to answer',
      (db: Migratable) =>
        db.transaction((tx) =>
          createKey(tx, {
            name: 'first',
            plan: 'developer',
            account_id: null,
            limit_per_second: 0,
            dialect: 'neutral',
            now: new Date(),
          }),
        ),
    ],
    ['something is in the catalogue', (db: Migratable) => importLines(db, handMade)],
  ] as const)
    test(`where ${what}, no index is set aside`, async (context) => {
      const db = await openFor(context, engine)
      await begin(db)
      const all = await indexesOf(db)
      await importingFirst(db, noProgress, async () => assert.deepEqual(await indexesOf(db), all))
    })
})
