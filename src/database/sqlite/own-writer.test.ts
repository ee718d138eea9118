import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from '../sql.ts'
import { Id } from '../table.ts'
import { openOwnWriter, REST_MS } from './own-writer.ts'
import { openSqlite } from './sqlite.ts'

const settle = async () => {
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
}

test('beside a server, each transaction has a commit of its own, and a rest after it', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const sent: string[] = []
  const writer = openOwnWriter(
    'beside',
    async ({ text }) => void sent.push(text),
    () => {},
  )
  const failing = writer.transaction(1_000, async (send) => {
    await send({ verb: 'run', text: 'first', values: [] })
    throw new Error('odd')
  })
  const second = writer.transaction(1_000, (send) => send({ verb: 'run', text: 'second', values: [] }))
  await assert.rejects(failing, { message: 'odd' })
  await settle()
  assert.equal(writer.isIdle, false)
  assert.deepEqual([sent.includes('first'), sent.includes('second'), sent.at(-1)], [true, false, 'commit'])
  t.mock.timers.tick(REST_MS - 1)
  await settle()
  assert.equal(sent.includes('second'), false)
  t.mock.timers.tick(1)
  await second
  assert.equal(sent.at(-1), 'commit')
  assert.equal(writer.isIdle, true)
})

test('beside a server, what reads waits for no transaction, and sees what was committed', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-own-'))
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }))
  const db = await openSqlite(join(folder, 'file.sqlite'), { writes: 'beside' })
  t.after(() => db.close())
  await db.exclusively((_, script) => script('create table thing (id integer primary key)'))
  const ids = async () => (await db.all(Id, sql`select id from thing order by id`)).map(({ id }) => id)
  await db.transaction(async (tx) => {
    await tx.run(sql`insert into thing (id) values (1)`)
    assert.deepEqual(await ids(), [])
    assert.deepEqual(await tx.all(Id, sql`select id from thing`), [{ id: 1 }])
  })
  assert.deepEqual(await ids(), [1])
})
