import assert from 'node:assert/strict'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import dns from 'node:dns'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import tls, { type TLSSocket } from 'node:tls'
import { filesIn, makeIn } from '#src/certificates/folder.ts'
import { makeAuthority, makeCertificate } from '#src/certificates/make.ts'
import { readName } from '#src/certificates/names.ts'
import { CertificateError, endsSoon, readCertificates } from '#src/certificates/read.ts'
import { readConfig } from '#src/config.ts'
import { CERTIFICATE_CHECK_MS } from '#src/http/hosts/tls.ts'
import { createKey } from '#src/keys/keys.ts'
import { makeSharedKey } from '#src/keys/keys-of-apps.ts'
import { recentRefusals } from '#src/keys/recent-requests.ts'
import { openMedia } from '#src/media/media.ts'
import { openClient } from '../../conformance/client.ts'
import { reportOf } from '../../conformance/report.ts'
import { runSuite } from '../../conformance/suite.ts'
import { until } from '../support/clients.ts'
import { forEachEngine, sqliteEngine, type TestEngine } from '../support/engines.ts'
import { plain } from '../support/media/bytes.ts'
import { runCommand } from '../support/run/command.ts'
import { Running } from '../support/running.ts'
import { serve } from '../support/served.ts'
import { keys, loadWorld, sessions, testDay } from '../support/world.ts'

const host = 'api.player.example'
const pictures = 'image.player.example'
const keyOfApp = 'fedcba9876543210fedcba9876543210'

async function openFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-tls-'))
  t.after(() => rm(folder, { recursive: true }))
  return folder
}

const make = (folder: string, names: string[]) =>
  makeIn({ folder, names: names.map(readName), now: new Date(), isNew: false, forgets: false })

async function open(t: TestContext, options: Record<string, string> = {}, engine = sqliteEngine(loadWorld)) {
  const folder = await openFolder(t)
  // As people make it.
  const made = await runCommand(['certificate', host, pictures, '--folder', folder])
  assert.equal(made.code, 0, made.stderr)
  const files = filesIn(folder)
  const place = { 'tls-certificate': files.certificate, 'tls-key': files.key, site: '' }
  const served = await serve(t, engine, { ...place, ...options })
  const ca = await readFile(files.authority, 'utf8')
  return { ...served, folder, files, ca }
}

type Asking = { port: number; ca?: string; path?: string; name?: string; agent?: Agent | false }

/** A request to this machine under a name. */
function ask({ port, ca, path = '/healthz', name = host, agent = false }: Asking) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number
    type: string
    body: string
    socket: TLSSocket
  }>()
  const headers = { host: `${name}:${port}` }
  const asked = request({ host: '127.0.0.1', port, servername: name, path, headers, agent, ...(ca && { ca }) })
  asked.on('error', reject)
  asked.on('response', (reply) => {
    const socket = reply.socket as TLSSocket
    const { statusCode: status = 0, headers } = reply
    text(reply).then((body) => resolve({ status, type: headers['content-type'] ?? '', body, socket }), reject)
  })
  asked.end()
  return promise
}

/** Names below .example lead to this machine, and this process trusts one authority. */
function leadHere(t: TestContext, ca: string) {
  const lookUp = dns.lookup as (name: string, options: object, done: (...found: unknown[]) => void) => void
  t.mock.method(dns, 'lookup', (name: string, options: { all?: boolean }, done: (...found: unknown[]) => void) => {
    if (!name.endsWith('.example')) return lookUp(name, options, done)
    if (options.all) done(null, [{ address: '127.0.0.1', family: 4 }])
    else done(null, '127.0.0.1', 4)
  })
  const before = tls.getCACertificates('default')
  tls.setDefaultCACertificates([ca])
  t.after(() => tls.setDefaultCACertificates(before))
}

const nothingWrong = 'a client of the interface finds nothing wrong through TLS, under the name of another host'
/** Both engines: what arrives is the same whatever the catalogue is in. */
forEachEngine(loadWorld, (engine) => {
  test(nothingWrong, (t) => findNothingWrong(t, engine))
})

async function findNothingWrong(t: TestContext, engine: TestEngine) {
  const { port, db, ca } = await open(t, {}, engine)
  leadHere(t, ca)
  const brought = { name: 'Player', plan: 'professional', account_id: null, limit_per_second: 0 } as const
  await createKey(db, { ...brought, dialect: 'common', secret: keyOfApp, now: new Date(testDay) })
  const client = openClient({ url: `https://${host}:${port}`, key: keyOfApp, session: sessions.ada, dialect: 'common' })
  const results = await runSuite(client, { records: 1 })
  const wrong = results.filter(({ state }) => state === 'wrong')
  assert.equal(wrong.length === 0 ? '' : reportOf(wrong), '')
  assert.ok(results.filter(({ state }) => state === 'right').length > 100)
}

