import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forEachEngine } from '../../test/support/engines.ts'
import { Count, countFilms, Film, insertFilm, one, prepare, selectFilms, three, two } from '../../test/support/films.ts'
import { isOverTime, isUnavailable } from './errors.ts'
import { sql } from './sql.ts'

forEachEngine(prepare, (engine) => {
  test('a snapshot sees one state, and nobody who writes waits for it', async () => {
    const db = await engine.open()
    const counts = await db.snapshot(async (state) => {
      const before = await state.one(Count, countFilms)
      await db.run(insertFilm(4))
      const inside = await state.wide.transaction((same) => same.one(Count, countFilms))
      return [
        before,
        inside,
        await db.one(Count, countFilms),
        await state.snapshot((same) => same.one(Count, countFilms)),
      ]
    })
    assert.deepEqual(
      counts.map((row) => row?.count),
      [3, 3, 4, 3],
    )
    // The next one sees what is there now.
    assert.equal((await db.snapshot((state) => state.one(Count, countFilms)))?.count, 4)
    await db.close()
  })

  test('snapshots give what any read gives, several at a time, and write nothing', async () => {
    const db = await engine.open()
    const all = await Promise.all(Array.from({ length: 8 }, () => db.snapshot((state) => state.all(Film, selectFilms))))
    assert.deepEqual(all, Array(8).fill([one, two, three]))
    await assert.rejects(db.snapshot((state) => state.run(insertFilm(4))))
    await assert.rejects(
      db.snapshot(() => Promise.reject(new Error('on purpose'))),
      /on purpose/,
    )
    assert.equal((await db.snapshot((state) => state.one(Count, countFilms)))?.count, 3)
    await db.close()
  })

  test('a snapshot ends after its time, and others follow', async () => {
    const db = await engine.open({ transactionTimeoutMs: 200 })
    const endless = db.snapshot(async (state) => {
      for (;;) await state.one(Count, countFilms)
    })
    await assert.rejects(endless, isOverTime)
    assert.equal((await db.snapshot((state) => state.one(Count, countFilms)))?.count, 3)
    await db.close()
  })

  if (engine.name !== 'SQLite') return
  test('few snapshots wait for one another, and a slow statement ends with its thread', async () => {
    const db = await engine.open({ transactionTimeoutMs: 200 })
    const slow = sql`
      with recursive number(id) as (select 1 union all select id + 1 from number where id < ${5_000_000})
      select max(id) as count from number`
    const first = db.snapshot((state) => state.one(Count, slow))
    const others = Array.from({ length: 15 }, () => db.snapshot((state) => state.one(Count, countFilms)))
    await assert.rejects(
      db.snapshot((state) => state.one(Count, countFilms)),
      isUnavailable,
    )
    await assert.rejects(first, isOverTime)
    assert.deepEqual(
      (await Promise.all(others)).map((row) => row?.count),
      Array(15).fill(3),
    )
    await db.close()
  })
})
