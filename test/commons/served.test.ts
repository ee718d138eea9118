import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { digestOf } from '#src/commons/format/read.ts'
import type { Manifest } from '#src/commons/format/schemas.ts'
import { catalogueFile, openDatabase } from '#src/database/open.ts'
import { packageRoot } from '#src/package-root.ts'
import { emptyCatalogue, importInto, openFor, sources } from '../support/catalogue.ts'
import { until } from '../support/clients.ts'
import { packetIn, publishedIn, publishInto, wholeIn } from '../support/commons/published.ts'
import { forEachEngine, sqliteEngine, type TestEngine } from '../support/engines.ts'
import { freePort } from '../support/postgres.ts'
import { besideOf, killAll, Running } from '../support/running.ts'
import { serve } from '../support/served.ts'

const shared = sources.map((source) => ({ ...source, redistributable: true }))
const film = (id: number) => ({ kind: 'movie', id, title: `Film ${id}`, overview: 'Words. '.repeat(40), source: 'low' })
const films = (count: number) => Array.from({ length: count }, (_, at) => film(at + 1))

async function folderFor(context: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-served-'))
  context.after(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }))
  return folder
}

/** A folder with a whole dump and a packet. */
async function published(context: TestContext, engine: TestEngine) {
  const data = await folderFor(context)
  const folder = join(data, 'dump')
  const db = await openFor(context, engine)
  await importInto(db, [...shared, ...films(20)])
  await publishInto(db, { data, folder })
  await importInto(db, [{ ...film(1), title: 'Changed' }])
  await publishInto(db, { data, folder })
  return { data, folder, manifest: await publishedIn(folder) }
}

const engine = sqliteEngine(emptyCatalogue)

test('a server hands out what is published, without a key, and nothing else', async (context) => {
  const { data, folder, manifest } = await published(context, engine)
  const { ask } = await serve(context, engine, { publish: 'true', 'publish-folder': folder, data })
  const answer = await ask('/commons/dump/manifest.json')
  assert.equal(answer.status, 200)
  assert.deepEqual(JSON.parse(answer.body), manifest)
  assert.equal(answer.headers['cache-control'], 'no-cache')
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8')
  const { etag = '' } = answer.headers
  assert.equal((await ask('/commons/dump/manifest.json', { 'if-none-match': etag })).status, 304)
  const text = await readFile(join(folder, 'manifest.json'))
  for (let time = 1; time <= 2; time++) {
    const small = await ask('/commons/dump/manifest.json', { 'accept-encoding': 'gzip' })
    assert.deepEqual([small.status, small.headers['content-encoding']], [200, 'gzip'])
    assert.equal(small.headers.etag, etag)
    assert.ok(small.bytes < text.length)
    assert.equal(small.headers['content-length'], String(small.bytes))
  }
  const [packet] = manifest.packets.newest as [Manifest['packets']['newest'][number]]
  const whole = await ask(`/commons/dump/${packet.path}`)
  assert.equal(whole.headers['cache-control'], 'public, max-age=31536000, immutable')
  assert.equal(whole.bytes, packet.bytes)
  const head = await ask(`/commons/dump/${packet.path}`, {}, 'HEAD')
  assert.deepEqual([head.status, head.headers['content-length'], head.bytes], [200, String(packet.bytes), 0])
  const part = await ask(`/commons/dump/${packet.path}`, { range: 'bytes=10-' })
  assert.deepEqual([part.status, part.bytes], [206, packet.bytes - 10])
  assert.equal(part.headers['content-range'], `bytes 10-${packet.bytes - 1}/${packet.bytes}`)
  assert.equal((await ask(`/commons/dump/${packet.path}`, { range: 'bytes=99999999-' })).status, 416)
  const stale = await ask(`/commons/dump/${packet.path}`, { range: 'bytes=10-', 'if-range': '"other"' })
  assert.deepEqual([stale.status, stale.bytes], [200, packet.bytes])
  await writeFile(join(folder, 'key.json'), 'secret')
  for (const path of [
    'key.json',
    '../commons/key.json',
    '..%2fcommons%2fkey.json',
    'changes/000/000/999.ndjson.zst',
    '',
  ])
    assert.ok([401, 404].includes((await ask(`/commons/dump/${path}`)).status), path)
  assert.equal((await ask('/commons/dump/manifest.json', {}, 'POST')).status, 401)
})

test('a server that is private, or publishes nothing, hands out nothing', async (context) => {
  const { data, folder } = await published(context, engine)
  const off = await serve(context, engine, { 'publish-folder': folder, data })
  assert.equal((await off.ask('/commons/dump/manifest.json')).status, 404)
  const closed = await serve(context, engine, { publish: 'true', private: 'true', 'publish-folder': folder, data })
  assert.equal((await closed.ask('/commons/dump/manifest.json')).status, 401)
})

const nginx = '/usr/sbin/nginx'
const skip = existsSync(nginx) || process.env.REELCOMMONS_REQUIRE_NGINX === '1' ? false : 'apt-get install nginx'

