import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { openChangeBus, REST_MS } from './change-bus.ts'

function openFollowed(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const failures: string[] = []
  const changeBus = openChangeBus((error) => failures.push(String(error)))
  const looks: string[] = []
  let fails = false
  const unfollow = changeBus.subscribe(['changes', 'names'], async () => {
    looks.push('replies')
    if (fails) throw new Error('gone')
  })
  changeBus.subscribe(['keys'], async () => void looks.push('keys'))
  const settle = () => new Promise(setImmediate)
  const pass = async (ms: number) => {
    await settle()
    t.mock.timers.tick(ms)
    await settle()
  }
  return { changeBus, looks, failures, unfollow, pass, fail: () => (fails = true) }
}

test('who follows a topic looks at once, and once more for all that was told during a rest', async (t) => {
  const { changeBus, looks, pass } = openFollowed(t)
  changeBus.publish('authors')
  assert.deepEqual(looks, [])
  changeBus.publish('changes')
  changeBus.publish('keys')
  assert.deepEqual(looks, ['replies', 'keys'])
  for (const topic of ['names', 'changes', 'names'] as const) changeBus.publish(topic)
  await pass(REST_MS - 1)
  assert.equal(looks.length, 2)
  await pass(1)
  assert.deepEqual(looks, ['replies', 'keys', 'replies'])
  await pass(REST_MS)
  assert.equal(looks.length, 3)
  changeBus.publish('names')
  assert.equal(looks.length, 4)
})

test('a look that fails is told, and does not end the others', async (t) => {
  const { changeBus, looks, failures, pass, fail } = openFollowed(t)
  fail()
  changeBus.publish('changes')
  await pass(REST_MS)
  changeBus.publish('changes')
  await pass(REST_MS)
  assert.deepEqual(
    [looks, failures],
    [
      ['replies', 'replies'],
      ['Error: gone', 'Error: gone'],
    ],
  )
})

test('who follows no longer, and all after the end, look no more', async (t) => {
  const { changeBus, looks, unfollow, pass } = openFollowed(t)
  changeBus.publish('changes')
  changeBus.publish('keys')
  changeBus.publish('keys')
  unfollow()
  changeBus.publish('names')
  changeBus.close()
  await pass(REST_MS)
  changeBus.publish('keys')
  assert.deepEqual(looks, ['replies', 'keys'])
})
