import assert from 'node:assert/strict'
import { once } from 'node:events'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openChangeBus } from '#src/background/change-bus.ts'
import { openBeside } from '#src/beside/keeper.ts'
import { waitingIn } from '#src/beside/occasions.ts'
import { readConfig } from '#src/config.ts'
import type { Migratable } from '#src/database/migratable.ts'
import { openDatabase } from '#src/database/open.ts'
import { emptyCatalogue, importInto, sources } from '../support/catalogue.ts'
import { ask, until } from '../support/clients.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { besideOf, isAlive, killAll, Running, within } from '../support/running.ts'
import { keys, loadAccess } from '../support/world.ts'

/** So many that the work after their import takes a while. */
const movies = Array.from({ length: 2_000 }, (_, index) => ({
  ...{ kind: 'movie', id: index + 1, title: `The lamp of ${index + 1} towers`, source: 'low' },
}))

async function prepare(db: Migratable) {
  await emptyCatalogue(db)
  await loadAccess(db)
  await importInto(db, [...sources, ...movies])
}

/** A server whose catalogue was just imported, and the process that works off what that left. */
async function startServer(t: TestContext, engine: TestEngine, ...more: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-beside-'))
  const location = await engine.clone()
  const isFile = !location.includes('://')
  if (isFile) await copyFile(location, join(folder, 'catalogue.sqlite'))
  const where = isFile ? ['--data', folder] : ['--data', folder, '--database', location]
  const words = ['serve', ...where, '--empty', '--port', '0', ...more]
  const servers: Running[] = []
  t.after(async () => {
    for (const { child } of servers) await killAll(child)
    await rm(folder, { recursive: true, force: true, maxRetries: 20 })
  })
  const start = async () => {
    const server = new Running(words)
    servers.push(server)
    const [, site] = await server.until(/Reelcommons is at (http:\S+),/)
    const pid = await server.server()
    return { server, site, pid }
  }
  const isDone = async () => {
    const db = await openDatabase(isFile ? folder : location, { writes: 'none', connections: 1 })
    try {
      return (await waitingIn(db, new Date())).length === 0
    } finally {
      await db.close()
    }
  }
  return { start, isDone }
}

/** The process that works beside requests, once it is there. */
async function besideOnce(pid: number): Promise<number> {
  await until(async () => (await besideOf(pid)) !== undefined)
  return (await besideOf(pid)) as number
}

const isBuilding = /the search index is being built/

forEachEngine(prepare, (engine) => {
  test('a process that is killed at its work is replaced, and all is done', async (t) => {
    const { start, isDone } = await startServer(t, engine)
    const { server, site, pid } = await start()
    await server.until(isBuilding)
    const first = await besideOnce(pid)
    process.kill(first, 'SIGKILL')
    await server.until(/"signal":"SIGKILL","delay_ms":100,"msg":"the process that works beside requests ended; an/)
    await server.until(/"msg":"the search index is complete"/)
    await until(isDone)
    const { body } = await ask(`${site}/3/search/movie?query=lamp+1999+towers&api_key=${keys.first}`)
    assert.equal(body.results[0].id, 1_999)
    const beside = await besideOf(pid)
    assert.notEqual(beside, first)
    assert.equal(await server.stop(), 0)
    for (const gone of [first, beside]) assert.equal(gone !== undefined && (await isAlive(gone)), false)
  })

  test('a process that hangs is ended and replaced, and all is done', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'reelcommons-beside-'))
    t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }))
    const location = await engine.clone()
    const isFile = !location.includes('://')
    if (isFile) await copyFile(location, join(folder, 'catalogue.sqlite'))
    const words = { data: folder, ...(!isFile && { database: location }), 'hang-timeout-ms': '1000' }
    const db = await openDatabase(isFile ? folder : location, { writes: 'none', connections: 1 })
    const ending = new AbortController()
    const errors: string[] = []
    const log = { info() {}, error: (_: object, sentence: string) => void errors.push(sentence) } as never
    const changeBus = openChangeBus(assert.ifError)
    const running = openBeside({ ...{ db, changeBus, log }, config: readConfig(words, {}).config, complain() {} })
      .run(ending.signal)
      .finally(() => db.close())
    t.after(() => ending.abort())
    const first = await besideOnce(process.pid)
    process.kill(first, 'SIGSTOP')
    await until(async () => !(await isAlive(first)))
    assert.match(errors[0] ?? '', /hangs/)
    await until(async () => (await waitingIn(db, new Date())).length === 0)
    ending.abort()
    await running
  })

  test('a server that is told to stop ends the work at its next step, and goes on with it after a start', async (t) => {
    const { start, isDone } = await startServer(t, engine, '--workers', '2')
    const { server, pid } = await start()
    await server.until(isBuilding)
    const beside = await besideOnce(pid)
    assert.equal(await server.stop(), 0)
    assert.equal(await isAlive(beside), false)
    assert.equal(await isDone(), false)
    await start()
    await until(isDone)
  })

  test('a server that is killed leaves no process behind, and the next one completes its work', async (t) => {
    const { start, isDone } = await startServer(t, engine)
    const { server, pid } = await start()
    await server.until(isBuilding)
    const beside = await besideOnce(pid)
    const closed = once(server.child, 'close')
    process.kill(pid, 'SIGKILL')
    await within('the starter did not end', closed)
    await until(async () => !(await isAlive(beside)))
    await start()
    await until(isDone)
  })
})
