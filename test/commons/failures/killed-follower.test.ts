import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { findFollowing } from '#src/commons/following/followings.ts'
import { sql } from '#src/database/sql.ts'
import { openConnection } from '#src/database/sqlite/connection.ts'
import { packageRoot } from '#src/package-root.ts'
import { type AnyLine, emptyCatalogue, exportOf } from '../../support/catalogue.ts'
import { openPublisher, type Publisher } from '../../support/commons/publisher.ts'
import { type Folder, openFolder } from '../../support/commons/server-folder.ts'
import { club } from '../../support/commons/spoilt.ts'
import { forEachEngine } from '../../support/engines.ts'
import { episode, movie, person, season, series } from '../../support/import-lines.ts'

const FILMS = 700
const times = <Item>(count: number, make: (n: number) => Item) => Array.from({ length: count }, (_, n) => make(n + 1))
const credit = (n: number) => n.toString(16).padStart(24, '0')

const film = (id: number, more: AnyLine = {}) =>
  movie({
    ...{ ...club, id, title: `Film ${id}`, overview: 'Words. '.repeat(20), genres: [{ id: 18 }] },
    keywords: { keywords: [{ id: 9_001 + (id % 40) }] },
    credits: {
      cast: times(4, (k) => ({ id: ((id * k) % 300) + 1, character: `C${k}`, credit_id: credit(id * 8 + k) })),
      crew: [],
    },
    ...more,
  })

/** The same once people are merged: what is published names those in which merges end. */
const filmLater = (id: number, more: AnyLine = {}) => {
  const { credits, ...values } = film(id, more) as unknown as AnyLine & { credits: { cast: { id: number }[] } }
  const cast = credits.cast.map((one) => ({ ...one, id: one.id > 200 && one.id <= 240 ? one.id + 40 : one.id }))
  return { ...values, credits: { cast, crew: [] } }
}

const whole: AnyLine[] = [
  ...times(40, (n) => ({ kind: 'keyword', id: 9_000 + n, name: `word ${n}`, ...club })),
  ...times(300, (n) => person(n, club)),
  ...times(FILMS, (n) => film(n)),
  ...times(20, (n) => series(n, club)),
  ...times(20, (n) => season(n, n, 1, club)),
  ...times(200, (n) => episode(n, ((n - 1) % 20) + 1, 1, Math.ceil(n / 20), club)),
]

/** What changes later: values, places of episodes, new records, merges, and what is gone. */
const packets: AnyLine[][] = [
  [...times(300, (n) => film(n, { title: `Changed ${n}` })), ...times(100, (n) => person(1_000 + n, club))],
  [
    ...times(100, (n) => filmLater(300 + n, { overview: 'Other words.', keywords: { keywords: [] } })),
    ...times(20, (n) => episode(n, n, 1, 11, club)),
    ...times(40, (n) => ({ kind: 'gone', of: 'person', id: 200 + n, into: 240 + n })),
    ...times(60, (n) => ({ kind: 'gone', of: 'movie', id: 600 + n })),
  ],
  [...times(200, (n) => filmLater(2_000 + n)), { kind: 'gone', of: 'series', id: 20 }],
]

/** Runs a process of ours, and kills it after a time. Returns how it ended, and after which time. */
async function run(words: readonly string[], afterMs = 120_000) {
  const beganMs = performance.now()
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'pipe'] })
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-2_000)
  })
  const exit = once(child, 'exit') as Promise<[number | null, string | null]>
  const ended = new AbortController()
  await Promise.race([exit, sleep(afterMs, undefined, { signal: ended.signal }).catch(() => {})])
  ended.abort()
  child.kill('SIGKILL')
  const [code] = await exit
  return { code, complaint, ms: performance.now() - beganMs }
}

const program = join(packageRoot, 'bin/start.js')
const packetProcess = join(packageRoot, 'test/support/commons/follow-process.ts')

const begin = ({ words }: Folder, { folder }: Publisher) => [program, 'follow', folder, '--yes', ...words]
const goOn = ({ data, location }: Folder) => [packetProcess, data, location]

const Count = Type.Object({ count: Type.Integer() })

/** What is there is whole: each record came with its change row, and the file is sound. */
async function assertWhole({ db, catalogue }: Folder) {
  const alone = await db.one(
    Count,
    sql`
    select count(*) as count from record r where not exists (
      select 1 from change c where c.kind = r.kind and c.entity_id = r.id and c.action = 'created')`,
  )
  assert.equal(alone?.count, 0)
  if (!catalogue) return
  const connection = openConnection(catalogue, { readOnly: true, busyTimeoutMs: 1_000 })
  assert.deepEqual(connection.all(sql`pragma quick_check`), [{ quick_check: 'ok' }])
  assert.deepEqual(connection.all(sql`pragma foreign_key_check`), [])
  connection.close()
}

/** Kills a process at so many moments of the time that it takes, and then lets it come to its end. */
async function killAt(moments: number, wholeMs: number, follower: Folder, words: readonly string[]) {
  for (let moment = 0; moment < moments; moment++) {
    // The first third of the time goes by before it begins.
    await run(words, wholeMs * (0.35 + (0.6 * moment) / moments))
    await assertWhole(follower)
  }
  for (let attempt = 1; ; attempt++) {
    const { code, complaint } = await run(words)
    if (code === 0) return
    // The lock of a killed process may be held for a moment.
    assert.ok(attempt < 5, complaint)
    await sleep(1_000)
  }
}

forEachEngine(emptyCatalogue, (engine) => {
  const moments = engine.name === 'SQLite' ? 6 : 2

  test('a follower that is killed at any point has what one has that never was', {
    timeout: 300_000,
  }, async (context) => {
    const publisher = await openPublisher(context)
    publisher.state.time = new Date(Date.now() - 3_600_000).toISOString()
    publisher.state.validUntil = new Date(Date.now() + 86_400_000).toISOString()
    await publisher.whole(whole)
    const [killed, other] = [await openFolder(context, engine), await openFolder(context, engine)]
    const first = await run(begin(other, publisher))
    assert.equal(first.code, 0, first.complaint)
    await killAt(moments, first.ms, killed, begin(killed, publisher))
    assert.equal(await exportOf(killed.db), await exportOf(other.db))

    for (const lines of packets) await publisher.packet(lines)
    const second = await run(goOn(other))
    assert.equal(second.code, 0, second.complaint)
    await killAt(moments, second.ms, killed, goOn(killed))
    const [here, there] = [await findFollowing(killed.db, publisher.id), await findFollowing(other.db, publisher.id)]
    assert.deepEqual([here?.packet, here?.digest, here?.problem], [3, there?.digest, null])
    assert.equal(await exportOf(killed.db), await exportOf(other.db))
  })
})
