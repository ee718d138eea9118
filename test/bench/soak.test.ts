import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { openClients, sumOf } from '../../bench/soak/client.ts'
import { openLedger } from '../../bench/soak/ledger.ts'

/** That a soak would notice what it looks for. */

test('a ledger misses what was acknowledged and is not shown, and nothing else', async () => {
  const ledger = openLedger()
  ledger.send('kept', 'one')()
  ledger.send('overtaken', 'one')()
  // It was sent, and nobody knows what has become of it.
  ledger.send('overtaken', 'two')
  ledger.send('gone back', 'one')()
  const backup = ledger.acknowledged()
  ledger.send('gone back', 'two')()
  ledger.send('not there', 'one')()
  ledger.send('never acknowledged', 'one')
  const values: Record<string, string> = { kept: 'one', overtaken: 'two', 'gone back': 'one' }
  const shown = async (key: string) => values[key]
  assert.deepEqual(await ledger.lost(shown), ['gone back', 'not there'])
  assert.deepEqual(await ledger.lost(shown, backup), [])
})

test('what is answered, refused, cut off by a kill and wrong is told apart', async (t) => {
  const replies: Record<string, [status: number, headers?: Record<string, string>]> = {
    '/answered': [200],
    '/refused': [429],
    '/overloaded': [503, { 'retry-after': '1' }],
    '/down': [503],
    '/wrong': [500],
  }
  const server = createServer(({ url = '' }, response) => {
    const [status, headers] = replies[url] ?? []
    if (status) response.writeHead(status, headers).end('{}')
    else response.destroy()
  })
  t.after(() => server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const clients = openClients(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  t.after(() => clients.close())

  const asked = async (...paths: string[]) => {
    const before = sumOf(clients.tallies)
    for (const path of paths) await clients.ask('read', path)
    const { answered, refused, cut, errors } = sumOf(clients.tallies, 're')
    return [answered - before.answered, refused - before.refused, cut - before.cut, errors - before.errors]
  }
  assert.deepEqual(await asked('/answered', '/refused', '/overloaded'), [1, 2, 0, 0])
  assert.deepEqual(await asked('/down', '/wrong', '/broken'), [0, 0, 0, 3])
  clients.killed()
  assert.deepEqual(await asked('/broken', '/wrong'), [0, 0, 1, 1])
  assert.deepEqual(sumOf(clients.tallies, 'search').answered, 0)
})
