import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FastifyReply, onRequestHookHandler } from 'fastify'
import { limitTime, OverTimeError, openTimeLimit } from './time-limit.ts'

/** What a reply is told, and whether it has been answered. */
const replyThat = (state: { sent?: boolean; destroyed?: boolean; headersSent?: boolean }) => {
  const told: unknown[] = []
  const raw = { ...state, destroy: (error: Error) => told.push(['destroy', error]) }
  const reply = { sent: false, ...state, raw, send: (error: Error) => told.push(['send', error]) }
  return { reply: reply as unknown as FastifyReply, told }
}

test('what is not answered within the limit is given up, each request after its own time', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  let nowMs = 0
  let begin: onRequestHookHandler = () => {}
  const app = {
    addHook(_name: string, hook: onRequestHookHandler) {
      begin = hook
    },
  }
  limitTime(
    app as never,
    openTimeLimit(1_000, () => nowMs),
  )
  const request = (connection: string, { reply }: { reply: FastifyReply }, config = {}) =>
    begin.call({} as never, { raw: { socket: connection }, routeOptions: { config } } as never, reply, () => {})
  const pass = (ms: number) => {
    for (let passed = 0; passed < ms; passed += 100) {
      nowMs += 100
      t.mock.timers.tick(100)
    }
  }
  const over = new OverTimeError('A request was not answered within 1000 ms')

  const [slow, late, begun] = [replyThat({}), replyThat({}), replyThat({ headersSent: true })]
  const ended = [replyThat({ sent: true }), replyThat({ destroyed: true })]
  request('a', slow)
  request('b', begun)
  request('c', ended[0]!)
  request('d', ended[1]!)
  pass(500)
  request('e', late)
  // The next request of a connection takes the place of one that was answered between two looks.
  request('b', begun)
  pass(400)
  assert.deepEqual([slow.told, late.told, begun.told], [[], [], []])
  pass(100)
  assert.deepEqual([slow.told, late.told, begun.told], [[['send', over]], [], []])
  pass(500)
  assert.deepEqual([slow.told, late.told, begun.told], [[['send', over]], [['send', over]], [['destroy', over]]])
  assert.deepEqual(
    ended.flatMap(({ told }) => told),
    [],
  )

  // Nothing was open any more, so the timer has to begin again.
  pass(2_000)
  const again = replyThat({})
  request('a', again)
  pass(1_000)
  assert.deepEqual([slow.told, again.told], [[['send', over]], [['send', over]]])

  // What takes a file may take longer.
  const upload = replyThat({})
  request('f', upload, { timeLimitMs: 3_000 })
  pass(2_900)
  assert.deepEqual(upload.told, [])
  pass(200)
  assert.deepEqual(upload.told, [['send', over]])
})
