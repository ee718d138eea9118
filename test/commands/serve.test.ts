import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '#src/database/sql.ts'
import { openConnection } from '#src/database/sqlite/connection.ts'
import { until } from '../support/clients.ts'
import { program, Running, run } from '../support/running.ts'

/** The fourteen reads of the specification, on records that the sample has. */
const reads = [
  '/3/person/83/movie_credits',
  '/3/find/tt0126886?external_source=filmdb_id',
  '/3/movie/990001/reviews',
  '/3/tv/990001/alternative_titles',
  '/3/tv/990001/season/1/episode/1/videos',
  '/3/network/990001/images',
  '/3/tv/197/external_ids',
  '/3/collection/29',
  '/3/tv/changes',
  '/3/tv/on_the_air',
  '/3/configuration/languages',
  '/3/company/219/alternative_names',
  '/3/company/219',
]

describe('a new installation', () => {
  let folder: string
  let server: Running
  let site: string
  let key: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'reelcommons-serve-'))
    server = new Running(['serve', '--data', folder, '--port', '0', '--log-level', 'trace'])
    const found = await server.until(/curl '(http:\S+?)\/3\/movie\/1\?api_key=([0-9a-f]{32})'/)
    site = found[1] as string
    key = found[2] as string
  })
  after(async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const get = (path: string) => fetch(`${site}${path}${path.includes('?') ? '&' : '?'}api_key=${key}`)

  test('answers the request that it prints', async () => {
    const reply = await get('/3/movie/1')
    assert.equal(reply.status, 200)
    assert.equal(((await reply.json()) as { title: string }).title, 'A Trip to the Moon')
  })

  for (const path of reads) {
    test(`answers ${path} with something`, async () => {
      const listsOf = async () => {
        const reply = await get(path)
        assert.equal(reply.status, 200)
        const body = (await reply.json()) as object
        return { body, lists: Object.values(body).filter(Array.isArray) }
      }
      let { body, lists } = await listsOf()
      // Pictures come while the server is already there.
      while (path.endsWith('/images') && lists.every((list) => list.length === 0)) {
        await sleep(200)
        ;({ body, lists } = await listsOf())
      }
      if (lists.length > 0 && !('name' in body))
        assert.ok(
          lists.some((list) => list.length > 0),
          JSON.stringify(body),
        )
    })
  }

  test('lets an account keep a watchlist, from its making to the end of its key', async () => {
    const password = 'a passphrase for the test'
    const made = await run(['account', 'create', '--username', 'newcomer', '--data', folder], `${password}\n`)
    assert.equal(made.code, 0, made.output)
    const post = async (path: string, body: object, secret = key) => {
      const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
      const reply = await fetch(`${site}/3${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      return { status: reply.status, body: (await reply.json()) as Record<string, string> }
    }
    const token = await get('/3/authentication/token/new')
    const { request_token } = (await token.json()) as { request_token: string }
    const credentials = { username: 'newcomer', password, request_token }
    assert.equal((await post('/authentication/token/validate_with_login', credentials)).status, 200)
    const { session_id = '' } = (await post('/authentication/session/new', { request_token })).body
    const entry = { media_type: 'movie', media_id: 1, watchlist: true }
    assert.deepEqual(await post(`/account/0/watchlist?session_id=${session_id}`, entry), {
      status: 200,
      body: { success: true, status_code: 1, status_message: 'Success.' },
    })
    const watched = await get(`/3/account/0/watchlist/movies?session_id=${session_id}`)
    const list = (await watched.json()) as { results: { id: number }[] }
    assert.deepEqual(
      list.results.map(({ id }) => id),
      [1],
    )

    const listed = await run(['key', 'list', '--data', folder])
    assert.match(listed.output, /development {2}interface {2}developer {2}no limit/)
    const revoked = await run(['key', 'revoke', '1', '--data', folder])
    assert.equal(revoked.code, 0, revoked.output)
    // Another process revoked it, so that it is known for at most a second.
    let status = 200
    for (let tries = 0; tries < 200 && status === 200; tries++) {
      await sleep(20)
      status = (await get('/3/movie/1')).status
    }
    assert.equal(status, 401)
    const secrets = [password, request_token, session_id]
    for (const secret of secrets) assert.ok(!server.output.includes(secret), 'a secret is in the log')
    assert.equal(server.output.split(key).length, 3, 'the key is shown twice in the welcome, and nowhere else')
  })

  test('stops when it is told to, and starts again without a new key', async () => {
    assert.equal(await server.stop(), 0)
    const connection = openConnection(join(folder, 'catalogue.sqlite'), { readOnly: false, busyTimeoutMs: 1000 })
    connection.run(sql`insert into request_token (digest, key_id, expires_at) values ('over', 1, '2001-01-01')`)
    const used = connection.one(sql`select sum(requests) >= ${reads.length} as is_all from key_usage`)
    assert.equal(used?.is_all, 1, 'what was counted is written before the end')
    const again = new Running(['serve', '--data', folder, '--port', '0'])
    await again.until(/Server listening/)
    assert.doesNotMatch(again.output, /api_key/)
    await until(() => connection.one(sql`select digest from request_token where digest = 'over'`) === undefined)
    connection.close()
    assert.equal(await again.stop('SIGINT'), 0)
  })

  test('refuses to start on tables of a newer version', async () => {
    const connection = openConnection(join(folder, 'catalogue.sqlite'), { readOnly: false, busyTimeoutMs: 1000 })
    connection.script("insert into migration (number, name, digest, at) values (9999, '9999-later', '', '')")
    connection.close()
    const refused = await run(['serve', '--data', folder, '--port', '0'])
    assert.equal(refused.code, 1)
    assert.match(refused.output, /^reelcommons serve: .*newer version.*\n$/)
  })
})

/** A data folder that others on the machine may look into. */
async function openFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-serve-'))
  // It is removed while its server may still be at work.
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }))
  await chmod(folder, 0o755)
  return folder
}

test('what is kept is for its owner alone, in an open folder too', async (t) => {
  const folder = await openFolder(t)
  const server = new Running(['serve', '--empty', '--data', folder, '--port', '0'])
  t.after(() => server.stop())
  await server.until(/Server listening/)
  const names = await readdir(folder)
  const open = []
  for (const name of names) {
    const entry = await stat(join(folder, name))
    if ((entry.mode & 0o777) !== (entry.isDirectory() ? 0o700 : 0o600)) open.push(name)
  }
  assert.deepEqual([names.includes('catalogue.sqlite'), open], [true, []])
})

test('what was counted is written before the server waits for a mail that is in flight', async (t) => {
  const folder = await openFolder(t)
  const silent = createServer()
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  t.after(() => silent.close())
  const words = ['serve', '--empty', '--data', folder, '--port', '0']
  const first = new Running(words)
  const [, path, key] = await first.until(/curl 'http:\S+?(\/3\/\S+\?api_key=([0-9a-f]{32}))'/)
  assert.equal(await first.stop(), 0)
  const connection = openConnection(join(folder, 'catalogue.sqlite'), { readOnly: false, busyTimeoutMs: 1000 })
  t.after(() => connection.close())
  const at = '2026-03-10T12:00:00.000Z'
  connection.run(sql`
    insert into mail (template, account_id, recipient, language, facts, created_at, due_at)
    values ('passwordChanged', null, 'ada@people.example', 'en', '{}', ${at}, ${at})`)
  const isAsked = once(silent, 'connection')
  const server = new Running([...words, '--smtp', `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`])
  t.after(() => server.stop('SIGKILL'))
  const [, site] = await server.until(/Reelcommons is at (http:\S+),/)
  await isAsked
  assert.ok(path && key)
  assert.equal((await fetch(`${site}${path}`)).status, 200)
  server.child.kill('SIGTERM')
  while (!connection.one(sql`select 1 from key_usage where requests > 0`)) {
    assert.equal(server.child.exitCode, null, 'the server waits for its mail')
    await sleep(10)
  }
  assert.doesNotMatch(server.output, /"stopped"/)
})

test('a first start that was cut short is completed by the next one', async (t) => {
  const folder = await openFolder(t)
  const first = new Running(['serve', '--data', folder, '--port', '0'])
  await first.until(/Loading the sample/)
  const connection = openConnection(join(folder, 'catalogue.sqlite'), { readOnly: true, busyTimeoutMs: 1000 })
  while (connection.one(sql`select id from edit limit 1`) === undefined) await sleep(5)
  connection.close()
  await first.stop('SIGKILL')
  const second = new Running(['serve', '--data', folder, '--port', '0'])
  t.after(() => second.stop())
  const [, address] = await second.until(/curl '(http:\S+)'/)
  assert.match(second.output, /Loading the sample/)
  // The last record of the sample.
  const reply = await fetch((address as string).replace('/movie/1?', '/network/990001?'))
  assert.equal(reply.status, 200)
})

test('a folder that cannot be made ends a start at once, with a sentence', async (t) => {
  const folder = await openFolder(t)
  await writeFile(join(folder, 'file'), '')
  const places: [data: string, code: string][] = [[join(folder, 'file', 'data'), 'ENOTDIR']]
  // There, making a folder fails as if its parent were missing, which it is not.
  if (process.platform === 'linux') places.push(['/proc/none/data', 'ENOENT'])
  for (const [data, code] of places)
    for (const words of [
      ['serve'],
      ['import', '-'],
      ['key', 'create', '--new', '--name', 'a', '--plan', 'developer'],
    ]) {
      const { code: exit, output } = await run([...words, '--data', data])
      const sentence = `The folder ${data} cannot be created (${code}); choose a place that you can write to.`
      assert.deepEqual([exit, output], [1, `reelcommons ${words[0]}: ${sentence}\n`])
    }
})

const isFirstPossible = process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/unshare')
for (const isFirst of [false, true]) {
  const skip = isFirst && !isFirstPossible ? 'it takes root and unshare' : false
  const name = `a start that hangs ends when it is told to${isFirst ? ', as the first process of a container too' : ''}`
  test(name, { skip }, async (t) => {
    // A database that takes connections and never answers.
    const silent = createServer().listen(0, '127.0.0.1')
    t.after(() => silent.close())
    await once(silent, 'listening')
    const isAsked = once(silent, 'connection')
    const { port } = silent.address() as AddressInfo
    const words = [program, 'serve', '--database', `postgres://127.0.0.1:${port}/none`, '--port', '0']
    const child = isFirst
      ? spawn('/usr/bin/unshare', ['--pid', '--fork', '--kill-child', process.execPath, ...words])
      : spawn(process.execPath, words)
    t.after(() => child.kill('SIGKILL'))
    const [socket] = (await isAsked) as [Socket]
    t.after(() => socket.destroy())
    const closed = once(child, 'close')
    const told = isFirst ? await childOf(child.pid as number) : (child.pid as number)
    process.kill(told, 'SIGTERM')
    assert.deepEqual(await closed, isFirst ? [143, null] : [null, 'SIGTERM'])
  })
}

/** The only child of a process. */
const childOf = async (pid: number) => Number(await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8'))

test('a catalogue that cannot be opened is named in one sentence', async (t) => {
  const folder = await openFolder(t)
  await writeFile(join(folder, 'catalogue.sqlite'), 'this is no database')
  for (const command of ['serve', 'export']) {
    const { code, output } = await run([command, '--data', folder])
    const sentence = `The catalogue in ${folder} cannot be opened: file is not a database`
    assert.deepEqual([code, output], [1, `reelcommons ${command}: ${sentence}\n`])
  }
})

test('a command with wrong words says so in one sentence, and how it is written', async () => {
  const { code, output } = await run(['serve', '--port', 'many'])
  assert.equal(code, 2)
  assert.match(
    output,
    /^reelcommons serve: .*--port.*\nUsage: reelcommons serve .*\n {7}reelcommons serve --test .*\n$/,
  )
})
