import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kindNames } from '#src/catalogue/kinds.ts'
import { lockablePlaces } from '#src/contributions/record-locks.ts'
import { sql } from '#src/database/sql.ts'
import { lockables } from '#src/pages/moderation/lockables.ts'
import { texts } from '#src/texts/index.ts'
import { forEachEngine } from '../support/engines.ts'
import { send, startInterface } from '../support/scenarios.ts'
import { loadWorld } from '../support/world.ts'

test('programs and pages lock the same things', () => {
  for (const of of kindNames) {
    const onPages = lockables({ texts: texts.en } as Parameters<typeof lockables>[0], of).map(([place]) => place)
    assert.deepEqual(lockablePlaces(of).sort(), onPages.sort(), of)
  }
})

forEachEngine(loadWorld, (engine) => {
  test('a program of a moderator locks, reads and lifts', async () => {
    const server = await startInterface(engine, 'neutral')
    const { app, db } = server
    const become = (role: string) => db.run(sql`update account set role = ${role} where folded_username = 'ada'`)
    await become('moderator')
    const call = async (request: string, body?: object) => {
      const reply = await send(app, request, { session: 'ada', ...(body && { body }) })
      return [reply.statusCode, JSON.parse(reply.body)] as const
    }
    try {
      const locks = '/commons/1/locks'
      const lock = { kind: 'movie', id: 502, place: 'title', locked_for: 'members', reason: ' Vandalism ' }
      assert.equal((await call(`POST ${locks}`, { ...lock, ends_on: '2026-04-01' }))[0], 201)
      const [, listed] = await call(`GET ${locks}?kind=movie&id=502`)
      const held = { place: 'title', locked_for: 'members', reason: 'Vandalism', at: '2026-03-10T12:00:00.000Z' }
      assert.deepEqual(listed.locks, [{ ...held, ends_at: '2026-04-01T23:59:59.999Z' }])
      const edit = { records: [{ kind: 'movie', id: 502, title: 'Mine' }] }
      await become('member')
      const [refused, said] = await call('POST /commons/1/edit', edit)
      assert.deepEqual([refused, said.locks[0].place], [401, 'title'])
      await become('moderator')
      for (const ends_on of ['2026-03-09', '2026-02-30', 'soon', '2099-01-01'])
        assert.equal((await call(`POST ${locks}`, { ...lock, ends_on }))[0], 400, ends_on)
      for (const wrong of [{ reason: ' ' }, { locked_for: 'nobody' }, { kind: 'nothing' }])
        assert.equal((await call(`POST ${locks}`, { ...lock, ...wrong }))[0], 422, JSON.stringify(wrong))
      assert.equal((await call(`DELETE ${locks}`, { kind: 'movie' }))[0], 422)
      for (const place of ['toString', 'poster_path', 'reviews'])
        assert.equal((await call(`POST ${locks}`, { ...lock, place }))[0], 422, place)
      assert.equal((await call(`POST ${locks}`, { ...lock, id: 999 }))[0], 404)
      const which = { kind: 'movie', id: 502, place: 'title' }
      assert.equal((await call(`DELETE ${locks}`, which))[0], 200)
      assert.equal((await call(`DELETE ${locks}`, which))[0], 404)
      await become('member')
      assert.equal((await call('POST /commons/1/edit', edit))[0], 200)
    } finally {
      await server.close()
    }
  })
})
