import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { logPosition } from '#src/commons/changes/position.ts'
import { spooled } from '#src/commons/following/hearing/spool.ts'
import { doneHearing } from '#src/commons/following/live/live-records.ts'
import { readConfig } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { packageRoot } from '#src/package-root.ts'
import { emptyCatalogue, importInto, openFor, sources } from '../../support/catalogue.ts'
import { until } from '../../support/clients.ts'
import { openFollower } from '../../support/commons/follower.ts'
import { openTellingServer } from '../../support/commons/live-pair.ts'
import { type Folder, openFolder } from '../../support/commons/server-folder.ts'
import { forEachEngine, type TestEngine } from '../../support/engines.ts'

const film = (id: number) => ({ kind: 'movie', id, title: `Film ${id}`, source: 'low' })
const program = join(packageRoot, 'test/support/commons/hear-process.ts')
const now = () => new Date()

type Hearing = { child: ChildProcess; said(line: string): Promise<void> }

/** A process that hears what changes there, and takes it in if it is to. */
async function openHearing(context: TestContext, { data, location }: Folder, what: 'hears' | 'takes') {
  const child = spawn(process.execPath, [program, data, location, what], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const hearing: Hearing = {
    child,
    said: (line) => until(() => output.split('\n').includes(line)),
  }
  context.after(() => kill(hearing))
  await hearing.said('began')
  return hearing
}

async function kill({ child }: Hearing) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

const Runtime = Type.Object({ runtime: Type.Integer() })
const Change = Type.Object({ value: Type.Unknown() })
const Waiting = Type.Object({ entity_id: Type.Integer() })

forEachEngine(emptyCatalogue, (engine: TestEngine) => {
  /** A publisher that tells what changes, and the folder of a server that has what it published. */
  async function openBoth(context: TestContext) {
    const there = await openFor(context, engine)
    await importInto(there, [...sources.map((source) => ({ ...source, redistributable: true })), film(1), film(2)])
    const server = await openTellingServer(context, there)
    const folder = await openFolder(context, engine)
    const { config } = readConfig({ data: folder.data } as never, {})
    const follower = await openFollower(context, folder.db, { config, clock: now })
    follower.clock.now = now()
    const id = await follower.follow(`${server.site}/commons/dump/`)
    assert.equal((await follower.take(id)).problem, null)
    return { there, folder, config, id }
  }

  const edit = (there: Database, id: number, runtime: number) =>
    applyEdit(there, { account_id: null, at: now(), records: [{ kind: 'movie', id, values: { runtime } } as never] })

  /** All that changed there is here, and each change is here once. */
  async function assertCurrent(there: Database, { db }: Folder, id: string, expected: Record<number, number[]>) {
    const { seq } = await logPosition(there)
    await until(async () => {
      const [row] = await db.all(
        Type.Object({ live_position: Type.Integer(), is_done: Type.Boolean() }),
        sql`select live_position, ask_at is null as is_done from following where id = ${id}`,
      )
      return row?.is_done === true && row.live_position >= seq
    })
    for (const [movie, runtimes] of Object.entries(expected)) {
      const row = await db.one(Runtime, sql`select runtime from movie where id = ${Number(movie)}`)
      assert.equal(row?.runtime, runtimes.at(-1))
      const changes = await db.all(
        Change,
        sql`
        select value from change where kind = 'movie' and entity_id = ${Number(movie)} and key = 'runtime'
        order by seq`,
      )
      assert.deepEqual(
        changes.map(({ value }) => value),
        runtimes,
      )
    }
    assert.deepEqual(await db.all(Waiting, sql`select entity_id from live_record where position > ${seq}`), [])
  }

  test('what was heard and not taken in when a follower was killed is there once after its restart', {
    timeout: 180_000,
  }, async (context) => {
    const { there, folder, config, id } = await openBoth(context)
    const first = await openHearing(context, folder, 'hears')
    await edit(there, 1, 91)
    await first.said('heard')
    await kill(first)
    assert.equal((await spooled(config, id)).length, 1)
    // It goes on after what waits, and what waits is taken in although nothing says so any more.
    await edit(there, 2, 81)
    await doneHearing(folder.db, id)
    const second = await openHearing(context, folder, 'takes')
    await assertCurrent(there, folder, id, { 1: [91], 2: [81] })
    assert.deepEqual(await spooled(config, id), [])
    await kill(second)
  })

  test('a follower that hears is killed at any moment, and has each change once', {
    timeout: 180_000,
  }, async (context) => {
    const { there, folder, config, id } = await openBoth(context)
    const moments = engine.name === 'SQLite' ? 8 : 3
    for (let moment = 1; moment <= moments; moment++) {
      const hearing = await openHearing(context, folder, 'takes')
      await edit(there, 1, 90 + moment)
      if (moment % 4 !== 0) await hearing.said('heard')
      await sleep(moment * 12)
      await kill(hearing)
    }
    const last = await openHearing(context, folder, 'takes')
    await edit(there, 2, 81)
    const runtimes = await runtimesHere(there, folder, id)
    await assertCurrent(there, folder, id, { 1: runtimes, 2: [81] })
    assert.equal(runtimes.at(-1), 90 + moments)
    assert.deepEqual(runtimes, [...new Set(runtimes)], 'none of them twice')
    assert.deepEqual(await spooled(config, id), [])
    await kill(last)
  })

  /** The runtimes of the first movie that have come in: one that came while others waited may be passed over. */
  async function runtimesHere(there: Database, { db }: Folder, id: string): Promise<number[]> {
    await assertCurrent(there, { db } as Folder, id, {})
    const rows = await db.all(
      Change,
      sql`select value from change where kind = 'movie' and entity_id = 1 and key = 'runtime' order by seq`,
    )
    return rows.map(({ value }) => Number(value))
  }
})