test('nginx hands out the folder just as well', { skip }, async (context) => {
  const { folder, manifest } = await published(context, engine)
  const place = await folderFor(context)
  await chmod(place, 0o755)
  await mkdir(join(place, 'site/commons'), { recursive: true })
  await rm(join(place, 'site/commons/dump'), { force: true })
  const port = await freePort()
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${place}/${name};`)
    .join(' ')
  const user = process.getuid?.() === 0 ? 'user root;\n' : ''
  await writeFile(
    join(place, 'nginx.conf'),
    `${user}daemon off;\npid ${place}/nginx.pid;\nworker_processes 1;\nevents { worker_connections 64; }\n` +
      `http { ${temporary} access_log off; server { listen 127.0.0.1:${port}; ` +
      `location /commons/dump/ { alias ${folder}/; } } }\n`,
  )
  const server = spawn(nginx, ['-p', place, '-c', join(place, 'nginx.conf'), '-e', 'stderr'], { stdio: 'ignore' })
  const ended = once(server, 'exit')
  context.after(async () => {
    server.kill('SIGTERM')
    await ended
  })
  const fetched = async (path: string, headers = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}/commons/dump/${path}`, { headers })
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
  }
  await until(async () => (await fetched('manifest.sig').catch(() => undefined))?.status === 200)
  assert.deepEqual(JSON.parse((await fetched('manifest.json')).bytes.toString()), manifest)
  for (const { path, sha256 } of [...(manifest.whole?.parts ?? []), ...manifest.packets.newest])
    assert.equal(digestOf((await fetched(path)).bytes), sha256, path)
  const [part] = manifest.whole?.parts ?? []
  assert.equal((await fetched(part?.path ?? '', { range: 'bytes=5-' })).bytes.length, (part?.bytes ?? 0) - 5)
})

forEachEngine(emptyCatalogue, (each) => {
  /** A catalogue where the command line names it. */
  async function placeOf(context: TestContext) {
    const data = await folderFor(context)
    const location = await each.clone()
    const isFile = each.name === 'SQLite'
    if (isFile) await copyFile(location, join(data, catalogueFile))
    const words = ['--data', data, ...(isFile ? [] : ['--database', location])]
    const db = await openDatabase(isFile ? data : location, { writes: 'inline' })
    context.after(() => db.close())
    return { db, data, words }
  }

  test('whenever publishing is killed, all that a manifest names is there', async (context) => {
    const { db, data, words } = await placeOf(context)
    const folder = join(data, 'dump')
    await importInto(db, [...shared, ...films(3_000)])
    let hasPublished = false
    for (const [round, afterMs] of [400, 600, 700, 800, 900, 1_000, 1_200, 1_500, 60_000].entries()) {
      await importInto(db, [{ ...film(1), title: `Round ${round}` }])
      const program = join(packageRoot, 'bin/start.js')
      const child = spawn(process.execPath, [program, 'publish', folder, ...words], { stdio: 'ignore' })
      const exit = once(child, 'exit')
      await Promise.race([exit, sleep(afterMs)])
      child.kill('SIGKILL')
      const [code] = await exit
      if (code === 0) hasPublished = true
      const isThere = existsSync(join(folder, 'manifest.json'))
      if (!isThere) continue
      // Between the two files there is a moment; the next round signs again.
      await publishedIn(folder).catch((error) => assert.match(error.message, /signature of the manifest|ENOENT.*sig/))
    }
    assert.ok(hasPublished)
    const whole = await wholeIn(folder)
    assert.equal(whole.filter(({ kind }) => kind === 'movie').length, 3_000)
    const { packets } = await publishedIn(folder)
    for (let number = packets.first; number > 0 && number <= packets.last; number++)
      assert.equal((await packetIn(folder, number))[0]?.number, number)
  })

  test('a server publishes beside its requests what changes, also after a kill', async (context) => {
    const { db, data, words } = await placeOf(context)
    await importInto(db, [...shared, ...films(50)])
    const server = new Running(['serve', ...words, '--empty', '--port', '0', '--publish', '--publish-every', '1'])
    context.after(() => killAll(server.child))
    const [, site] = await server.until(/Reelcommons is at (http:\S+),/)
    const folder = join(data, 'commons/dump')
    const manifestNow = async () => (await publishedIn(folder).catch(() => undefined)) as Manifest | undefined
    await until(async () => (await manifestNow())?.whole !== undefined)
    await importInto(db, [{ ...film(1), title: 'Changed' }])
    await until(async () => ((await manifestNow())?.packets.last ?? 0) >= 1)
    const beside = await besideOf(await server.server())
    if (beside !== undefined) process.kill(beside, 'SIGKILL')
    await importInto(db, [{ ...film(2), title: 'Changed' }])
    await until(async () => {
      const manifest = await manifestNow()
      const { last } = manifest?.packets ?? { last: 0 }
      // The manifest may be newer than its signature for a moment.
      const lines = last > 0 ? await packetIn(folder, last).catch(() => []) : []
      return lines.some(({ id, title }) => id === 2 && title === 'Changed')
    })
    const answer = await fetch(`${site}/commons/dump/manifest.json`)
    assert.deepEqual(await answer.text(), await readFile(join(folder, 'manifest.json'), 'utf8'))
    assert.equal(await server.stop(), 0)
  })
})
