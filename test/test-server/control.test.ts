import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { secrets } from '#src/test-server/fixed.ts'
import { openTests } from './open.ts'

const movie = '/3/movie/501'

test('what is printed opens the catalogue, the account and the guest', async (t) => {
  const { beginning, url, send } = await openTests(t)
  assert.match(url, /^http:\/\/127\.0\.0\.1:\d+$/)
  assert.deepEqual(beginning, {
    url,
    api_key: '7e570000000000000000000000000001',
    token: 'rct_7e57000000000000000000000000000000000001',
    session_id: '7e57000000000000000000000000000000000001',
    guest_session_id: '7e570000000000000000000000000002',
    account: { id: 1, username: 'tester', name: 'Terry Tester', password: 'the lamp is lit' },
    now: '2026-01-15T12:00:00.000Z',
  })
  const { api_key, session_id, guest_session_id, account } = beginning
  const key = `api_key=${api_key}`
  const bearer = await fetch(`${url}${movie}`, { headers: { authorization: `Bearer ${beginning.token}` } })
  assert.equal((await bearer.json()).title, 'The Glass Lantern')
  assert.equal((await send('GET', `/3/account?${key}&session_id=${session_id}`)).body.username, 'tester')
  const rated = await send('GET', `/3/guest_session/${guest_session_id}/rated/movies?${key}`)
  assert.deepEqual([rated.body.results[0].id, rated.body.results[0].rating], [501, 6])
  const { request_token } = (await send('GET', `/3/authentication/token/new?${key}`)).body
  const { username, password } = account
  const signedIn = await send('POST', `/3/authentication/token/validate_with_login?${key}`, {
    ...{ username, password, request_token },
  })
  assert.equal(signedIn.body.success, true)
  const made = await send('POST', `/3/authentication/session/new?${key}`, { request_token })
  assert.match(made.body.session_id, /^[\da-f]{40}$/)
})

test('what was written is found with the next request, also by searches, and gone after a reset', async (t) => {
  const { get, post, send } = await openTests(t)
  const before = (await get(movie)).body.vote_count
  assert.equal((await post('/3/movie/5101/rating', { value: 9 })).status, 201)
  assert.equal((await get('/3/movie/5101/account_states')).body.rated.value, 9)
  assert.equal((await get('/3/movie/5101')).body.vote_count, 201)
  const line = { kind: 'movie', id: 5102, title: 'Quokka Sunrise' }
  const edited = await post('/commons/1/edit', { records: [line], note: 'A test.' })
  assert.deepEqual([edited.status, edited.body.waits], [200, false], JSON.stringify(edited.body))
  const found = await get('/3/search/movie?query=quokka%20sunrise')
  const reset = await send('POST', '/test/reset')
  assert.deepEqual(
    [reset.status, reset.body.api_key, reset.body.now],
    [200, secrets.api_key, '2026-01-15T12:00:00.000Z'],
  )
  assert.deepEqual(
    found.body.results.map(({ id }: { id: number }) => id),
    [5102],
  )
  assert.equal((await get('/3/movie/5101')).body.vote_count, 200)
  assert.equal((await get(movie)).body.vote_count, before)
  assert.equal((await get('/3/search/movie?query=quokka%20sunrise')).body.total_results, 0)
})

test('the clock is put and moved, and what depends on it follows', async (t) => {
  const { get, send } = await openTests(t)
  const airing = async () => (await get('/3/tv/airing_today')).body.results.map(({ id }: { id: number }) => id)
  assert.deepEqual((await send('GET', '/test/clock')).body, { now: '2026-01-15T12:00:00.000Z' })
  assert.deepEqual(await airing(), [601])
  assert.deepEqual((await send('POST', '/test/clock', { advance: 86_400 })).body, { now: '2026-01-16T12:00:00.000Z' })
  assert.deepEqual(await airing(), [])
  const put = await send('POST', '/test/clock', { now: '2026-01-21T00:00:00+01:00' })
  assert.deepEqual(put.body, { now: '2026-01-20T23:00:00.000Z' })
  const guest = `/3/guest_session/${secrets.guest_session_id}/rated/movies`
  assert.equal((await get(guest)).status, 404, 'the session of the guest has expired')
  for (const body of [{}, [], 'x', { now: 'soon' }, { now: '2026-01-15' }, { advance: '1' }, { advance: 1e12 }, null]) {
    const refused = await send('POST', '/test/clock', body)
    assert.equal(refused.status, 400, JSON.stringify(body))
    assert.match(refused.body.status_message, /^(now|advance|The body|The clock) has to .*\.$/)
  }
  const both = await send('POST', '/test/clock', { now: '2026-01-15T12:00:00Z', advance: 1 })
  assert.equal(both.status, 400)
  assert.equal((await send('GET', '/test/clock')).body.now, '2026-01-20T23:00:00.000Z')
})

