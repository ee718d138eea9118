import assert from 'node:assert/strict'
import { once } from 'node:events'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Migratable } from '#src/database/migratable.ts'
import { emptyCatalogue } from '../support/catalogue.ts'
import { ask, until } from '../support/clients.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { hanging, hangsInALoop, hangsInAQuery } from '../support/failures/hanging.ts'
import { isAlive, killAll, type LogLine, logOf, Running, within, workersOf } from '../support/running.ts'
import { keys, loadAccess } from '../support/world.ts'

/** How long a server may hang here, and another one that nobody else would end. */
const HANG_MS = 4_000
const never = ['--hang-timeout-ms', '0']

async function prepare(db: Migratable) {
  await emptyCatalogue(db)
  await loadAccess(db)
}

type Started = { engine?: TestEngine; words?: string[]; env?: Record<string, string> }

/** A server that hangs when it is asked to; its processes are gone when the test is. */
async function startServer(t: TestContext, { engine, words = [], env = hanging() }: Started = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-hang-'))
  const location = await engine?.clone()
  const isFile = location !== undefined && !location.includes('://')
  if (isFile) await copyFile(location, join(folder, 'catalogue.sqlite'))
  const where = ['--data', folder, ...(location === undefined || isFile ? [] : ['--database', location])]
  const settings = ['--empty', '--port', '0', '--hang-timeout-ms', String(HANG_MS)]
  const server = new Running(['serve', ...where, ...settings, ...words], { env })
  t.after(async () => {
    const closed = once(server.child, 'close')
    await killAll(server.child)
    if (!server.hasEnded) await closed
    await rm(folder, { recursive: true, force: true, maxRetries: 20 })
  })
  return { server, folder, site: await siteOf(server, 1) }
}

/** Where a server is after so many starts. */
async function siteOf(server: Running, starts: number): Promise<string> {
  const [, site] = await server.until(new RegExp(`(?:Reelcommons is at (http:\\S+),[\\s\\S]*){${starts}}`))
  return site as string
}

/** Asks what makes the server hang, and does not wait for the reply. */
function hang(site: string, path: string, text: string) {
  fetch(`${site}${path}&query=${encodeURIComponent(text)}`).catch(() => {})
}

const read = `/3/search/movie?api_key=${keys.first}`
const page = '/search?of=all'
const notAnswering = async (site: string) => {
  while (await isAnswering(site)) await sleep(20)
}
const isAnswering = (site: string) =>
  fetch(`${site}/healthz`, { signal: AbortSignal.timeout(1_000) }).then(
    ({ ok }) => ok,
    () => false,
  )

type HangLine = LogLine & { level: number; err?: { type: string; message: string; stack: string } }

/** The line of the log about a hang, without what is different each time. */
async function hangLine(server: Running) {
  const [text] = await server.until(/.*"level":60,.*\n/)
  const {
    time: _t,
    hostname: _h,
    pid: _p,
    reqId: _r,
    err,
    hangs_ms,
    ...line
  } = JSON.parse(text) as HangLine & Record<string, unknown>
  assert.ok((hangs_ms as number) >= HANG_MS)
  return { line, stack: err?.stack }
}

const sentence = 'the main thread hangs, so the process ends'

forEachEngine(prepare, (engine) => {
  test('a server that hangs at a read ends, says at which, and answers again', async (t) => {
    const { server, site } = await startServer(t, { engine, words: ['--log-delay-ms', '600000'] })
    // Its key is known from now on.
    assert.equal((await ask(`${site}${read}&query=film`)).status, 200)
    hang(site, read, hangsInALoop)
    const { line, stack } = await hangLine(server)
    assert.deepEqual(line, {
      level: 60,
      operation: 'search.movie',
      method: 'GET',
      path: '/3/search/movie',
      msg: sentence,
    })
    assert.match(stack as string, /^Hang: .*\n(?: +at Atomics\.wait .*\n)? {4}at loop .*hanging\.ts:\d+:\d+\)\n/)
    assert.match(stack as string, /src\/groups\/search\/movie\.ts/)
    assert.match(
      server.output,
      /"operation":"search.movie","method":"GET","status":200,/,
      'what was held back is there',
    )
    for (const secret of [keys.first, 'hangs+in', 'hangs%20in'])
      assert.ok(!server.output.includes(secret), `${secret} is in the log`)
    assert.equal((await ask(`${await siteOf(server, 2)}/healthz`)).status, 200)
    assert.match(server.output, /^reelcommons: the server hung, and is started again in 100 ms\.$/m)
  })
})

