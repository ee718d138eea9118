import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { readConfig } from '#src/config.ts'
import { statusEnvelope } from '#src/contract/statuses.ts'
import type { Database } from '#src/database/database.ts'
import type { AdmissionState } from '#src/http/admission/admission.ts'
import {
  IN_FLIGHT_ON_SQLITE,
  LEAST_PAGES_WAITING,
  PAGES_IN_FLIGHT_ON_SQLITE,
  WIDE_IN_FLIGHT_ON_SQLITE,
} from '#src/http/admission/admissions.ts'
import { LEAST_WAITING } from '#src/http/admission/line.ts'
import { buildServer } from '#src/http/server.ts'
import { sqliteEngine } from '../support/engines.ts'
import { keys, loadWorld, sessions, testDay } from '../support/world.ts'

const world = sqliteEngine(loadWorld)

/** A server whose database answers nothing between `hold` and `release`. */
async function listen(t: TestContext, work: string) {
  const db = await world.open()
  let held = Promise.resolve()
  let release = () => {}
  const holding =
    (read: (...all: never[]) => unknown) =>
    (...all: never[]) =>
      held.then(() => read.apply(db, all))
  const slow = new Proxy(db, {
    get(target, name) {
      const value = Reflect.get(target, name, target)
      return name === 'one' || name === 'all' ? holding(value) : value
    },
  }) as Database
  const { config } = readConfig({ 'request-wait-ms': '1', 'handler-timeout-ms': '60000' }, {})
  const app = buildServer({ db: slow, config, clock: () => new Date(testDay), now: () => 0 })
  await app.listen({ host: '127.0.0.1', port: 0 })
  t.after(async () => {
    release()
    await app.close()
    await db.close()
  })
  const state = () => app.states().admissions.find((each) => each.work === work)?.state as AdmissionState
  return {
    state,
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    hold() {
      held = new Promise((resolve) => {
        release = resolve
      })
    },
    release: () => release(),
    connections: promisify(app.server.getConnections.bind(app.server)),
    async until(isSo: (now: ReturnType<typeof state>) => boolean) {
      for (let tries = 0; !isSo(state()); tries++) {
        assert.ok(tries < 30_000, JSON.stringify(state()))
        await new Promise((resolve) => setTimeout(resolve, 1))
      }
    },
  }
}

const usual = { work: 'usual', mostInFlight: IN_FLIGHT_ON_SQLITE, mostWaiting: LEAST_WAITING }
const kinds = {
  'reads that pass no framework': {
    ...usual,
    pathOf: (at: number) => `/3/movie/${90_000 + at}?api_key=${keys.first}`,
  },
  'reads of people': { ...usual, pathOf: () => `/3/account?api_key=${keys.first}&session_id=${sessions.ada}` },
  pages: {
    work: 'pages',
    mostInFlight: PAGES_IN_FLIGHT_ON_SQLITE,
    mostWaiting: LEAST_PAGES_WAITING,
    pathOf: (at: number) => `/movie/${90_000 + at}`,
  },
}

for (const [kind, { work, mostInFlight, mostWaiting, pathOf }] of Object.entries(kinds)) {
  test(`${kind}: beyond what may wait, requests are refused whole, and afterwards all is as before`, async (t) => {
    const { url, state, until, hold, release, connections } = await listen(t, work)
    const warm = `${url}/3/movie/501?api_key=${keys.first}`
    await (await fetch(warm)).text()
    await (await fetch(url + pathOf(0))).text()
    const calm = await fetch(url + pathOf(0))
    await calm.text()
    await until(({ inFlight }) => inFlight === 0)
    hold()
    const leaving = new AbortController()
    const asked = (at: number) =>
      fetch(url + pathOf(at), at % 10 === 0 ? { signal: leaving.signal } : {}).then(
        async (reply) => [reply.status, (await reply.text()).length > 0],
        () => 'left',
      )
    const replies = []
    for (let at = 1; at <= mostInFlight + mostWaiting; at++) {
      replies.push(asked(at))
      const waiting = Math.max(0, at - mostInFlight)
      await until((now) => now.inFlight === at - waiting && now.waiting === waiting)
    }
    for (let at = 1_000; at < 1_010; at++) {
      const refused = await fetch(url + pathOf(at), { headers: { accept: 'application/json' } })
      assert.deepEqual([refused.status, await refused.json()], [503, statusEnvelope('unavailable')])
      assert.match(refused.headers.get('retry-after') ?? '', /^[1-5]$/)
    }
    assert.equal(state().refused, 10)
    // What needs no work is answered.
    for (const path of [warm, `${url}/healthz`]) assert.equal((await fetch(path)).status, 200)
    const left = Math.floor(replies.length / 10)
    const remaining = (await connections()) - left
    leaving.abort()
    while ((await connections()) > remaining) await new Promise((resolve) => setTimeout(resolve, 1))
    release()
    const answered = await Promise.all(replies)
    assert.equal(answered.filter((reply) => reply === 'left').length, left)
    for (const reply of answered) if (reply !== 'left') assert.deepEqual(reply, [calm.status, true])
    await until(({ inFlight, waiting }) => inFlight === 0 && waiting === 0)
    assert.equal((await fetch(url + pathOf(0))).status, calm.status)
  })
}

/** Requests for details, and whether they take their turns among wide operations. */
const detailsAsked: readonly [query: string, isWide: boolean][] = [
  ['append_to_response=recommendations', true],
  ['append_to_response=credits,%20similar_movies', true],
  [`append_to_response=account_states,similar&session_id=${sessions.ada}`, true],
  ['append_to_response=credits,videos', false],
  ['append_to_response=constructor', false],
  ['', false],
]

for (const [query, isWide] of detailsAsked)
  test(`details with "${query}" take their turns among ${isWide ? 'wide' : 'usual'} reads`, async (t) => {
    const { url, until, hold, release } = await listen(t, 'wide')
    await (await fetch(`${url}/3/movie/501?api_key=${keys.first}&session_id=${sessions.ada}`)).text()
    hold()
    const asked = Array.from({ length: WIDE_IN_FLIGHT_ON_SQLITE + 1 }, async (_, at) => {
      const { status } = await fetch(`${url}/3/movie/${502 + at}?api_key=${keys.first}&${query}`)
      return status
    })
    if (isWide) await until(({ inFlight, waiting }) => inFlight === WIDE_IN_FLIGHT_ON_SQLITE && waiting === 1)
    release()
    const statuses = await Promise.all(asked)
    assert.ok(
      statuses.every((status) => status === 200 || status === 404),
      statuses.join(),
    )
    await until(({ inFlight, waiting }) => inFlight === 0 && waiting === 0)
  })
