import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { findSession } from '#src/accounts/sessions.ts'
import { statusEnvelope } from '#src/contract/statuses.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { forEachEngine } from '../support/engines.ts'
import { signedIn, startPages, textOf } from '../support/pages/visitor.ts'
import { keys, loadWorld, sessions } from '../support/world.ts'

const LastUse = Type.Object({ last_used_on: Type.String() })
const uses = async (db: Database) =>
  (await db.all(LastUse, sql`select last_used_on from session where account_id = 1 order by key_id`)).map(
    ({ last_used_on }) => last_used_on,
  )

forEachEngine(loadWorld, (engine) => {
  const limits: [options: Record<string, string>, lastMoment: string, over: string][] = [
    [{}, '2027-03-10T23:59:59.999Z', '2027-03-11T00:00:00.000Z'],
    [{ 'session-days': '1' }, '2026-03-11T23:59:59.999Z', '2026-03-12T00:00:00.000Z'],
  ]
  for (const [options, lastMoment, over] of limits)
    test(`a session without use ends ${options['session-days'] ?? 365} days after that day`, async (t) => {
      const server = await startPages(engine, options)
      t.after(() => server.close())
      const account = async (at: string) => {
        server.setTime(at)
        return (await server.app.inject(`/3/account?api_key=${keys.first}&session_id=${sessions.ada}`)).json()
      }
      const before = await uses(server.db)
      assert.deepEqual(await account(over), statusEnvelope('session_required'))
      assert.deepEqual(await uses(server.db), before, 'an expired session is not renewed')
      assert.equal((await account(lastMoment)).username, 'ada')
      const day = lastMoment.slice(0, 10)
      assert.deepEqual(await uses(server.db), [day, before[1]])
      assert.equal((await account(over)).username, 'ada', 'each use renews it')
    })

  test('a session is written once on each day, and its owner sees when it was used last', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    const { db } = server
    let writes = 0
    const run: Database['run'] = (query) => {
      writes++
      return db.run(query)
    }
    for (const time of ['2026-03-12T00:00:00.000Z', '2026-03-12T23:59:59.999Z', '2026-03-12T12:00:00.000Z'])
      assert.ok(await findSession({ ...db, run }, sessions.ada, { now: new Date(time), sessionDays: 365 }))
    assert.equal(writes, 1)
    const ada = await signedIn(server, 'ada')
    assert.match(textOf(await ada.get('/settings/applications')), / Zuletzt benutzt am 12\. März 2026\./)
  })
})