// They wait for most of their time.
describe('a server that hangs', { concurrency: 3 }, () => {
  test('a page is named as well, where the thread is in a library', async (t) => {
    const { server, site } = await startServer(t)
    hang(site, page, hangsInAQuery)
    const { line, stack } = await hangLine(server)
    assert.deepEqual(
      [line, stack],
      [
        {
          level: 60,
          operation: 'GET /search',
          method: 'GET',
          path: '/search',
          msg: 'the main thread hangs outside JavaScript, so the process ends; the request is the last one that began',
        },
        undefined,
      ],
    )
    assert.equal((await ask(`${await siteOf(server, 2)}/healthz`)).status, 200)
  })

  test('what people read in a terminal is a line for people', async (t) => {
    const { server, site } = await startServer(t, { words: ['--log-format', 'pretty'] })
    hang(site, page, hangsInALoop)
    await server.until(
      /FATAL: the main thread hangs, so the process ends \{"reqId":"req-1",.*"path":"\/search",.*\}\n {4}Hang: /,
    )
  })

  test('a worker that hangs is replaced, and so is all if the primary does', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'reelcommons-hang-'))
    t.after(() => rm(folder, { recursive: true, force: true }))
    const file = join(folder, 'hang')
    const { server, site } = await startServer(t, { words: ['--workers', '2'], env: hanging({ file }) })
    const before = await workersOf(await server.server())
    hang(site, page, hangsInALoop)
    const { line, stack } = await hangLine(server)
    assert.match(stack as string, /src\/search\/\w+\.ts/, 'of the sources')
    const { worker, ...rest } = line as typeof line & { worker: number }
    assert.ok(worker === 1 || worker === 2)
    assert.deepEqual(rest, { level: 60, operation: 'GET /search', method: 'GET', path: '/search', msg: sentence })
    await server.until(/"signal":"SIGALRM","delay_ms":100,"msg":"a worker ended; another one replaces it"/)
    await server.until(/(?:"msg":"Server listening[\s\S]*){3}/)
    const primary = await server.server()
    const workers = await workersOf(primary)
    assert.equal(workers.filter((pid) => before.includes(pid)).length, 1)

    await writeFile(file, '')
    const again = await siteOf(server, 2)
    assert.equal((await ask(`${again}/healthz`)).status, 200)
    const lines = (logOf(server) as HangLine[]).filter(({ level }) => level === 60)
    assert.deepEqual(
      lines.map(({ pid, operation }) => [pid === primary, operation]),
      [
        [false, 'GET /search'],
        [true, undefined],
      ],
    )
    for (const pid of [primary, ...workers]) assert.equal(await isAlive(pid), false)
  })

  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    test(`${signal} ends a server that hangs`, async (t) => {
      const { server, site } = await startServer(t, { words: [...never, '--shutdown-timeout-ms', '3000'] })
      const pid = await server.server()
      hang(site, page, hangsInALoop)
      await within('the server did not hang', notAnswering(site))
      const closed = once(server.child, 'close')
      server.child.kill(signal)
      assert.deepEqual(await within('the server did not end', closed), [null, signal])
      assert.match(server.output, /reelcommons: the server hangs, and was ended after 3000 ms\.\n$/)
      assert.equal(await isAlive(pid), false)
    })

  test('a worker that hangs is ended with its server', async (t) => {
    const words = [...never, '--shutdown-timeout-ms', '3000', '--workers', '2']
    const { server, site } = await startServer(t, { words })
    const primary = await server.server()
    const workers = await workersOf(primary)
    hang(site, page, hangsInALoop)
    // The other worker goes on answering.
    await sleep(500)
    const closed = once(server.child, 'close')
    server.child.kill('SIGTERM')
    assert.deepEqual(await within('the server did not end', closed), [0, null])
    for (const pid of [primary, ...workers]) assert.equal(await isAlive(pid), false)
  })

  for (const hangs of [false, true])
    test(`a server ends with its starter${hangs ? ', also if it hangs' : ''}`, async (t) => {
      // So long that only the end of the starter is a reason.
      const { server, site } = await startServer(t, { words: ['--hang-timeout-ms', '600000'] })
      const pid = await server.server()
      if (hangs) {
        hang(site, page, hangsInALoop)
        await within('the server did not hang', notAnswering(site))
      }
      await within('the server did not end', server.stop('SIGKILL'))
      await within(
        'the server goes on',
        until(async () => !(await isAlive(pid))),
      )
    })

  test('a process that was stopped meanwhile does not hang', async (t) => {
    const { server, site } = await startServer(t)
    const pid = await server.server()
    process.kill(pid, 'SIGSTOP')
    await sleep(2 * HANG_MS)
    process.kill(pid, 'SIGCONT')
    assert.equal((await ask(`${site}/healthz`)).status, 200)
    await sleep(HANG_MS)
    assert.equal((await ask(`${site}/healthz`)).status, 200)
    assert.equal(await server.server(), pid)
  })

  test('a debugger may hold the main thread', async (t) => {
    const { server, site } = await startServer(t, { env: hanging({ flags: '--inspect=127.0.0.1:0' }) })
    hang(site, page, hangsInALoop)
    await within('the server did not hang', notAnswering(site))
    await sleep(2 * HANG_MS)
    assert.equal(server.hasEnded, false)
    assert.doesNotMatch(server.output, /"level":60/)
  })
})
