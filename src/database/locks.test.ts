import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { Type } from 'typebox'
import { packageRoot } from '#src/package-root.ts'
import { postgresEngine } from '../../test/support/engines.ts'
import { type LockName, tryLock, waitForLock, whileLeading } from './locks.ts'
import { openPostgres } from './postgres/postgres.ts'
import { sql } from './sql.ts'

const postgres = postgresEngine(async () => {})

async function newFolder(context: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-locks-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const engines: [name: string, skip: string | false, locationFor: (context: TestContext) => Promise<string>][] = [
  ['SQLite', false, newFolder],
  ['PostgreSQL', postgres.skip, () => postgres.clone()],
]

/** A process that leads when it can. */
function leader(context: TestContext, location: string, name: string) {
  const words = [join(packageRoot, 'test/support/leads-until-killed.ts'), location, name]
  const child: ChildProcess = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  context.after(() => child.kill('SIGKILL'))
  let said = ''
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    said += text
  })
  return {
    said: () => said,
    async says(text: string) {
      while (!said.includes(text)) await once(child.stdout as NodeJS.EventEmitter, 'data')
    },
    pause: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
    async kill() {
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    },
  }
}

for (const [name, skip, locationFor] of engines) {
  describe(`locks on ${name}`, { skip }, () => {
    const take = (location: string, lock: LockName = 'import') => tryLock(location, lock)

    test('one has a lock, until it gives it back', async (context) => {
      const location = await locationFor(context)
      const first = await take(location)
      assert.ok(first)
      assert.equal(await take(location), undefined)
      const other = await take(location, 'background')
      assert.ok(other, 'a lock of another name is another one')
      await other.release()
      assert.equal(first.lost.aborted, false)
      await first.release()
      const second = await take(location)
      assert.ok(second)
      await second.release()
    })

    test('whoever waits for a lock gets it, unless it stops waiting', async (context) => {
      const location = await locationFor(context)
      const first = await take(location)
      const tired = new AbortController()
      const [one, other] = [
        waitForLock(location, 'import', new AbortController().signal),
        waitForLock(location, 'import', tired.signal),
      ]
      tired.abort()
      assert.equal(await other, undefined)
      await first?.release()
      const second = await one
      assert.ok(second)
      await second.release()
    })

    test('another leads when the process that leads is killed', async (context) => {
      const location = await locationFor(context)
      const first = leader(context, location, 'first')
      await first.says('first leads')
      const second = leader(context, location, 'second')
      await delay(50)
      assert.equal(second.said(), '')
      await first.kill()
      await second.says('second leads')
    })

    test('work is done in one place at a time, and again where it failed', async (context) => {
      const location = await locationFor(context)
      const [failures, starts]: [unknown[], string[]] = [[], []]
      let atWork = 0
      const stops = [new AbortController(), new AbortController()] as const
      const nodes = stops.map(({ signal }, node) =>
        whileLeading(
          location,
          'background',
          signal,
          async (signal) => {
            assert.equal(++atWork, 1)
            starts.push(`node ${node}`)
            try {
              if (starts.length === 1) throw new Error('on purpose')
              await delay(60_000, undefined, { signal }).catch(() => {})
            } finally {
              atWork--
            }
          },
          (error) => failures.push((error as Error).message),
        ),
      )
      while (starts.length < 2) await delay(5)
      stops[starts[1] === 'node 0' ? 0 : 1].abort()
      while (starts.length < 3) await delay(5)
      for (const stop of stops) stop.abort()
      await Promise.all(nodes)
      assert.deepEqual(failures, ['on purpose'])
      assert.equal(new Set(starts.slice(1)).size, 2)
    })
  })
}

// It takes the seconds for which a process may be silent.
test('another leads when the process that leads hangs, which stops when it goes on', {
  skip: postgres.skip,
}, async (context) => {
  const location = await postgres.clone()
  const first = leader(context, location, 'first')
  await first.says('first leads')
  const second = leader(context, location, 'second')
  first.pause()
  await second.says('second leads')
  assert.equal(first.said(), 'first leads\n')
  first.resume()
  await first.says('first has stopped')
  assert.equal(second.said(), 'second leads\n')
})

test('a lock is lost with its connection', { skip: postgres.skip }, async (context) => {
  const location = await postgres.clone()
  const lock = await tryLock(location, 'background')
  assert.ok(lock)
  const db = await openPostgres(location, { connections: 1 })
  context.after(() => db.close())
  const Ended = Type.Object({ ended: Type.Boolean() })
  const end = sql`
    select pg_terminate_backend(pid) as ended from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
  const lost = once(lock.lost, 'abort')
  assert.deepEqual(await db.all(Ended, end), [{ ended: true }])
  await lost
  await lock.release()
})
