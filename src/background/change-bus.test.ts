import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { openNews, REST_MS } from './change-bus.ts'

function openFollowed(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const failures: string[] = []
  const news = openNews((error) => failures.push(String(error)))
  const looks: string[] = []
  let fails = false
  const unfollow = news.follow(['changes', 'names'], async () => {
    looks.push('replies')
    if (fails) throw new Error('gone')
  })
  news.follow(['keys'], async () => void looks.push('keys'))
  const settle = () => new Promise(setImmediate)
  const pass = async (ms: number) => {
    await settle()
    t.mock.timers.tick(ms)
    await settle()
  }
  return { news, looks, failures, unfollow, pass, fail: () => (fails = true) }
}

test('who follows a topic looks at once, and once more for all that was told during a rest', async (t) => {
  const { news, looks, pass } = openFollowed(t)
  news.tell('authors')
  assert.deepEqual(looks, [])
  news.tell('changes')
  news.tell('keys')
  assert.deepEqual(looks, ['replies', 'keys'])
  for (const topic of ['names', 'changes', 'names'] as const) news.tell(topic)
  await pass(REST_MS - 1)
  assert.equal(looks.length, 2)
  await pass(1)
  assert.deepEqual(looks, ['replies', 'keys', 'replies'])
  await pass(REST_MS)
  assert.equal(looks.length, 3)
  news.tell('names')
  assert.equal(looks.length, 4)
})

test('a look that fails is told, and does not end the others', async (t) => {
  const { news, looks, failures, pass, fail } = openFollowed(t)
  fail()
  news.tell('changes')
  await pass(REST_MS)
  news.tell('changes')
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
  const { news, looks, unfollow, pass } = openFollowed(t)
  news.tell('changes')
  news.tell('keys')
  news.tell('keys')
  unfollow()
  news.tell('names')
  news.close()
  await pass(REST_MS)
  news.tell('keys')
  assert.deepEqual(looks, ['replies', 'keys'])
})
