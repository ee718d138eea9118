import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { FollowProblem } from '#src/commons/following/problems.ts'
import type { Connecting } from '#src/commons/following/reaching/connecting.ts'
import { findPlace } from '#src/commons/following/reaching/place.ts'
import { maxManifestBytes } from '#src/commons/format/limits.ts'
import { packetPath } from '#src/commons/format/names.ts'
import { emptyCatalogue, exportOf, linesOf, openFor } from '../support/catalogue.ts'
import { type Lie, serveFiles } from '../support/commons/file-host.ts'
import { openFollower } from '../support/commons/follower.ts'
import { openPublisher } from '../support/commons/publisher.ts'
import { film } from '../support/commons/spoilt.ts'
import { sqliteEngine } from '../support/engines.ts'

async function openServed(context: TestContext, connecting: Partial<Connecting> = {}) {
  const db = await openFor(context, sqliteEngine(emptyCatalogue))
  const publisher = await openPublisher(context)
  await publisher.whole([film('One')])
  const lie: { now?: Lie } = {}
  const served = await serveFiles(context, publisher, lie)
  const follower = await openFollower(context, db, {
    connecting: { allowsPrivate: true, silenceMs: 300, answerMs: 1_000, ...connecting },
  })
  const id = await follower.follow(served.address)
  assert.deepEqual(await follower.take(id), { outcome: 'current', problem: null, detail: '' })
  return { db, publisher, served, lie, follower, id }
}

const reasonOf = (address: string, connecting: Partial<Connecting>) =>
  findPlace(address, { allowsPrivate: false, ...connecting }).then(
    ({ name }) => `found ${name}`,
    (error) => (error instanceof FollowProblem ? error.message : `not refused: ${error}`),
  )

const named = (...addresses: string[]) => {
  let asked = 0
  return async () => [{ address: addresses[Math.min(asked++, addresses.length - 1)] as string, family: 4 }]
}

test('what is new is asked for with the tag of what is known, and fetched only then', async (context) => {
  const { db, publisher, served, follower, id } = await openServed(context)
  served.asked.length = 0
  await follower.take(id)
  assert.deepEqual(served.asked, ['manifest.json'])
  await publisher.packet([film('Two')])
  await follower.take(id)
  assert.deepEqual(served.asked.slice(1), ['manifest.json', 'manifest.sig', packetPath(1)])
  assert.equal((await linesOf(db))[0]?.title, 'Two')
})

