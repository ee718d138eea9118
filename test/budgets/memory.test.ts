import assert from 'node:assert/strict'
import { once } from 'node:events'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { sqliteEngine } from '../support/engines.ts'
import { killAll, Running } from '../support/running.ts'
import { keys, loadWorld } from '../support/world.ts'

/** What a server has and makes on the heap of its JavaScript, counted in bytes and not in time. */

/**
 * Bytes that are alive once garbage is collected, after the first reply. There are about 57,600,000; what makes them
 * fewer lowers this, as with the other limits.
 */
const MAX_IDLE_HEAP = 64_000_000
/** Bytes for one reply about a movie of the world: about 16,500 are allocated if it is kept, or else 59,000. */
const MAX_OF_WARM_READ = 25_000
const MAX_OF_COLD_READ = 75_000

/** Reads before anything counts, and readings with so many reads each. */
const READS_BEFORE = 1_500
const READINGS = 10
const READS = 100

const folder = await mkdtemp(join(tmpdir(), 'reelcommons-memory-'))
after(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }))

/** Tells the heap of the main thread whenever it gets a signal: what is alive, and what was ever allocated. */
const hook = join(folder, 'hook.mjs')
await writeFile(
  hook,
  `import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'
if (isMainThread) {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  let count = 0
  process.on('SIGUSR2', () => {
    const { total_allocated_bytes } = getHeapStatistics()
    collect()
    const { used_heap_size } = getHeapStatistics()
    process.stdout.write('heap ' + ++count + ' ' + used_heap_size + ' ' + total_allocated_bytes + '\\n')
  })
}`,
)

const engine = sqliteEngine(loadWorld)

/** A server of the world, which is asked for one movie over one connection. */
async function start(t: TestContext, ...more: string[]) {
  const data = await mkdtemp(join(folder, 'data-'))
  await copyFile(await engine.clone(), join(data, 'catalogue.sqlite'))
  const settings = ['--empty', '--port', '0', '--log-level', 'warn', '--developer-requests-per-second', '0']
  const words = ['serve', '--data', data, ...settings, ...more]
  const server = new Running(words, { env: { NODE_OPTIONS: `--import=${hook}` } })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.after(async () => {
    agent.destroy()
    const closed = once(server.child, 'close')
    await killAll(server.child)
    if (!server.hasEnded) await closed
  })
  const [, site] = await server.until(/Reelcommons is at (http:\S+),/)
  const pid = await server.server()
  let count = 0
  return {
    async read() {
      const asked = request(`${site}/3/movie/501?api_key=${keys.first}`, { agent })
      asked.end()
      const [response] = await once(asked, 'response')
      response.resume()
      await once(response, 'end')
      assert.equal(response.statusCode, 200)
    },
    /** What is alive on the heap, and what was ever allocated. */
    async heap() {
      process.kill(pid, 'SIGUSR2')
      const [, used, allocated] = await server.until(new RegExp(`^heap ${++count} (\\d+) (\\d+)$`, 'm'))
      return { used: Number(used), allocated: Number(allocated) }
    },
  }
}

type Server = Awaited<ReturnType<typeof start>>

/** Bytes that one reply takes, once the code is compiled: the least of many readings, as other work only adds to it. */
async function allocatedByRead({ read, heap }: Server): Promise<number> {
  for (let count = 0; count < READS_BEFORE; count++) await read()
  const each: number[] = []
  for (let reading = 0; reading < READINGS; reading++) {
    const before = await heap()
    for (let count = 0; count < READS; count++) await read()
    each.push(((await heap()).allocated - before.allocated) / READS)
  }
  return Math.min(...each)
}

test('a server that has nothing to do has little on its heap', async (t) => {
  const { read, heap } = await start(t)
  await read()
  const { used } = await heap()
  assert.ok(used <= MAX_IDLE_HEAP, beyond('An idle server has', used, MAX_IDLE_HEAP))
})

test('a reply that is kept is sent with few allocations', async (t) => {
  const allocated = await allocatedByRead(await start(t))
  assert.ok(allocated <= MAX_OF_WARM_READ, beyond('A warm read allocates', allocated, MAX_OF_WARM_READ))
})

test('a reply is made with few allocations', async (t) => {
  const allocated = await allocatedByRead(await start(t, '--reply-cache-bytes', '0'))
  assert.ok(allocated <= MAX_OF_COLD_READ, beyond('A cold read allocates', allocated, MAX_OF_COLD_READ))
})

const beyond = (what: string, bytes: number, most: number) =>
  `${what} ${Math.round(bytes)} bytes, and ${most} are allowed. Whoever raises the limit says in the commit why.`
