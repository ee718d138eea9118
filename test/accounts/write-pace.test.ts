import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  CALM_MINUTES,
  FIRST_DELAY_SECONDS,
  MOST_DELAY_SECONDS,
  openWritePace,
  type WritePace,
  type Writer,
} from '#src/accounts/write-pace.ts'
import { settings } from '#src/settings.ts'
import { sqliteEngine } from '../support/engines.ts'
import { signedIn, startPages, textOf, tokenIn } from '../support/pages/visitor.ts'
import { send } from '../support/scenarios.ts'
import { guest, loadWorld, sessions, testDay } from '../support/world.ts'

const LIMIT = 60
const noonMs = Date.parse(testDay)

const account = (id: number): Writer => ({ account: { id, role: 'member' } })

/** A pace with a clock that a test drives, and what a write gets: 0, or the seconds to wait. */
function driven(limit = LIMIT) {
  let nowMs = noonMs
  const pace: WritePace = openWritePace(limit, () => new Date(nowMs))
  const write = (writer = account(1)): number => {
    try {
      pace.take(writer)
      return 0
    } catch (error) {
      return (error as { retryAfterSeconds: number }).retryAfterSeconds
    }
  }
  const wait = (seconds: number) => {
    nowMs += seconds * 1_000
  }
  /** Writes until it is refused; returns how often it was not, and for how long it is. */
  const writeOn = () => {
    for (let written = 0; ; written++) {
      const seconds = write()
      if (seconds > 0) return { written, seconds }
    }
  }
  return { write, writeOn, wait }
}

test('a minute of writes may come at once, and then evenly', () => {
  const { write, writeOn, wait } = driven()
  assert.deepEqual(writeOn(), { written: LIMIT, seconds: FIRST_DELAY_SECONDS })
  assert.equal(write(account(2)), 0, 'others are not delayed')
  assert.equal(write({ account: undefined, guest: { id: 1 } }), 0)
  wait(60)
  for (let second = 0; second < 3 * LIMIT; second++) {
    assert.equal(write(), 0)
    wait(1)
  }
})

test('who goes on waits longer each time, up to ten minutes, and not for ever', () => {
  const { write, writeOn, wait } = driven()
  const delays = Array.from({ length: 13 }, () => {
    const { seconds } = writeOn()
    assert.equal(write(), seconds, 'what is refused does not make it longer')
    wait(seconds - 0.5)
    assert.equal(write(), 1)
    wait(0.5)
    return seconds
  })
  assert.deepEqual(delays, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600, 600])
  assert.equal(MOST_DELAY_SECONDS, 600)
  wait(CALM_MINUTES * 60 - 1)
  assert.equal(writeOn().seconds, MOST_DELAY_SECONDS)
  wait(MOST_DELAY_SECONDS + CALM_MINUTES * 60)
  assert.deepEqual(writeOn(), { written: LIMIT, seconds: FIRST_DELAY_SECONDS })
})

test('a clock that is put back keeps nobody waiting until it is as late again', () => {
  const { write, writeOn, wait } = driven()
  for (const seconds of [3_600, 60]) {
    for (let times = 0; times < 5; times++) wait(writeOn().seconds)
    wait(-seconds)
    assert.ok(write() <= FIRST_DELAY_SECONDS)
    wait(60)
    assert.equal(write(), 0)
  }
})

test('0 is no limit', () => {
  const { write } = driven(0)
  for (let written = 0; written < 5 * settings.writesPerMinute.default; written++) assert.equal(write(), 0)
})

test('writes of a person count together, on pages and by the interface; reads do not', async (t) => {
  const server = await startPages(sqliteEngine(loadWorld), { 'writes-per-minute': '4' })
  t.after(() => server.close())
  const { app, setTime } = server
  const at = (seconds: number) => setTime(new Date(noonMs + seconds * 1_000).toISOString())
  const rate = async (who: string) => {
    const { statusCode, headers } = await send(app, `POST /3/movie/502/rating?${who}`, { body: { value: 5 } })
    return [statusCode, headers['retry-after']]
  }
  const [ada, bo] = [`session_id=${sessions.ada}`, `session_id=${sessions.bo}`]
  const visitor = await signedIn(server, 'ada')
  const token = tokenIn((await visitor.get('/')).body)
  const mark = () => visitor.post('/favorite', { media_type: 'movie', media_id: '503', favorite: 'on' }, { token })

  assert.deepEqual(await rate(ada), [201, undefined])
  assert.equal((await mark()).status, 303)
  assert.deepEqual(await rate(ada), [201, undefined])
  assert.equal((await mark()).status, 303)
  assert.deepEqual(await rate(ada), [429, '1'])
  const refused = await mark()
  assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '1'])
  assert.match(textOf(refused), /Zu viele Versuche/)
  assert.equal((await send(app, `GET /3/account?${ada}`)).statusCode, 200)
  assert.equal((await visitor.get('/library')).status, 200)
  assert.deepEqual(await rate(bo), [201, undefined])
  assert.deepEqual(await rate(`guest_session_id=${guest}`), [201, undefined])

  at(15)
  assert.deepEqual(await rate(ada), [201, undefined])
  assert.deepEqual(await rate(ada), [429, '2'])
  at(16)
  assert.deepEqual(await rate(ada), [429, '1'])
})
