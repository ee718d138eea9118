import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { Type } from 'typebox'
import { folderOf } from '#src/commons/following/own-folder.ts'
import { packetPath } from '#src/commons/format/names.ts'
import { raw } from '#src/database/sql.ts'
import { emptyCatalogue, exportOf, linesOf, openFor } from '../../support/catalogue.ts'
import { club, film, openPair } from '../../support/commons/spoilt.ts'
import { forEachEngine, sqliteEngine } from '../../support/engines.ts'
import { person } from '../../support/import-lines.ts'

/** Writing to it fails as on a full disk. */
const fullDevice = '/dev/full'
const skip = existsSync(fullDevice) ? false : `there is no ${fullDevice}`

const current = { outcome: 'current', problem: null, detail: '' }
const Pages = Type.Object({ page_count: Type.Integer() })
const MaxPages = Type.Object({ max_page_count: Type.Integer() })

forEachEngine(emptyCatalogue, (engine) => {
  test('a folder without room for a packet is told, and it comes in once there is some', { skip }, async (context) => {
    const db = await openFor(context, engine)
    const { publisher, follower, id } = await openPair(context, db)
    const before = await exportOf(db)
    await publisher.packet([film('Two')])
    const draft = join(folderOf(follower.config, id), `${packetPath(1)}.partial`)
    await mkdir(dirname(draft), { recursive: true })
    await symlink(fullDevice, draft)
    const { outcome, problem } = await follower.take(id)
    assert.deepEqual([outcome, problem], ['failed', 'disk_full'])
    assert.equal(await exportOf(db), before)
    assert.equal((await follower.found(id))?.state, 'following')
    // What was begun was removed, to make room.
    assert.deepEqual(await follower.take(id), current)
    assert.equal((await linesOf(db)).find(({ kind }) => kind === 'movie')?.title, 'Two')
    assert.deepEqual(follower.faults, [])
  })

  test('a whole dump for which there is no room is not begun with', async (context) => {
    const db = await openFor(context, engine)
    const { publisher, follower, id } = await openPair(context, db)
    const before = await exportOf(db)
    publisher.restore('second')
    await publisher.whole([film('Two')])
    const { whole } = publisher.state
    assert.ok(whole)
    const { unpacked } = whole
    whole.unpacked = 2 ** 52
    await publisher.sign()
    const { outcome, problem, detail } = await follower.take(id)
    assert.deepEqual([outcome, problem], ['failed', 'disk_full'])
    assert.match(detail, /^a whole dump needs \d+ MiB, and \d+ MiB are free$/)
    assert.equal(await exportOf(db), before)
    whole.unpacked = unpacked
    await publisher.sign()
    assert.deepEqual(await follower.take(id), current)
  })
})

test('a catalogue without room for a packet stays as it was, and takes it in once there is some', async (context) => {
  const db = await sqliteEngine(emptyCatalogue).open({ writes: 'inline' })
  context.after(() => db.close())
  const { publisher, follower, id } = await openPair(context, db)
  const before = await exportOf(db)
  await publisher.packet([
    film('Two'),
    ...Array.from({ length: 500 }, (_, n) => person(n + 10, { ...club, biography: 'Words. '.repeat(400) })),
  ])
  const pages = await db.one(Pages, raw('pragma page_count'))
  // It is a limit of the connection that writes.
  const limitTo = (most: number) => db.transaction((tx) => tx.one(MaxPages, raw(`pragma max_page_count = ${most}`)))
  await limitTo((pages?.page_count ?? 0) + 20)
  // Where not even that can be noted, the process beside the server says it and tries again.
  const told = await follower.take(id).then(
    ({ problem }) => problem,
    (error) => error.name,
  )
  assert.ok(told === 'disk_full' || told === 'DiskFullError', told)
  const after = await exportOf(db)
  assert.ok(!after.includes('"title":"Two"'))
  assert.equal((await follower.found(id))?.packet, 0)
  await limitTo(1_000_000)
  assert.deepEqual(await follower.take(id), current)
  const lines = await linesOf(db)
  assert.equal(lines.filter(({ kind }) => kind === 'person').length, 501)
  assert.equal(lines.find(({ kind }) => kind === 'movie')?.title, 'Two')
  assert.ok(before.length < after.length + 1)
  assert.deepEqual(follower.faults, [])
})
