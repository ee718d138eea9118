import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { openPostgres } from '#src/database/postgres/postgres.ts'
import { sql } from '#src/database/sql.ts'
import { emptyCatalogue, exportOf, importInto, sources } from '../support/catalogue.ts'
import { skipWithoutClusters, startAlone } from '../support/clusters.ts'
import { sqliteEngine } from '../support/engines.ts'
import { Running, run } from '../support/running.ts'

const PEOPLE = 1_000
const MOVIES = 3_000
/** Lines that are no records. */
const SOURCES = sources.length
const POLL_MS = 2

const times = <Item>(count: number, make: (n: number) => Item) => Array.from({ length: count }, (_, n) => make(n + 1))
const credit = (n: number, k: number) => (n * 10 + k).toString(16).padStart(24, '0')
/** People come last in the file, and movies refer to them. */
const lines = [
  ...sources,
  ...times(MOVIES, (id) => ({
    kind: 'movie',
    id,
    title: `Movie ${id}`,
    source: 'middle',
    credits: { cast: times(5, (k) => ({ id: ((id * k) % PEOPLE) + 1, character: `X${k}`, credit_id: credit(id, k) })) },
  })),
  ...times(PEOPLE, (id) => ({ kind: 'person', id, name: `Person ${id}`, source: 'middle' })),
]

const Count = Type.Object({ records: Type.Integer(), created: Type.Integer() })
const counted = sql`
  select (select count(*) from record) as records, (select count(*) from change where action = 'created') as created`

async function openPlace(context: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-crash-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const cluster = await startAlone(context)
  const file = join(folder, 'lines.ndjson')
  await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const words = ['import', file, '--data', join(folder, 'data'), '--database', cluster.url]
  /** The number of records, and of those whose creation is in the change log. */
  async function count() {
    const db = await openPostgres(cluster.url, { connections: 1 })
    return db.one(Count, counted).finally(() => db.close())
  }
  return { cluster, words, count }
}

test('PostgreSQL crashes during an import: what is in is whole, is told, and the next run completes it', {
  skip: skipWithoutClusters,
}, async (context) => {
  const { cluster, words, count } = await openPlace(context)
  const db = await openPostgres(cluster.url, { connections: 1 })
  await emptyCatalogue(db)
  const importing = new Running(words)
  context.after(() => importing.stop('SIGKILL'))
  const closed = once(importing.child, 'close')
  while (!importing.hasEnded && ((await db.one(Count, counted))?.records ?? 0) < PEOPLE + 100) await sleep(POLL_MS)
  assert.equal(importing.hasEnded, false, importing.output)
  await Promise.all([cluster.crash(), db.close().catch(() => {})])
  const [code] = await closed
  assert.equal(code, 1)
  const told = /Stopped: at least ([\d,]+) of 4,\d{3} lines are in the catalogue.*\n.* PostgreSQL cannot be reached/
  const [, said = ''] = told.exec(importing.output) ?? assert.fail(importing.output)
  await cluster.start()

  const left = await count()
  assert.ok(left && left.records > PEOPLE && left.records < PEOPLE + MOVIES, JSON.stringify(left))
  assert.ok(left.records >= Number(said.replace(',', '')) - SOURCES, `${left.records} of ${said}`)
  assert.equal(left.created, left.records, 'a record and its change row came in one transaction')

  const again = await run(words)
  assert.equal(again.code, 0, again.output)
  const whole = await sqliteEngine(emptyCatalogue).open()
  context.after(() => whole.close())
  await importInto(whole, lines)
  const completed = await openPostgres(cluster.url, { connections: 1 })
  context.after(() => completed.close())
  assert.equal(await exportOf(completed), await exportOf(whole))
})
