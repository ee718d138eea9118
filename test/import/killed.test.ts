import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { catalogueFile, openDatabase } from '#src/database/open.ts'
import { sql } from '#src/database/sql.ts'
import { openConnection } from '#src/database/sqlite/connection.ts'
import { packageRoot } from '#src/package-root.ts'
import { type AnyLine, emptyCatalogue, exportOf, importInto, indexesOf, sources } from '../support/catalogue.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'

const POLL_MS = 2
const PEOPLE = 400
const MOVIES = 1_200
const SERIES = 40

const times = <Item>(count: number, make: (n: number) => Item) => Array.from({ length: count }, (_, n) => make(n + 1))
const id = (n: number) => n.toString(16).padStart(24, '0')
const source = 'middle'

/** Enough lines for many chunks, with references of every sort. */
const lines: AnyLine[] = [
  ...sources,
  ...times(50, (n) => ({ kind: 'company', id: n, name: `C${n}`, parent_company: { id: (n % 50) + 1 }, source })),
  ...times(PEOPLE, (n) => ({ kind: 'person', id: n, name: `P${n}`, source, external_ids: { kb2_id: `Q${n}` } })),
  ...times(MOVIES, (n) => ({
    kind: 'movie',
    id: n,
    title: `M${n}`,
    overview: 'O'.repeat(100),
    source,
    production_companies: [{ id: (n % 50) + 1 }],
    keywords: { keywords: times(3, (k) => ({ id: n * 2 + k, ...(k > 1 && { name: `K${n * 2 + k}` }) })) },
    credits: { cast: times(5, (k) => ({ id: ((n * k) % PEOPLE) + 1, character: `X${k}`, credit_id: id(n * 10 + k) })) },
  })),
  ...times(SERIES, (n) => ({ kind: 'series', id: n, name: `S${n}`, source })),
  ...times(SERIES, (n) => ({ kind: 'season', id: n, series_id: n, season_number: 1, source })),
  ...times(SERIES * 10, (n) => ({
    kind: 'episode',
    id: n,
    series_id: Math.ceil(n / 10),
    season_number: 1,
    episode_number: n,
    source,
  })),
]
const records = lines.filter(({ kind }) => kind !== 'source').length

const Count = Type.Object({ records: Type.Integer(), created: Type.Integer(), read: Type.Integer() })
const countOf = (db: Database) =>
  db.one(
    Count,
    sql`
    select (select count(*) from record) as records, (select count(*) from change where action = 'created') as created,
      (select count(*) from record where kind not in ('genre', 'keyword')) as read`,
  ) as Promise<{ records: number; created: number; read: number }>

/** An empty catalogue, where it is as the command line names it. */
async function openPlace(context: TestContext, engine: TestEngine) {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-killed-'))
  context.after(() => rm(folder, { recursive: true }))
  const data = join(folder, 'data')
  await mkdir(data)
  const location = await engine.clone()
  const isFile = engine.name === 'SQLite'
  if (isFile) await copyFile(location, join(data, catalogueFile))
  const file = join(folder, 'lines.ndjson')
  await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const words = ['import', file, '--data', data, ...(isFile ? [] : ['--database', location])]
  const db = await openDatabase(isFile ? data : location, { writes: 'inline' })
  context.after(() => db.close())
  return { db, words, catalogue: isFile ? join(data, catalogueFile) : undefined }
}

/** Runs the import in a process of its own, and kills that when so many records are there. */
async function runUntil(db: Database, words: string[], seen: number) {
  const child = spawn(process.execPath, [join(packageRoot, 'bin/start.js'), ...words], { stdio: 'ignore' })
  const exit = once(child, 'exit')
  while (child.exitCode === null && (await countOf(db)).read < seen) await sleep(POLL_MS)
  child.kill('SIGKILL')
  return exit
}

forEachEngine(emptyCatalogue, (engine) => {
  test('an import that is killed leaves a whole catalogue, and the next one completes it', async (context) => {
    const { db, words, catalogue } = await openPlace(context, engine)
    // Whether a kill comes in time depends on the machine; what has to be true afterwards does not.
    for (const seen of [1, records / 4, records / 2, records - 100]) {
      await runUntil(db, words, seen)
      const counts = await countOf(db)
      assert.equal(counts.created, counts.records, 'a record and its change row came in one transaction')
      if (catalogue) assertSound(catalogue)
    }
    assert.deepEqual(await runUntil(db, words, Number.POSITIVE_INFINITY), [0, null])
    assert.equal((await countOf(db)).read, records)

    const whole = await engine.open()
    context.after(() => whole.close())
    await importInto(whole, lines)
    assert.equal(await exportOf(db), await exportOf(whole))
    // The first import writes without most of them.
    assert.deepEqual(await indexesOf(db), await indexesOf(whole))
  })
})

function assertSound(file: string) {
  const connection = openConnection(file, { readOnly: true, busyTimeoutMs: 1_000 })
  assert.deepEqual(connection.all(sql`pragma integrity_check`), [{ integrity_check: 'ok' }])
  assert.deepEqual(connection.all(sql`pragma foreign_key_check`), [])
  connection.close()
}
