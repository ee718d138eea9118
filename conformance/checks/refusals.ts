import { type Call, filled, placesOf } from '../call.ts'
import type { Query } from '../client.ts'
import type { Subject } from '../records.ts'

/** Nothing has this id: ids end below, and ids that servers invent are above. */
const UNKNOWN_ID = 2_000_000_011
const UNKNOWN_NUMBER = 99_999
const WRONG_KEY = 'f'.repeat(32)

const hexPlaces = new Set(['credit_id', 'review_id', 'tv_episode_group_id'])
const numberPlaces = new Set(['season_number', 'episode_number', 'list_id'])
const otherPlaces = new Set(['account_id', 'external_id', 'time_window', 'media_type', 'guest_session_id'])

/** The key comes before everything else that is wrong with a request. */
export async function keyChecks({ client, notes, path, method, subjects }: Call) {
  const params = Object.fromEntries(placesOf(path).map((name) => [name, 0]))
  const query = { page: 0, language: '?' }
  for (const [rule, key] of [
    ['no key', ''],
    ['wrong key', WRONG_KEY],
  ] as const) {
    const bad = await client.ask(method, filled(path, params), { query, access: { key } })
    notes.refusal(`${rule} before everything else`, bad, [401, 7])
    const good = await client.ask(method, filled(path, subjects[0]?.params ?? params), {
      query: subjects[0]?.query ?? {},
      access: { key },
    })
    notes.refusal(rule, good, [401, 7])
  }
}

/** Ids that nothing has, and ids that cannot be any. */
export async function idChecks(call: Call) {
  const { notes, path } = call
  const [subject] = call.subjects
  if (!subject) return
  const ask = (place: string, value: string | number) =>
    call.get({ ...subject, params: { ...subject.params, [place]: value } })
  for (const place of placesOf(path).filter((name) => !otherPlaces.has(name))) {
    const unknown = hexPlaces.has(place) ? '0'.repeat(24) : numberPlaces.has(place) ? UNKNOWN_NUMBER : UNKNOWN_ID
    notes.refusal(`unknown ${place}`, await ask(place, unknown), [404, 34])
    if (hexPlaces.has(place) || numberPlaces.has(place)) continue
    for (const value of [0, -1, 'abc']) notes.refusal(`impossible ${place}`, await ask(place, value), [404, 6])
  }
}

/** No path of the interface has this method. */
export async function methodChecks({ client, notes, path, subjects }: Call) {
  const answer = await client.ask('PUT', filled(path, subjects[0]?.params ?? {}))
  const refusal = client.dialect.methodNotOffered
  notes.refusal('method not offered', answer, refusal)
  if (answer.status === 405)
    notes.check('method not offered', answer, !answer.headers.get('allow') && 'no header allow')
}

type Given = readonly [rule: string, parameter: string, query: Query, status: number, code: number]

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)

const wrongValues: readonly Given[] = [
  ...[0, 501, -1, '1.5', 'abc'].map((page): Given => ['page not valid', 'page', { page }, 400, 22]),
  ['window over 14 days', 'start_date', { start_date: day(40), end_date: day(2) }, 422, 20],
  ['window that ends before it starts', 'start_date', { start_date: day(2), end_date: day(5) }, 422, 20],
]

/** Values of parameters that are refused. */
export async function parameterChecks(call: Call) {
  const { notes } = call
  const [subject] = call.subjects
  if (!subject) return
  for (const [rule, parameter, query, status, code] of wrongValues)
    if (call.takes(parameter)) notes.refusal(rule, await call.get(subject, query), [status, code])
  if (call.path.endsWith('{time_window}')) {
    const params: Subject['params'] = { ...subject.params, time_window: 'month' }
    notes.refusal('unknown window', await call.get({ params }), [400, 5])
  }
  if (call.takes('timezone')) {
    const answer = await call.get(subject, { timezone: 'Europe/Berlin' })
    notes.check('time zone', answer, answer.status !== 200 && `got ${answer.status} instead of 200`)
  }
}

/** Without a session there is nothing to be seen of an account. */
export async function sessionChecks(call: Call) {
  const { client, notes, operation, method, path } = call
  if (!operation.needs) return
  const [subject] = call.subjects
  const body = method === 'GET' ? undefined : validBody(path)
  const address = filled(path, subject?.params ?? {})
  for (const session of [undefined, 'f'.repeat(40)]) {
    const answer = await client.ask(method, address, {
      body,
      access: { key: client.key, ...(session ? { session } : {}) },
    })
    notes.refusal(session ? 'unknown session' : 'no session', answer, [401, 3])
  }
}

function validBody(path: string): unknown {
  if (path.endsWith('/rating')) return { value: 8 }
  if (path.endsWith('/watchlist')) return { media_type: 'movie', media_id: 1, watchlist: true }
  if (path.endsWith('/favorite')) return { media_type: 'movie', media_id: 1, favorite: true }
  return path === '/list' ? { name: 'Conformance', description: '', language: 'en' } : { media_id: 1 }
}
