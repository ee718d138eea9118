import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { setImmediate as nextRound } from 'node:timers/promises'
import { newSecret, secretKinds } from '#src/credentials/secrets.ts'
import { pathWithoutSecrets } from './path-without-secrets.ts'
import { type AtWork, arrives, noteRequests, whereabouts, workFor } from './requests-at-work.ts'
import { openShared } from './shared.ts'

const first = { method: 'GET', url: '/first' }
const second = { method: 'POST', url: '/second', operation: 'POST /second', reqId: 'req-2' }
afterEach(() => {
  arrives(undefined)
  noteRequests(() => {})
})

test('work is done for its own request, whatever begins and ends meanwhile', async () => {
  const at = async (rounds: number) => {
    for (let round = 0; round < rounds; round++) await nextRound()
    return whereabouts()?.at
  }
  const both = [workFor(first, () => at(3)), workFor(second, () => at(1))]
  assert.deepEqual(await Promise.all(both), [first, second])
  assert.deepEqual(whereabouts()?.at, {}, 'no request')
})

test('a request that is first looked at is named, until its work begins', () => {
  arrives(first)
  assert.equal(whereabouts()?.at, first)
  assert.equal(
    workFor(second, () => whereabouts()?.at),
    second,
  )
})

test('the calls that led there are told, more than errors tell', () => {
  const { stackTraceLimit } = Error
  const hanging = (calls: number): string => (calls > 1 ? hanging(calls - 1) : (whereabouts()?.stack ?? ''))
  // The last call is what asks.
  assert.match(hanging(2), /^ {4}at hanging /)
  assert.ok(hanging(2 * stackTraceLimit).split('\n').length > stackTraceLimit)
  assert.equal(Error.stackTraceLimit, stackTraceLimit, 'errors tell as many as before')
})

test('the request that began last is seen by another thread', () => {
  const { shared, note } = openShared()
  noteRequests(note)
  for (const request of [second, first] as AtWork[]) workFor(request, () => {})
  assert.deepEqual(openShared(shared).noted(), first)
})

test('a path is told without secrets of any kind', () => {
  for (const kind of secretKinds) assert.equal(pathWithoutSecrets(`/a/${newSecret(kind)}`), '/a/…', kind)
})

test('a path is told without secrets, names and queries', () => {
  const secret = '0123456789abcdef0123456789abcdef'
  const paths: [address: string, told: string][] = [
    ['/3/movie/550/images?api_key=a&include=b', '/3/movie/550/images'],
    [`/plex/${secret}/movies/library/metadata/matches`, '/plex/…/movies/library/metadata/matches'],
    [`/3/guest_session/${secret}/rated/movies#a`, '/3/guest_session/…/rated/movies'],
    [`/calendar/${secret}.ics`, '/calendar/…'],
    ['/@ada/lists', '/…/lists'],
    ['/%61%64%61', '/…'],
    [`/${'a/'.repeat(1_000)}`, `/${'a/'.repeat(1_000)}`.slice(0, 300)],
  ]
  for (const [address, told] of paths) assert.equal(pathWithoutSecrets(address), told)
})