test('two workers show the certificate, and both show a new one', async (t) => {
  const folder = await openFolder(t)
  const { files } = await make(folder, [host])
  const where = ['--data', join(folder, 'data'), '--tls-certificate', files.certificate, '--tls-key', files.key]
  const server = new Running(['serve', '--empty', '--workers', '2', '--port', '0', ...where])
  t.after(() => server.stop())
  const [, found = ''] = await server.until(/Reelcommons is at https:\/\/[^:]+:(\d+)/)
  const [port, ca] = [Number(found), await readFile(files.authority, 'utf8')]
  const shown = async () => (await ask({ port, ca })).socket.getPeerX509Certificate()?.serialNumber
  const before = await shown()
  const { leaf } = await make(folder, [host])
  assert.notEqual(before, leaf.serialNumber)
  // The kernel gives each connection to one of the workers.
  const all = () => Promise.all(Array.from({ length: 20 }, shown))
  await until(async () => (await all()).every((serial) => serial === leaf.serialNumber))
})

test('a certificate that is not accepted, and the wrong protocol, are counted for the page of tests', async (t) => {
  const { port, db, counted } = await open(t)
  const found = async (usage: typeof counted) => {
    await usage.write()
    return Object.fromEntries(await recentRefusals(db, (place) => place === '127.0.0.0/24', new Date(testDay)))
  }
  // Node hangs up without a word; others say that they know no such authority.
  const alert = connect({ host: '127.0.0.1', port })
  alert.on('error', () => {}).resume()
  const write = (bytes: Buffer, _encoding: string, done: () => void) => void alert.write(bytes, done)
  const hello = tls.connect({ socket: new Duplex({ read() {}, write }), maxVersion: 'TLSv1.2' })
  hello.on('error', () => {})
  await once(alert, 'data')
  alert.end(Buffer.from([0x15, 3, 3, 0, 2, 2, 48]))
  await once(alert, 'close')
  hello.destroy()
  const bare = connect({ host: '127.0.0.1', port })
  bare.on('error', () => {}).resume()
  bare.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await once(bare, 'close')
  assert.deepEqual(await found(counted), { certificate: 1, http: 1 })
  const plain = await serve(t, sqliteEngine(loadWorld))
  await assert.rejects(ask({ port: plain.port }))
  await plain.counted.write()
  assert.deepEqual([...(await recentRefusals(plain.db, () => true, new Date(testDay)))], [['https', 1]])
})

test('an app under the name of another host finds its pictures under that name', async (t) => {
  const data = await openFolder(t)
  const { port, db, ca } = await open(t, { 'app-hosts': `${host},${pictures}`, data })
  const media = openMedia({ db, config: readConfig({ data }, {}).config, onError: assert.ifError })
  t.after(media.close)
  const poster = await media.put(await plain(400, 600).jpeg().toBuffer(), { gallery: 'posters' })
  await makeSharedKey(db, new Date(testDay))
  const { status, body } = await ask({ port, ca, path: `/3/configuration?api_key=${keyOfApp}` })
  assert.equal(status, 200)
  assert.equal(JSON.parse(body).images.secure_base_url, `https://${host}:${port}/t/p/`)
  for (const name of [host, pictures]) {
    const shown = await ask({ port, ca, name, path: `/t/p/w185${poster.file_path}` })
    assert.deepEqual([shown.status, shown.type], [200, 'image/jpeg'], name)
    const none = await ask({ port, ca, name, path: '/t/p/w500/none.jpg' })
    assert.deepEqual([none.status, JSON.parse(none.body).status_code], [404, 34])
  }
})

test('who does not trust the authority sees nothing, and the authority signs for nothing else', async (t) => {
  const { port, ca, files } = await open(t)
  await assert.rejects(ask({ port }), /unable to verify|self-signed|local issuer/)
  assert.equal((await ask({ port, ca })).status, 200)
  await assert.rejects(ask({ port, ca, name: 'other.example' }), /not match|altname/i)

  const key = createPrivateKey(await readFile(files.authorityKey))
  for (const [name, expected] of [
    ['other.example', 'permitted subtree violation'],
    ['player.example', 'permitted subtree violation'],
    [`evil${host}`, 'permitted subtree violation'],
    ['127.0.0.1', 'excluded subtree violation'],
    [`below.${host}`, 'accepted'],
  ] as const) {
    const signed = makeCertificate([readName(name)], { certificate: ca, key }, new Date())
    const pem = String(signed.key.export({ type: 'pkcs8', format: 'pem' }))
    const server = tls.createServer({ cert: signed.certificate, key: pem })
    server.on('tlsClientError', () => {})
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port: own } = server.address() as { port: number }
    const named = name === '127.0.0.1' ? {} : { servername: name }
    const socket = tls.connect({ host: '127.0.0.1', port: own, ca, ...named })
    t.after(() => server.close())
    const said = await new Promise((resolve) => {
      socket.on('secureConnect', () => resolve('accepted'))
      socket.on('error', ({ message }) => resolve(message))
    })
    socket.destroy()
    assert.equal(said, expected, name)
  }
})

