import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import ipaddr from 'ipaddr.js'
import { FetchError, type FetchOptions, fetchBytes, isPublic } from '#src/import/fetch.ts'
import { PictureError } from '#src/media/refusals.ts'
import { plain } from '../support/media/bytes.ts'
import { openPlace } from '../support/media/place.ts'

/** A server that stands for the open network, and how to fetch from it: it is found under every name. */
async function openOutside(context: TestContext, answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => server.close().closeAllConnections())
  const port = String((server.address() as AddressInfo).port)
  const options: FetchOptions = {
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    isAllowed: (address) => address === '127.0.0.1',
    ports: new Set([port]),
    limitMs: 2_000,
  }
  return { options, at: (path: string) => `http://pictures.example:${port}${path}` }
}

async function fetched(address: string, options?: FetchOptions): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of fetchBytes(address, options)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const reasonOf = (address: string, options?: FetchOptions) =>
  fetched(address, options).then(
    (bytes) => `fetched ${bytes.length} bytes`,
    (error) => (error instanceof FetchError ? error.message : `not refused: ${error}`),
  )

test('only addresses of the open network are public', () => {
  const closed = [
    ...['127.0.0.1', '127.9.9.9', '0.0.0.0', '10.0.0.1', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1'],
    ...['192.0.0.1', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1', '240.0.0.1'],
    ...['255.255.255.255', '::', '::1', 'fe80::1', 'fc00::1', 'fd12::1', 'ff02::1', '::ffff:127.0.0.1', '2002:7f00::1'],
    ...['::ffff:10.0.0.1', '64:ff9b::7f00:1', '2001:db8::1', '2001::1', '100::1', 'not an address', ''],
  ]
  for (const address of closed) assert.equal(isPublic(address), false, address)
  for (const address of ['1.1.1.1', '93.184.216.34', '2606:4700::1111', '::ffff:1.1.1.1'])
    assert.equal(isPublic(address), true, address)
})

/** What the registries of special purposes name (IPv4, IPv6), what IPv6 embeds IPv4 in, and what nobody was given. */
const special = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4', '255.255.255.255/32'],
  ...['::/128', '::1/128', '::/96', '::ffff:127.0.0.0/104', '::ffff:10.0.0.0/104', '::ffff:192.168.0.0/112'],
  ...['::ffff:0:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64', '100:0:0:1::/64', '2001::/23', '2001::/32'],
  ...['2001:1::/32', '2001:2::/48', '2001:3::/32', '2001:4:112::/48', '2001:10::/28', '2001:20::/28', '2001:30::/28'],
  ...['2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20', '5f00::/16', 'fc00::/7', 'fe80::/10'],
  ...['fec0::/10', 'ff00::/8', '::/3', '1::/16', '4000::/2', '8000::/1'],
]

/** The first address of a range, and the last one. */
function endsOf(range: string): string[] {
  const of = range.includes(':') ? ipaddr.IPv6 : ipaddr.IPv4
  return [of.networkAddressFromCIDR(range), of.broadcastAddressFromCIDR(range)].map(String)
}

test('no end of a special range is public, nor is what lies outside of 2000::/3', () => {
  // The mapped public addresses are themselves, and lie in `::/3`, whose ends are not.
  for (const range of special) for (const end of endsOf(range)) assert.equal(isPublic(end), false, `${end} of ${range}`)
  for (const address of ['::2', '::7f00:1', '::10.0.0.1', '1::1', '4000::1', '1fff:ffff::1', '::ffff:0:1.1.1.1'])
    assert.equal(isPublic(address), false, address)
  for (const address of ['2001:200::1', '2001:4860:4860::8888', '2003::1', '2a00::1', '3ffe:ffff::1', '100.128.0.1'])
    assert.equal(isPublic(address), true, address)
})

test('addresses that lead to this machine or its networks are refused in every spelling', async () => {
  const inside = [
    ...['http://127.0.0.1/x', 'http://2130706433/x', 'http://0x7f.1/x', 'http://0177.0.0.1/x', 'http://127.1/x'],
    ...['http://[::1]/x', 'http://[::ffff:127.0.0.1]/x', 'http://[::ffff:7f00:1]/x', 'http://0/x', 'http://10.0.0.1/x'],
    ...['http://169.254.169.254/latest/meta-data', 'http://localhost/x', 'https://192.168.0.1/x'],
  ]
  for (const address of inside) assert.equal(await reasonOf(address), 'leads to a private or special network', address)

  const resolve = async () => [
    { address: '1.1.1.1', family: 4 },
    { address: '10.0.0.1', family: 4 },
  ]
  assert.equal(await reasonOf('http://pictures.example/x', { resolve }), 'leads to a private or special network')
})

test('only web addresses on their own ports are fetched', async () => {
  const cases = [
    ['file:///etc/passwd', 'has to be a URL that begins with http:// or https://'],
    ['ftp://1.1.1.1/x', 'has to be a URL that begins with http:// or https://'],
    ['pictures/one.jpg', 'has to be a URL that begins with http:// or https://'],
    ['http://ann:secret@pictures.example/x', 'must not contain a user name or a password'],
    ['http://pictures.example:22/x', 'must not name a port other than that of http or https'],
    ['https://pictures.example:8443/x', 'must not name a port other than that of http or https'],
  ]
  for (const [address = '', reason] of cases) assert.equal(await reasonOf(address), reason, address)
})

test('redirects are followed as far as they lead, and checked like the first address', async (context) => {
  const { at, options } = await openOutside(context, (request, response) => {
    const [, to = ''] = /^\/to\/(.*)$/.exec(request.url ?? '') ?? []
    const left = Number(/^\/left\/(\d+)$/.exec(request.url ?? '')?.[1] ?? 0)
    if (to !== '') response.writeHead(302, { location: decodeURIComponent(to) }).end()
    else if (left > 0) response.writeHead(301, { location: `/left/${left - 1}` }).end()
    else response.end(`for ${request.headers.host?.split(':')[0]}`)
  })
  assert.equal(String(await fetched(at('/left/5'), options)), 'for pictures.example')
  assert.equal(await reasonOf(at('/left/6'), options), 'has too many redirects')
  const to = (address: string) => at(`/to/${encodeURIComponent(address)}`)
  const port = new URL(at('/')).port
  assert.equal(await reasonOf(to(`http://10.0.0.1:${port}/x`), options), 'leads to a private or special network')
  assert.equal(
    await reasonOf(to('file:///etc/passwd'), options),
    'has to be a URL that begins with http:// or https://',
  )
  assert.equal(
    await reasonOf(to('http://pictures.example:22/'), options),
    'must not name a port other than that of http or https',
  )
})

test('what is not answered in time, not with a picture, or without an end is given up', async (context) => {
  const { at, options } = await openOutside(context, (request, response) => {
    if (request.url === '/none') response.writeHead(404).end()
    else if (request.url === '/endless') {
      response.writeHead(200)
      const send = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
        if (!response.destroyed) response.once('drain', send)
      }
      send()
    } else if (request.url === '/broken') {
      response.writeHead(200, { 'content-length': 100 })
      response.write('x', () => response.destroy())
    } else if (request.url === '/slow') response.writeHead(200).write('x')
  })
  assert.equal(await reasonOf(at('/none'), options), 'was answered with status 404')
  assert.match(await reasonOf(at('/broken'), options), /^cannot be fetched: /)
  assert.equal(await reasonOf(at('/slow'), { ...options, limitMs: 200 }), 'took too long')
  assert.equal(await reasonOf(at('/silent'), { ...options, limitMs: 200 }), 'took too long')
  const resolve = () => new Promise<never>(() => {})
  assert.equal(await reasonOf(at('/'), { ...options, resolve, limitMs: 200 }), 'took too long')

  const media = (await openPlace(context, { imageBytes: 1_000_000 })).media()
  await assert.rejects(media.put(fetchBytes(at('/endless'), options), { gallery: 'posters' }), (error) => {
    assert.equal(error instanceof PictureError && error.reason, 'too_many_bytes')
    return true
  })
})

test('a picture is stored as it comes from its address', async (context) => {
  const content = await plain(30, 45).png().toBuffer()
  const { at, options } = await openOutside(context, (_request, response) => response.end(content))
  const media = (await openPlace(context)).media()
  const { width, height } = await media.put(fetchBytes(at('/a.html'), options), { gallery: 'posters' })
  assert.deepEqual([width, height], [30, 45])
})
