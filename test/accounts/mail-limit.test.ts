import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setInterval as every } from 'node:timers/promises'
import { readConfig } from '#src/config.ts'
import { firstRetryMs } from '#src/mail/queue.ts'
import { checkMailServer, MAIL_MS, openTransport } from '#src/mail/transport.ts'

const letter = { id: 1, recipient: 'gil@people.example', subject: 'Lamps', text: 'They are lit.', link: undefined }

/** A mail server whose answer to the first command never ends: it is never silent for as long as a socket may be. */
async function openDrip(t: TestContext) {
  const { promise: gone, resolve: goes } = Promise.withResolvers<'gone'>()
  const { promise: drips, resolve: begins } = Promise.withResolvers<void>()
  async function drip(socket: Socket) {
    socket.on('close', () => goes('gone')).on('error', () => {})
    socket.write('220 here\r\n')
    await once(socket, 'data')
    begins()
    for await (const _ of every(5)) {
      if (socket.destroyed) return
      socket.write('250-more\r\n')
    }
  }
  const server = createServer((socket) => void drip(socket)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return { smtp: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, drips, gone }
}

const transportTo = (smtp: string, mailMs?: number) =>
  openTransport(
    readConfig({ smtp }, {}).config,
    () => 'http://here.example',
    () => {},
    mailMs,
  )

test('a server that drips loses the connection after the time for a whole mail', async (t) => {
  const { smtp, gone } = await openDrip(t)
  const transport = transportTo(smtp, 300)
  t.after(() => transport.close())
  await assert.rejects(transport.deliver(letter, new Date('2026-03-10T12:00:00.000Z')), { code: 'EABORT' })
  assert.equal(await gone, 'gone')
})

test('a server that drips is no working one, and is not waited for', async (t) => {
  const { smtp, gone } = await openDrip(t)
  assert.equal(await checkMailServer(readConfig({ smtp }, {}).config, 300), 'It took more than 300 ms')
  assert.equal(await gone, 'gone')
})

test('a mail has ended before another node may take it', () => assert.ok(MAIL_MS < firstRetryMs))

test('whoever ends waits for no server that drips', async (t) => {
  const { smtp, drips, gone } = await openDrip(t)
  const transport = transportTo(smtp)
  const sent = transport.deliver(letter, new Date('2026-03-10T12:00:00.000Z')).catch((error: Error) => error)
  await drips
  transport.close()
  assert.ok((await sent) instanceof Error)
  assert.equal(await gone, 'gone')
})
