import assert from 'node:assert/strict'
import { once } from 'node:events'
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import type { Migratable } from '#src/database/migratable.ts'
import { openDatabase } from '#src/database/open.ts'
import { sql } from '#src/database/sql.ts'
import { emptyCatalogue, importInto, sources } from '../support/catalogue.ts'
import { ask, codeOf, isBroken, until } from '../support/clients.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { isAlive, logOf, Running, run } from '../support/running.ts'
import { keys, loadAccess, sessions } from '../support/world.ts'

const movies = Array.from({ length: 1_000 }, (_, index) => ({
  kind: 'movie',
  id: index + 1,
  title: 'Film',
  source: 'low',
}))
const LIMIT = 40
/** The status of an entry that was not there before. */
const ADDED = 1

async function prepare(db: Migratable) {
  await emptyCatalogue(db)
  await loadAccess(db)
  const { refused } = await importInto(db, [...sources, ...movies])
  assert.deepEqual(refused, [])
  await db.run(sql`update api_key set limit_per_second = ${LIMIT} where name in ('second', 'limited')`)
}

// However slow the machine is, no request is refused because of it.
const words = ['--empty', '--workers', '2', '--port', '0']

type Place = { folder: string; where: string[]; open(): Promise<Migratable> }

/** Where a server finds the catalogue that was prepared. */
async function prepared(engine: TestEngine): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-workers-'))
  const location = await engine.clone()
  const isFile = !location.includes('://')
  if (isFile) await copyFile(location, join(folder, 'catalogue.sqlite'))
  const where = isFile ? ['--data', folder] : ['--data', folder, '--database', location]
  const open = () => openDatabase(isFile ? folder : location, { writes: 'inline', connections: 1 })
  return { folder, where, open }
}

/** A server of two workers in a process group of its own. */
async function startServer({ where }: Place) {
  const server = new Running(['serve', ...words, ...where], { detached: true })
  const [, site = ''] = await server.until(/Reelcommons is at (http:\S+),/)
  return { server, site }
}

/** The processes of the workers, those that have ended included. */
const workersOf = (server: Running) => logOf(server).filter(({ msg }) => msg.startsWith('Server listening'))

/** The processes that have answered an operation, after so many lines of the log. */
const answering = (server: Running, asked: string, after = 0) =>
  new Set(
    logOf(server)
      .slice(after)
      .flatMap(({ pid, operation }) => (operation === asked ? [pid] : [])),
  )

/** Asks until two workers have answered. */
async function bothAnswer(server: Running, site: string) {
  const before = logOf(server).length
  await until(async () => {
    await ask(`${site}/healthz`)
    return answering(server, 'health', before).size === 2
  })
}

const watchlist = `/3/account/0/watchlist?api_key=${keys.first}&session_id=${sessions.eve}`
const listed = `/3/account/0/watchlist/movies?api_key=${keys.first}&session_id=${sessions.eve}`
const added = (media_id: number) => ({ media_type: 'movie', media_id, watchlist: true })

/** Clients that each put one movie after the other on a watchlist, until they are stopped. */
function addMovies(site: string, clients: number) {
  const acknowledged: number[] = []
  const refused: unknown[] = []
  const broken: string[] = []
  let last = 0
  let isExceeded = false
  const end = Promise.all(
    Array.from({ length: clients }, async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      while (!isExceeded) {
        const id = ++last
        try {
          const reply = await ask(`${site}${watchlist}`, { agent, body: added(id) })
          if (reply.body.status_code === ADDED) acknowledged.push(id)
          else refused.push(reply)
        } catch (error) {
          broken.push(codeOf(error))
        }
      }
      agent.destroy()
    }),
  )
  const stop = async () => {
    isExceeded = true
    await end
    return { refused, broken }
  }
  return { acknowledged, stop }
}

/** How many requests of a key pass in some seconds, when it sends far more, on so many connections. */
async function passed(site: string, key: string, connections: number, seconds: number) {
  const endMs = performance.now() + seconds * 1_000
  const statuses: number[] = []
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      while (performance.now() < endMs) {
        statuses.push((await ask(`${site}/3/authentication?api_key=${key}`, { agent })).status)
      }
      agent.destroy()
    }),
  )
  assert.deepEqual(new Set(statuses).difference(new Set([200, 429])), new Set())
  return { count: statuses.filter((status) => status === 200).length, asked: statuses.length }
}

/** A request whose body has begun and not ended, and how to end it. */
async function beginRequest(site: string) {
  const { port, hostname } = new URL(site)
  const body = JSON.stringify(added(1))
  const socket = connect(Number(port), hostname)
  const head = `POST ${watchlist} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\n`
  socket.write(`${head}Expect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`)
  // Whoever says so has begun with it.
  assert.match(String(await once(socket, 'data')), /^HTTP\/1\.1 100 /)
  return () => {
    socket.write(body)
    return text(socket)
  }
}

const Added = Type.Object({ id: Type.Integer() })

