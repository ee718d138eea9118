import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { closeSync, constants, openSync } from 'node:fs'
import { mkdtemp, open as openFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { readConfig } from '#src/config.ts'
import { INTERFACE_HASHINGS } from '#src/credentials/passwords.ts'
import { openSqlite } from '#src/database/sqlite/sqlite.ts'
import { buildServer } from '#src/http/server.ts'
import { openVisitor, tokenIn } from '../support/pages/visitor.ts'
import { keys, loadWorld, password, testDay } from '../support/world.ts'

/** More than all places for passwords together, those that wait and those that run. */
const many = 4 * INTERFACE_HASHINGS

/** Keeps all threads busy on which passwords are hashed, until it is called. */
async function stopHashing(folder: string): Promise<() => Promise<void>> {
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const threads = Number(process.env.UV_THREADPOOL_SIZE ?? 4)
  // To open a pipe that nobody writes to yet takes a thread for as long.
  const opening = Array.from({ length: threads }, () => openFile(pipe, 'r'))
  return async () => {
    const writer = openSync(pipe, constants.O_RDWR)
    for (const file of await Promise.all(opening)) await file.close()
    closeSync(writer)
  }
}

async function open(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-hashing-'))
  const db = await openSqlite(join(folder, 'catalogue.sqlite'), { writes: 'inline' })
  await loadWorld(db)
  const app = buildServer({ db, config: readConfig({}, {}).config, clock: () => new Date(testDay) })
  t.after(async () => {
    await app.close()
    await db.close()
    await rm(folder, { recursive: true, force: true })
  })
  return { app, folder }
}

test('people sign in on pages while applications have filled their share of the places for passwords', async (t) => {
  const { app, folder } = await open(t)
  const visitor = openVisitor(app)
  const token = tokenIn((await visitor.get('/login')).body)
  const made = await app.inject(`/3/authentication/token/new?api_key=${keys.first}`)
  const { request_token } = made.json()
  const goOn = await stopHashing(folder)

  const isRefused = Promise.withResolvers<void>()
  const approve = async (username: string) => {
    const query = new URLSearchParams({ api_key: keys.first, request_token, username, password })
    const { statusCode } = await app.inject(`/3/authentication/token/validate_with_login?${query}`)
    if (statusCode === 503) isRefused.resolve()
    return statusCode
  }
  const approvals = Array.from({ length: many }, (_, number) => approve(`nobody${number}`))
  await isRefused.promise
  const signedIn = visitor.post('/login', { name: 'bo', password, next: '' }, { token })
  await goOn()
  assert.equal((await signedIn).status, 303)
  const statuses = Object.groupBy(await Promise.all(approvals), (status) => status)
  assert.deepEqual(Object.keys(statuses), ['401', '503'])
})