test('only https leads out of the own network, and nothing leads into others', async () => {
  const special = 'leads to a private or special network'
  const cases: [string, Partial<Connecting>, RegExp][] = [
    ['http://films.example', { resolve: named('1.1.1.1') }, /has to begin with https:\/\//],
    ['http://films.example', { resolve: named('1.1.1.1'), allowsPrivate: true }, /not in a private network/],
    ['https://127.0.0.1', {}, new RegExp(special)],
    ['https://films.example', { resolve: named('10.0.0.1') }, new RegExp(special)],
    ['https://[::ffff:7f00:1]', {}, new RegExp(special)],
    ['https://169.254.169.254', { allowsPrivate: true }, /leads to a special network/],
    ['https://films.example', { resolve: named('100.64.0.1'), allowsPrivate: true }, /leads to a special network/],
    ['https://ann:secret@films.example', { resolve: named('1.1.1.1') }, /user name or a password/],
    ['ftp://films.example', {}, /begins with https:\/\//],
    ['films', {}, /begins with https:\/\//],
  ]
  for (const [address, connecting, reason] of cases) assert.match(await reasonOf(address, connecting), reason, address)
})

test('a name that leads elsewhere the second time is refused then, and never connected to', async (context) => {
  const resolve = named('127.0.0.1', '127.0.0.1', '169.254.169.254')
  const publisher = await openPublisher(context)
  await publisher.whole([film('One')])
  const { port, asked } = await serveFiles(context, publisher)
  const connecting = { allowsPrivate: true, resolve }
  const place = await findPlace(`http://films.example:${port}`, connecting)
  assert.deepEqual(asked, ['manifest.json', 'manifest.sig'])
  await assert.rejects(place.manifest(''), /leads to a special network/)
  assert.equal(asked.length, 2)
})

test('a redirect to another host is refused, and one on the same host is followed', async (context) => {
  const { publisher, follower, id, lie, served } = await openServed(context)
  await publisher.packet([film('Two')])
  lie.now = (path, response) => {
    response.writeHead(302, { location: `http://10.0.0.1:${served.port}/${path}` }).end()
    return true
  }
  const refused = await follower.take(id)
  assert.deepEqual([refused.problem, refused.detail], ['unreachable', 'manifest.json redirects to another host'])
  const manifest = await readFile(join(publisher.folder, 'manifest.json'))
  lie.now = (path, response) => {
    if (path === 'manifest.json') response.writeHead(302, { location: '/moved' }).end()
    else if (path === '/moved') response.end(manifest)
    return path === 'manifest.json' || path === '/moved'
  }
  assert.equal((await follower.take(id)).problem, null)
})

test('a manifest may be packed, and unpacks to no more than it may be', async (context) => {
  const { publisher, follower, id, lie } = await openServed(context)
  await publisher.packet([film('Two')])
  const manifest = await readFile(join(publisher.folder, 'manifest.json'))
  const answers: [Buffer, string | null][] = [
    [gzipSync(Buffer.alloc(maxManifestBytes + 1, 32)), 'bounds'],
    [Buffer.alloc(100, 7), 'format'],
    [gzipSync(manifest).subarray(0, -9), 'format'],
    [gzipSync(manifest), null],
  ]
  for (const [bytes, problem] of answers) {
    lie.now = (path, response, headers) => {
      if (path !== 'manifest.json') return false
      assert.equal(headers['accept-encoding'], 'gzip')
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bytes)
      return true
    }
    assert.equal((await follower.take(id)).problem, problem)
  }
  assert.deepEqual(follower.faults, [])
})

test('answers that trickle for ever or say nothing end', async (context) => {
  const { publisher, follower, id, lie, db } = await openServed(context)
  const before = await exportOf(db)
  await publisher.packet([film('Two')])
  lie.now = (path, response) => {
    if (path !== packetPath(1)) return false
    response.writeHead(200)
    const timer = setInterval(() => response.write('x'), 40)
    response.on('close', () => clearInterval(timer))
    return true
  }
  const trickled = await follower.take(id)
  assert.ok(['unreachable', 'bounds'].includes(trickled.problem ?? ''), `${trickled.problem} ${trickled.detail}`)
  lie.now = (path, response) => {
    if (path === packetPath(1)) response.writeHead(200).write('x')
    return path === packetPath(1)
  }
  assert.match((await follower.take(id)).detail, /took too long/)
  assert.equal(await exportOf(db), before)
})

test('a server that cannot is asked again later, and when it says so', async (context) => {
  const { publisher, follower, id, lie } = await openServed(context)
  await publisher.packet([film('Two')])
  for (const [status, retryAfter, least] of [
    [503, undefined, 60],
    [429, '1800', 1_800],
    [500, 'nonsense', 120],
  ] as const) {
    lie.now = (_path, response) => {
      response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end()
      return true
    }
    const { problem, detail } = await follower.take(id)
    assert.deepEqual([problem, detail], ['refused', `manifest.json was answered with status ${status}`])
    const following = await follower.found(id)
    const pause = (Date.parse(following?.next_at ?? '') - follower.clock.now.getTime()) / 1_000
    assert.ok(pause >= least && pause <= 86_400, `${status}: ${pause}`)
  }
  delete lie.now
  assert.equal((await follower.take(id)).problem, null)
})

test('a download that was interrupted goes on where it was', async (context) => {
  const { publisher, follower, id, lie, served, db } = await openServed(context)
  await publisher.packet([film('Two')])
  const bytes = await readFile(join(publisher.folder, packetPath(1)))
  lie.now = (path, response) => {
    if (path !== packetPath(1)) return false
    response.writeHead(200, { 'content-length': bytes.length })
    response.write(bytes.subarray(0, 30), () => setTimeout(() => response.destroy(), 50))
    return true
  }
  assert.equal((await follower.take(id)).problem, 'unreachable')
  delete lie.now
  served.asked.length = 0
  assert.equal((await follower.take(id)).problem, null)
  assert.deepEqual(served.asked.at(-1), `${packetPath(1)} bytes=30-`)
  assert.equal((await linesOf(db))[0]?.title, 'Two')
})

test('files of a host that has them elsewhere are found, and links out of a folder are not read', async (context) => {
  const publisher = await openPublisher(context)
  await publisher.whole([film('One')])
  const { folder } = publisher
  assert.equal(await reasonOf(folder, {}), `found ${folder}`)
  assert.equal(await reasonOf(`file://${folder}`, {}), `found ${folder}`)
  assert.match(await reasonOf('/nowhere', {}), /there is no manifest\.json/)
  const { symlink } = await import('node:fs/promises')
  await symlink('/etc/hostname', join(folder, 'changes'))
  const place = await findPlace(folder, { allowsPrivate: false })
  await assert.rejects(place.open('../../etc/passwd', { from: 0, bytes: 10 }), FollowProblem)
  await assert.rejects(place.open(packetPath(1), { from: 0, bytes: 10 }), FollowProblem)
})