forEachEngine(prepare, (engine) => {
  let place: Place
  let server: Running
  let site: string
  before(async () => {
    place = await prepared(engine)
    ;({ server, site } = await startServer(place))
  })
  after(async () => {
    await server?.stop('SIGKILL')
    await rm(place.folder, { recursive: true })
  })

  test('what one worker has written the others show', async () => {
    for (const id of [1, 2, 3, 4]) {
      assert.equal((await ask(`${site}${watchlist}`, { body: added(id) })).body.status_code, ADDED)
      const before = logOf(server).length
      await until(async () => {
        assert.equal((await ask(`${site}${listed}`)).body.total_results, id)
        return answering(server, 'account.watchlist_movies', before).size === 2
      })
    }
    assert.equal((await ask(`${site}/readyz`)).status, 200)
  })

  test('the limit of a key holds across workers, with one connection and with many', async () => {
    // What may pass is that of the time, and the requests of a second that may come at once.
    const counts = await Promise.all([passed(site, keys.second, 1, 2), passed(site, keys.limited, 8, 2)])
    for (const { count, asked } of counts) {
      const told = `${count} of ${asked} passed at ${LIMIT} a second`
      // A machine that does much else may not even ask for as many.
      assert.ok(count >= Math.min(asked, LIMIT * 2 * 0.85) && count <= LIMIT * 3 * 1.15, told)
    }
  })

  test('a worker that is killed is replaced, nobody waits for it, and what it acknowledged is kept', async (t) => {
    const [killed] = workersOf(server)
    const { acknowledged, stop } = addMovies(site, 5)
    await until(() => acknowledged.length >= 20)
    // It answers nothing more, but what comes to it comes.
    process.kill(killed!.pid, 'SIGSTOP')
    const line = logOf(server).length
    const others = Array.from({ length: 20 }, () => ask(`${site}/healthz`).catch(codeOf))
    await until(() => answering(server, 'health', line).size === 1)
    process.kill(killed!.pid, 'SIGKILL')
    const before = acknowledged.length
    await until(() => acknowledged.length >= before + 20)
    const { refused, broken } = await stop()
    assert.deepEqual(refused, [])
    const isFine = (end: string | { status: number }) =>
      typeof end === 'string' ? isBroken.test(end) : end.status === 200
    assert.deepEqual(
      [...broken, ...(await Promise.all(others))].filter((end) => !isFine(end)),
      [],
    )
    await server.until(/(?:Server listening[\s\S]*){3}/)
    assert.equal(workersOf(server)[2]?.worker, killed!.worker)
    assert.match(server.output, /"signal":"SIGKILL","delay_ms":100,"msg":"a worker ended; another one replaces it"/)
    await bothAnswer(server, site)
    const db = await place.open()
    t.after(() => db.close())
    const kept = new Set((await db.all(Added, sql`select entity_id as id from watchlist`)).map(({ id }) => id))
    assert.deepEqual(
      acknowledged.filter((id) => !kept.has(id)),
      [],
    )
  })

  test('requests in flight are answered when all processes are told to stop', async () => {
    const finish = await beginRequest(site)
    const closed = once(server.child, 'close')
    // As a terminal does.
    process.kill(-server.child.pid!, 'SIGINT')
    await server.until(/(?:finishing the requests in flight[\s\S]*){3}/)
    assert.match(await finish(), /^HTTP\/1\.1 200 /)
    assert.deepEqual(await closed, [0, null])
    assert.deepEqual(
      logOf(server)
        .filter(({ msg }) => msg === 'stopped')
        .map(({ worker }) => worker)
        .toSorted(),
      [1, 2, undefined],
    )
  })
})
/** An empty data folder, and a server of it. */
async function startEmpty(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-workers-'))
  const server = new Running(['serve', ...words, '--data', folder])
  t.after(async () => {
    await server.stop('SIGKILL')
    await rm(folder, { recursive: true })
  })
  return server
}

test('told a second time the server stops at once, with its workers', async (t) => {
  const server = await startEmpty(t)
  const [, site = ''] = await server.until(/Reelcommons is at (http:\S+),/)
  await beginRequest(site)
  server.child.kill('SIGTERM')
  await server.until(/(?:finishing the requests in flight[\s\S]*){3}/)
  await server.stop('SIGTERM')
  assert.equal(server.child.signalCode, 'SIGTERM')
  for (const { pid } of workersOf(server)) await until(async () => !(await isAlive(pid)))
})

test('workers end with the process that started them', async (t) => {
  const server = await startEmpty(t)
  await server.until(/(?:Server listening[\s\S]*){2}/)
  await server.stop('SIGKILL')
  for (const { pid } of workersOf(server)) await until(async () => !(await isAlive(pid)))
})

test('an address that is taken is told as with one process, also where others share it', async (t) => {
  const data = await mkdtemp(join(tmpdir(), 'reelcommons-workers-'))
  const other = createServer().listen({ port: 0, host: '127.0.0.1', reusePort: process.platform === 'linux' })
  await once(other, 'listening')
  t.after(async () => {
    other.close()
    await rm(data, { recursive: true })
  })
  const { port } = other.address() as AddressInfo
  const refused = await run(['serve', '--empty', '--workers', '2', '--data', data, '--port', String(port)])
  assert.equal(refused.code, 1)
  assert.match(refused.output, /^reelcommons serve: listen EADDRINUSE.*\. Choose another port with --port N\.\n$/)
})

const skip = process.platform === 'linux' ? false : 'needs /proc'

test('a worker that cannot start ends the server with one sentence', { skip }, async (t) => {
  const server = await startEmpty(t)
  const closed = once(server.child, 'close')
  const primary = await server.server()
  const children = `/proc/${primary}/task/${primary}/children`
  let pids: number[] = []
  while (pids.length === 0) {
    pids = (await readFile(children, 'utf8')).split(' ').map(Number).filter(Boolean)
    await sleep(1)
  }
  process.kill(pids[0]!, 'SIGKILL')
  assert.deepEqual(await closed, [1, null])
  assert.equal(server.output, 'reelcommons serve: A worker ended with SIGKILL before it served.\n')
})

test('the number of workers is a whole number or auto', async () => {
  const { code, output } = await run(['serve', '--workers', '0'])
  assert.equal(code, 2)
  assert.match(output, /^reelcommons serve: --workers has to be a whole number from 1 to 64, or auto, not "0"\.\n/)
})