test('a start with another time is as well at its beginning', async (t) => {
  const { beginning, get, send } = await openTests(t, { now: '2031-07-01T00:00:00Z' })
  assert.equal(beginning.now, '2031-07-01T00:00:00.000Z')
  assert.equal((await get('/3/account')).status, 200)
  await send('POST', '/test/clock', { advance: -86_400 })
  await send('POST', '/test/reset')
  assert.equal((await send('GET', '/test/clock')).body.now, '2031-07-01T00:00:00.000Z')
  assert.equal((await get(`/3/guest_session/${secrets.guest_session_id}/rated/movies`)).status, 200)
})

test('faults meet the next requests to a path, in their order, and no others', async (t) => {
  const { get, post, send } = await openTests(t)
  const ask = (fault: object) => send('POST', '/test/faults', fault)
  const asked = await ask({ path: movie, method: 'GET', times: 2, fault: '429', retry_after: 3 })
  const told = { id: 1, path: movie, fault: '429', times: 2, left: 2, method: 'GET', retry_after: 3 }
  assert.deepEqual([asked.status, asked.body], [201, told])
  await ask({ path: '/3/movie/*', fault: '500' })
  await ask({ path: '/3/account*', fault: 'session', times: 1 })
  assert.equal((await post(`${movie}/rating`, { value: 5 })).status, 500)
  for (const _ of [1, 2]) {
    const { status, headers, body } = await get(`${movie}?language=de`)
    assert.deepEqual([status, headers.get('retry-after'), body.status_code], [429, '3', 25])
  }
  assert.equal((await get(movie)).status, 200)
  const expired = await get('/3/account')
  assert.deepEqual([expired.status, expired.body.status_code, expired.body.success], [401, 3, false])
  assert.equal((await get('/3/account')).status, 200)
  const { faults } = (await send('GET', '/test/faults')).body
  assert.deepEqual(
    faults.map(({ id, left }: { id: number; left: number }) => [id, left]),
    [
      [1, 0],
      [2, 0],
      [3, 0],
    ],
  )
  await ask({ path: movie, fault: '429' })
  assert.equal((await get(movie)).headers.get('retry-after'), '1')
  await ask({ path: movie, fault: '500' })
  assert.deepEqual((await send('DELETE', '/test/faults')).body, { faults: [] })
  assert.equal((await get(movie)).status, 200)
  await ask({ path: movie, fault: '500' })
  await send('POST', '/test/reset')
  assert.deepEqual((await send('GET', '/test/faults')).body, { faults: [] })
  assert.equal((await get(movie)).status, 200)
})

test('a slow answer comes later, and nobody is held back beyond a reset', async (t) => {
  const { get, send } = await openTests(t)
  await send('POST', '/test/faults', { path: movie, fault: 'slow', ms: 300 })
  const beganMs = performance.now()
  assert.equal((await get(movie)).status, 200)
  assert.ok(performance.now() - beganMs >= 290)
  await send('POST', '/test/faults', { path: movie, fault: 'slow', ms: 60_000 })
  const waiting = get(movie)
  await pause(100)
  await send('POST', '/test/reset')
  assert.equal((await waiting).status, 200)
})

test('a broken answer ends in the middle', async (t) => {
  const { url, get, send } = await openTests(t)
  const whole = (await get(movie)).body
  await send('POST', '/test/faults', { path: movie, fault: 'broken', times: 2 })
  await assert.rejects(get(movie), /terminated|fetch failed/)
  const asked = request(`${url}${movie}?api_key=${secrets.api_key}`).end()
  const [response] = await once(asked, 'response')
  let bytes = 0
  response.on('data', (chunk: Buffer) => (bytes += chunk.length))
  const [error] = await once(response, 'error')
  assert.equal(error.code, 'ECONNRESET')
  const length = Number(response.headers['content-length'])
  assert.ok(bytes > 0 && bytes < length, `${bytes} of ${length}`)
  assert.deepEqual((await get(movie)).body, whole)
})

