import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { updateNameIndex } from '#src/search/name-index.ts'
import { refreshWeights, runWeights } from '#src/search/refresh-weights.ts'
import { search } from '#src/search/search.ts'
import { emptyCatalogue, importInto, openFor, sources } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'

const idsOf = async (db: Database, text: string) =>
  (await search(db, { kinds: ['movie'], text })).found.map(({ id }) => id)

/** Two movies, of which the second one has become more popular than the index knows. */
async function fillIn(db: Database) {
  const movie = (id: number) => ({ kind: 'movie', id, source: 'low', title: `Harbour Night ${id}` })
  await importInto(db, [...sources, movie(1), movie(2)])
  await updateNameIndex(db)
  await db.run(sql`update movie set popularity = 200 where id = 2`)
}

/** The same database, where others change what a transaction has read, before it writes: so often in a row. */
function contested(db: Database, times: number, onEnd: () => void) {
  let conflicts = 0
  const shared: Database = {
    ...db,
    async transaction(work) {
      const result = await db.transaction(async (tx) => {
        // What a transaction sees is settled by its first statement.
        await idsOf(tx, 'harbour')
        if (conflicts < times) {
          conflicts++
          await db.run(sql`update search_record set votes = votes where kind = 'movie' and entity_id = 2`)
        }
        return work(tx)
      })
      onEnd()
      return result
    },
    get wide() {
      return db
    },
  }
  return { shared, conflicts: () => conflicts }
}

forEachEngine(emptyCatalogue, (engine) => {
  // On SQLite, transactions that write take turns.
  const skip = engine.name === 'SQLite' && 'no transactions conflict'

  test('records that others change all the time get their place in the index without an error', {
    skip,
  }, async (context) => {
    const db = await openFor(context, engine)
    await fillIn(db)
    assert.deepEqual(await idsOf(db, 'harbour night'), [1, 2])
    const ending = new AbortController()
    const errors: unknown[] = []
    // More often than a transaction is tried.
    const { shared, conflicts } = contested(db, 25, () => ending.abort())
    await runWeights(shared, {
      signal: ending.signal,
      failed(error) {
        errors.push(error)
        ending.abort()
      },
    })
    assert.deepEqual(errors, [])
    assert.equal(conflicts(), 25)
    assert.deepEqual(await idsOf(db, 'harbour night'), [2, 1])
  })

  test('a round puts what has become popular first', async (context) => {
    const db = await openFor(context, engine)
    await fillIn(db)
    await refreshWeights(db, undefined, 0)
    assert.deepEqual(await idsOf(db, 'harbour night'), [2, 1])
  })
})