test('a new certificate is shown to new connections, and those that are open go on', async (t) => {
  const { port, ca, folder, files } = await open(t)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.after(() => agent.destroy())
  const first = await ask({ port, ca, agent })
  const shown = async () => (await ask({ port, ca })).socket.getPeerX509Certificate()?.serialNumber
  const before = first.socket.getPeerX509Certificate()?.serialNumber
  assert.equal(await shown(), before)

  const { leaf } = await make(folder, [host, pictures])
  assert.notEqual(leaf.serialNumber, before)
  await until(async () => (await shown()) === leaf.serialNumber)
  const again = await ask({ port, ca, agent })
  assert.deepEqual([again.status, again.socket === first.socket], [200, true])

  // What cannot be read changes nothing, and what can be read later does.
  await writeFile(files.certificate, 'no certificate')
  await sleep(1.5 * CERTIFICATE_CHECK_MS)
  assert.equal(await shown(), leaf.serialNumber)
  const { leaf: third } = await make(folder, [host])
  await until(async () => (await shown()) === third.serialNumber)
})

test('of several certificates the one that names the host is shown', async (t) => {
  const other = await openFolder(t)
  const made = await make(other, ['films.lan'])
  const folder = await openFolder(t)
  const { files } = await make(folder, [host])
  const served = await serve(t, sqliteEngine(loadWorld), {
    'tls-certificate': `${files.certificate},${made.files.certificate}`,
    'tls-key': `${files.key},${made.files.key}`,
    site: '',
  })
  const { port } = served
  const [ca, caOfOther] = [await readFile(files.authority, 'utf8'), await readFile(made.files.authority, 'utf8')]
  const path = `/3/configuration?api_key=${keys.first}`
  for (const [name, authority] of [
    [host, ca],
    ['films.lan', caOfOther],
  ] as const) {
    const { body } = await ask({ port, ca: authority, name, path })
    assert.equal(JSON.parse(body).images.base_url, `https://${name}:${port}/t/p/`)
  }
})

test('what is no TLS ends, and the server goes on', async (t) => {
  const { port, ca } = await open(t)
  const socket = connect({ host: '127.0.0.1', port })
  socket.on('error', () => {})
  socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await once(socket, 'close')
  const rude = connect({ host: '127.0.0.1', port })
  await once(rude, 'connect')
  rude.resetAndDestroy()
  assert.equal((await ask({ port, ca })).status, 200)
})

test('files that cannot be served are named', async (t) => {
  const [folder, other] = [await openFolder(t), await openFolder(t)]
  const { files } = await make(folder, [host])
  const { files: of } = await make(other, [host])
  await writeFile(join(folder, 'empty.pem'), '')
  const wrong: [certificate: string, key: string, sentence: RegExp][] = [
    [join(folder, 'none.pem'), files.key, /none\.pem cannot be read \(ENOENT\)/],
    [join(folder, 'empty.pem'), files.key, /empty\.pem holds no certificate in PEM/],
    [files.certificate, files.certificate, /certificate\.pem holds no private key in PEM/],
    [files.certificate, of.key, /is not that of the certificate/],
  ]
  for (const [tlsCertificate, tlsKey, message] of wrong)
    assert.throws(() => readCertificates({ tlsCertificate, tlsKey }), { name: CertificateError.name, message })
})

test('the end of a certificate is near a month before, or in its last quarter', () => {
  const now = new Date('2026-11-25T12:00:00Z')
  const after = (days: number) => new Date(now.getTime() + days * 86_400_000)
  const names = [readName(host)]
  for (const [days, soon] of [
    [396, 367],
    [40, 31],
  ] as const) {
    const { certificate } = makeAuthority(names, now, days)
    const leaf = new X509Certificate(certificate)
    assert.deepEqual([endsSoon(leaf, after(soon - 2)), endsSoon(leaf, after(soon + 1))], [false, true], `${days} days`)
  }
})
