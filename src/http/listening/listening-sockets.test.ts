import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { findPort, LISTENING_SOCKETS, listenWithMore, placeOf, refuseTaken, sharesPort } from './listening-sockets.ts'

const host = '127.0.0.1'

/** Sockets of this machine that listen on a port, by the list of the kernel. */
async function listeningOn(port: number): Promise<number> {
  const listening = ` ${Buffer.from([1, 0, 0, 127]).toString('hex').toUpperCase()}:${port.toString(16).toUpperCase()} `
  const rows = (await readFile('/proc/net/tcp', 'utf8')).split('\n')
  return rows.filter((row) => row.includes(listening) && /^\s*\d+: \S+ \S+ 0A /.test(row)).length
}

test('a server listens with many sockets, and closing ends none before its request is answered', {
  skip: sharesPort ? false : 'no port is shared here',
}, async () => {
  let answer = () => {}
  const server = createServer((request, response) => {
    answer = () => void response.end('late')
    if (request.url === '/') response.end('at once')
  })
  const port = await findPort({ host, port: 0 })
  await refuseTaken({ host, port })
  server.listen(placeOf({ host, port }))
  await once(server, 'listening')
  const close = await listenWithMore(server, host)
  if (process.platform === 'linux') assert.equal(await listeningOn(port), LISTENING_SOCKETS)
  for (const look of [findPort, refuseTaken]) await assert.rejects(look({ host, port }), { code: 'EADDRINUSE' })

  const texts = await Promise.all(
    Array.from({ length: 4 * LISTENING_SOCKETS }, async () => (await fetch(`http://${host}:${port}/`)).text()),
  )
  assert.deepEqual([...new Set(texts)], ['at once'])

  const sockets = Array.from({ length: 4 * LISTENING_SOCKETS }, () => connect(port, host))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  const [late, ...idle] = sockets as [Socket, ...Socket[]]
  // Those that the server has not seen yet are reset.
  const ended = idle.map(
    (socket) => new Promise((resolve) => socket.resume().on('error', resolve).on('close', resolve)),
  )
  late.write(`GET /late HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
  await once(server, 'request')
  const closed = Promise.all([close(), new Promise((resolve) => server.close(resolve))])
  await Promise.all(ended)
  answer()
  const [reply] = (await once(late, 'data')) as [Buffer]
  assert.match(String(reply), /^HTTP\/1\.1 200 [\s\S]*late/)
  late.destroy()
  await closed
  assert.equal((server.address() as AddressInfo | null)?.port, undefined)
})