test('what tests ask for has limits, each with a sentence', async (t) => {
  const { send, url } = await openTests(t)
  const wrong: [fault: unknown, sentence: RegExp][] = [
    [{}, /^path is missing\.$/],
    [{ path: movie }, /^fault is missing\.$/],
    [{ path: 'movie', fault: '500' }, /^path has to match/],
    [{ path: movie, fault: 'flood' }, /^fault has to be one of 429, 500, slow, broken, session\.$/],
    [{ path: movie, fault: '500', times: 1_001 }, /^times has to be at most 1000\.$/],
    [{ path: movie, fault: '500', times: 0 }, /^times has to be at least 1\.$/],
    [{ path: movie, fault: 'slow', ms: 60_001 }, /^ms has to be at most 60000\.$/],
    [{ path: movie, fault: 'slow' }, /^ms goes with the fault slow, which needs it\.$/],
    [{ path: movie, fault: '500', ms: 1 }, /^ms goes with the fault slow/],
    [{ path: movie, fault: '500', retry_after: 1 }, /^retry_after goes with the fault 429 only\.$/],
    [{ path: movie, fault: '500', other: 1 }, /^other is unknown\.$/],
    [{ path: movie, fault: '500', method: 'LOOK' }, /^method has to be one of GET/],
    [{ path: '/3/*/7', fault: '500' }, /only at its end\.$/],
    [{ path: '/test/reset', fault: '500' }, /may not be one of the server/],
    [{ path: `/${'x'.repeat(1_000)}`, fault: '500' }, /^path is longer than 1000 characters\.$/],
    [[], /^The fault has to be an object\.$/],
    ['{', /^The body has to be JSON\.$/],
  ]
  for (const [fault, sentence] of wrong) {
    const { status, body } = await send('POST', '/test/faults', fault)
    assert.deepEqual([status, body.success], [400, false], JSON.stringify(fault))
    assert.match(body.status_message, sentence)
  }
  const long = await send('POST', '/test/faults', { path: movie, fault: '500', method: 'x'.repeat(70_000) })
  assert.deepEqual([long.status, long.body.status_code], [413, 47])
  for (let at = 0; at < 100; at++) await send('POST', '/test/faults', { path: `/3/movie/${at}`, fault: '500' })
  const more = await send('POST', '/test/faults', { path: movie, fault: '500' })
  assert.deepEqual([more.status, more.body.status_message], [400, 'At most 100 faults may wait.'])
  await fetch(`${url}/3/movie/7`)
  assert.equal((await send('POST', '/test/faults', { path: movie, fault: '500' })).status, 201, 'a used one is dropped')
  assert.equal((await send('GET', '/test/other')).status, 404)
  const get = await send('GET', '/test/reset')
  assert.deepEqual([get.status, get.headers.get('allow')], [405, 'POST, OPTIONS'])
  const asked = await send('OPTIONS', '/test/faults')
  assert.deepEqual([asked.status, asked.headers.get('access-control-allow-methods')], [204, 'GET, POST, DELETE'])
})

test('pictures are grey areas of the size that is asked for, and files are refused', async (t) => {
  const { url, send } = await openTests(t)
  const sizeOf = async (size: string) => {
    const response = await fetch(`${url}/t/p/${size}/lantern-own.jpg`)
    const bytes = Buffer.from(await response.arrayBuffer())
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'image/png'])
    return [bytes.toString('latin1', 1, 4), bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  }
  assert.deepEqual(await sizeOf('w500'), ['PNG', 500, 750])
  assert.deepEqual(await sizeOf('h632'), ['PNG', 421, 632])
  assert.deepEqual(await sizeOf('w300_and_h450_bestv2'), ['PNG', 300, 450])
  assert.deepEqual(await sizeOf('original'), ['PNG', 500, 750])
  assert.equal((await send('GET', '/t/p/big/lantern-own.jpg')).status, 404)
  const form = new FormData()
  form.set('file', new Blob(['x']))
  const refused = await fetch(`${url}/settings/picture`, { method: 'POST', body: form })
  assert.equal(refused.status, 501)
})

test('what is no request is refused in the envelope, and connections survive a reset', async (t) => {
  const { url, send } = await openTests(t)
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write('NONSENSE\r\n\r\n')
  const [answer] = await once(socket, 'data')
  assert.match(String(answer), /^HTTP\/1\.1 400 .*"status_code":47/s)
  socket.destroy()
  const kept = connect(Number(new URL(url).port), '127.0.0.1')
  t.after(() => kept.destroy())
  const ask = async () => {
    kept.write(`GET ${movie}?api_key=${secrets.api_key} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)
    return String((await once(kept, 'data'))[0]).slice(0, 15)
  }
  assert.equal(await ask(), 'HTTP/1.1 200 OK')
  await send('POST', '/test/reset')
  assert.equal(await ask(), 'HTTP/1.1 200 OK')
})
