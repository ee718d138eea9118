import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#src/database/sql.ts'
import { airingOf, maxAiring } from '#src/kept/airing.ts'
import { now, openFor, prepare } from '../support/accounts.ts'
import { emptyCatalogue, importInto, sources } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'
import { episode, season, series } from '../support/import-lines.ts'

forEachEngine(emptyCatalogue, (engine) => {
  test('a calendar has so many entries, the first days first', async (t) => {
    const db = await openFor(t, engine)
    const { account_id } = await prepare(db)
    const numbers = Array.from({ length: maxAiring + 2 }, (_, at) => at + 1)
    const day = (number: number) => (number > maxAiring ? '2026-03-01' : '2026-03-02')
    const episodes = numbers.map((number) => episode(number, 1, 1, number, { air_date: day(number) }))
    await importInto(db, [...sources, series(1), season(1, 1, 1), ...episodes])
    await db.run(sql`insert into watchlist (account_id, kind, entity_id, created_at)
      values (${account_id}, 'series', 1, ${now.toISOString()})`)
    const found = await airingOf(db, account_id, { first: '2026-03-01', last: '2026-03-31' })
    assert.deepEqual(
      found.map(({ id }) => id),
      [maxAiring + 1, maxAiring + 2, ...numbers.slice(0, maxAiring - 2)],
    )
  })
})
