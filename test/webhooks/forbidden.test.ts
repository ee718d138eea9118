import assert from 'node:assert/strict'
import { test } from 'node:test'
import { send } from '#src/commons/webhooks/send.ts'
import { sqliteEngine } from '../support/engines.ts'
import { openWebhooks, prepare } from './opened.ts'
import { openReceiver } from './receiver.ts'

const signal = new AbortController().signal
const to = (address: string, ...found: string[]) =>
  send(
    { address, headers: {}, body: '{}' },
    { allowsPrivate: false, signal, resolve: async () => found.map((one) => ({ address: one, family: 4 })) },
  )

test('nothing is sent to private, local and special addresses, whatever name leads there', async () => {
  const cases: (readonly [address: string, ...found: string[]])[] = [
    ['http://a.example', '1.1.1.1'],
    ...['https://127.0.0.1', 'https://[::1]', 'https://[::ffff:10.0.0.1]'].map((address) => [address] as const),
    ...['10.0.0.1', '192.168.1.1', '127.0.0.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1'].map(
      (address) => ['https://a.example', address] as const,
    ),
    ['https://a.example', '1.1.1.1', '10.0.0.1'],
  ]
  for (const [address, ...found] of cases)
    assert.equal((await to(address, ...found)).problem, 'forbidden', `${address} ${found}`)
})

test('a refusal names the setting by which webhooks of one’s own network are allowed', async () => {
  const details = [await to('http://a.example', '1.1.1.1'), await to('https://a.example', '10.0.0.1')]
  assert.deepEqual(
    details.map(({ detail }) => detail),
    [
      'has to begin with https://, unless it is in a private network and webhookPrivate is set',
      'leads to a private or special network, for which webhookPrivate has to be set',
    ],
  )
})

test('a name that leads elsewhere the second time is checked again, and no redirect is followed', async (t) => {
  const answers = ['127.0.0.1', '169.254.169.254', '127.0.0.1']
  const all = await openWebhooks(t, sqliteEngine(prepare), {
    resolve: async () => [{ address: answers.shift() as string, family: 4 }],
  })
  const receiver = await openReceiver(t)
  const other = await openReceiver(t)
  const ada = await all.person('ada')
  const { id: key_id } = await all.key(ada.id)
  const { id } = await all.add(ada, { owner: 'key', key_id }, { address: `http://a.example:${receiver.port}/` })
  for (const runtime of [71, 72, 73]) {
    if (runtime === 73) receiver.state.otherwise = { to: other.address } as never
    await all.edit(1, runtime)
    await all.turn()
    all.pass(6_000)
  }
  await all.turn()
  const { last } = await all.deliveries(id)
  assert.deepEqual(last.map(({ state, problem, status }) => [state, problem, status]).slice(-2), [
    ['waiting', 'redirect', 302],
    ['delivered', '', 204],
  ])
  assert.equal(other.received.length, 0)
  assert.equal(answers.length, 0)
})
