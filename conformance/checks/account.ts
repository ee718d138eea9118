import { type Call, filled } from '../call.ts'
import { field, type Query, rowsOf } from '../client.ts'
import { lists } from '../interface/lists.ts'

const WRONG_TOKEN = 'f'.repeat(40)
const UNKNOWN_ID = 2_000_000_011
/** How many pages of a list of the account are looked through. */
const PAGES = 25

type Check = (call: Call) => Promise<void>

const ask = ({ client }: Call, method: string, path: string, body?: unknown, query: Query = {}) =>
  client.ask(method, path, { body, query, access: { key: client.key, ...sessionOf(client.session) } })
const sessionOf = (session: string | undefined) => (session ? { session } : {})

/** Every row that a list of the account has. */
async function entriesOf(call: Call, path: string): Promise<Map<unknown, Record<string, unknown>>> {
  const rows = new Map<unknown, Record<string, unknown>>()
  for (let page = 1; page <= PAGES; page++) {
    const { body } = await ask(call, 'GET', path, undefined, { page })
    for (const row of rowsOf(body)) rows.set(row.id, row)
    if (page >= Number(field(body, 'total_pages') ?? 0)) break
  }
  return rows
}

const kinds = [
  { media_type: 'movie', list: 'movies', place: 'movie_id', path: '/movie' },
  { media_type: 'tv', list: 'tv', place: 'series_id', path: '/tv' },
] as const

/** A title that the list does not have, so that removing it puts everything back. */
function freeSubject(call: Call, pool: string, place: string, taken: ReadonlyMap<unknown, unknown>) {
  const id = call.records.subjects.get(pool)?.find(({ params }) => !taken.has(params[place]))?.params[place]
  return id === undefined ? undefined : Number(id)
}

/** Adds to a list of the account, adds again, looks at it, removes: the watchlist and the favourites are alike. */
const marks =
  (name: 'watchlist' | 'favorite'): Check =>
  async (call) => {
    const { client, notes } = call
    const path = `/account/0/${name}`
    const [first, again] = client.dialect.markAdded
    for (const { media_type, list, place, path: details } of kinds) {
      const media_id = freeSubject(
        call,
        media_type === 'tv' ? 'series' : 'movie',
        place,
        await entriesOf(call, `${path}/${list}`),
      )
      if (media_id === undefined) continue
      const set = (on: unknown) => ask(call, 'POST', path, { media_type, media_id, [name]: on })
      try {
        notes.refusal('added', await set(true), first)
        notes.refusal('added again', await set(true), again)
        const inTexts = { media_type, media_id: String(media_id), [name]: 'true' }
        notes.refusal('numbers and booleans as texts', await ask(call, 'POST', path, inTexts), again)
        const has = (await entriesOf(call, `${path}/${list}`)).has(media_id)
        const states = await ask(call, 'GET', `${details}/${media_id}/account_states`)
        notes.check('in the list', states, !has && `${media_id} is not in ${path}/${list}`)
        if (states.status === 200) notes.check('in the states', states, !field(states.body, name) && `${name} is false`)
      } finally {
        notes.refusal('removed', await set(false), [200, 13])
      }
      const has = (await entriesOf(call, `${path}/${list}`)).has(media_id)
      notes.check('out of the list', { asked: `GET ${path}/${list}` }, has && `${media_id} is still there`)
    }
    const wrong = [{ media_type: 'person', media_id: 1, [name]: true }, { media_id: 1, [name]: true }, {}]
    for (const body of wrong) notes.refusal('wrong body', await ask(call, 'POST', path, body), [422, 5])
    const unknown = { media_type: 'movie', media_id: UNKNOWN_ID, [name]: true }
    notes.refusal('unknown title', await ask(call, 'POST', path, unknown), [404, 34])
  }

const wrongRatings = [0, 0.4, -1, 10.5, 3.3, undefined]

/** Rates, rates again and takes it back; wrong values are refused before the title is looked for. */
const rates: Check = async (call) => {
  const { notes, path } = call
  for (const value of wrongRatings) {
    const params = Object.fromEntries(Object.keys(call.subjects[0]?.params ?? {}).map((name) => [name, UNKNOWN_ID]))
    const body = value === undefined ? {} : { value }
    notes.refusal('wrong value, unknown title', await ask(call, 'POST', filled(path, params), body), [400, 18])
  }
  for (const subject of call.subjects.slice(0, 1)) {
    const address = filled(path, subject.params)
    const states = await ask(call, 'GET', address.replace(/rating$/, 'account_states'))
    if (field(states.body, 'rated')) continue
    try {
      notes.refusal('rated', await ask(call, 'POST', address, { value: 8.5 }), [201, 1])
      notes.refusal('rated again', await ask(call, 'POST', address, { value: 7 }), [201, 12])
      const after = await ask(call, 'GET', address.replace(/rating$/, 'account_states'))
      const value = field(field(after.body, 'rated'), 'value')
      if (after.status === 200) notes.check('in the states', after, value !== 7 && `rated.value is ${value}, not 7`)
      const details = await ask(call, 'GET', address.replace(/\/rating$/, ''), undefined, {
        append_to_response: 'account_states',
      })
      const appended = field(field(field(details.body, 'account_states'), 'rated'), 'value')
      notes.check('in the appended states', details, appended !== 7 && `rated.value is ${appended}, not 7`)
    } finally {
      notes.refusal('rating deleted', await ask(call, 'DELETE', address), [200, 13])
    }
  }
}

/** A list of its own: made, filled, emptied and deleted. */
const ownList: Check = async (call) => {
  const { notes } = call
  const made = await ask(call, 'POST', '/list', { name: 'Conformance', description: '', language: 'en' })
  notes.check('list made', made, made.status !== 201 && `got ${made.status} instead of 201`)
  const path = `/list/${field(made.body, 'list_id')}`
  const media_id = Number(call.records.subjects.get('movie')?.[0]?.params.movie_id)
  if (made.status !== 201) return
  try {
    notes.refusal('added', await ask(call, 'POST', `${path}/add_item`, { media_id }), [201, 12])
    notes.refusal('added again', await ask(call, 'POST', `${path}/add_item`, { media_id }), [403, 8])
    const present = await ask(call, 'GET', `${path}/item_status`, undefined, { movie_id: media_id })
    notes.check('item_present', present, field(present.body, 'item_present') !== true && 'it is not true')
    notes.reply(await ask(call, 'GET', path), lists['GET /list/{list_id}']?.reply ?? 'any', call.client.dialect)
    notes.refusal('removed', await ask(call, 'POST', `${path}/remove_item`, { media_id }), [200, 13])
    notes.refusal('removed again', await ask(call, 'POST', `${path}/remove_item`, { media_id }), [200, 21])
    notes.refusal('cleared without a word', await ask(call, 'POST', `${path}/clear`), [400, 29])
    notes.refusal('cleared', await ask(call, 'POST', `${path}/clear`, undefined, { confirm: true }), [201, 12])
  } finally {
    notes.refusal('list deleted', await ask(call, 'DELETE', path), [200, 13])
  }
  notes.refusal('list without a name', await ask(call, 'POST', '/list', {}), [422, 5])
}

const opened =
  (method: string, path: string): Check =>
  async (call) => {
    const answer = await call.client.ask(method, path)
    call.notes.reply(answer, call.operation.reply, call.client.dialect)
  }

/** A guest rates, reads its own ratings and takes them back, and keeps nothing else. */
const guest: Check = async (call) => {
  const { client, notes, path } = call
  await opened('GET', path)(call)
  const session = await client.ask('GET', path)
  const guest_session_id = String(field(session.body, 'guest_session_id'))
  const movie_id = Number(call.records.subjects.get('movie')?.[0]?.params.movie_id)
  const asGuest = (method: string, path: string, body?: unknown) =>
    client.ask(method, path, { body, access: { key: client.key, guest: guest_session_id } })
  const rating = `/movie/${movie_id}/rating`
  notes.refusal('rated by a guest', await asGuest('POST', rating, { value: 6.5 }), [201, 1])
  const list = await asGuest('GET', `/guest_session/${guest_session_id}/rated/movies`)
  const [row] = rowsOf(list.body)
  const isThere = row?.id === movie_id && row.rating === 6.5
  notes.check('in the ratings of the guest', list, !isThere && 'the movie is not there with its rating')
  const states = await asGuest('GET', `/movie/${movie_id}/account_states`)
  const value = field(field(states.body, 'rated'), 'value')
  notes.check('in the states of the guest', states, value !== 6.5 && `rated.value is ${value}, not 6.5`)
  const mark = { media_type: 'movie', media_id: movie_id, watchlist: true }
  notes.refusal('marked by a guest', await asGuest('POST', '/account/0/watchlist', mark), [401, 3])
  notes.refusal('rating of a guest deleted', await asGuest('DELETE', rating), [200, 13])
}

const requestToken: Check = async (call) => {
  const answer = await call.client.get('/authentication/token/new')
  call.notes.reply(answer, call.operation.reply, call.client.dialect)
  const callback = answer.headers.get('authentication-callback') ?? ''
  const wrong = !callback.endsWith(`/authenticate/${field(answer.body, 'request_token')}`)
  call.notes.check('authentication-callback', answer, wrong && `the header is ${JSON.stringify(callback)}`)
}

/** What is sent in the body of POST may be in the query of GET. */
const refused =
  (body: Record<string, string>, refusal: readonly [number, number], more: readonly Check[] = []): Check =>
  async (call) => {
    const { client, notes, method, path } = call
    const answer = method === 'GET' ? await client.get(path, body) : await client.ask(method, path, { body })
    notes.refusal('what is not valid', answer, refusal)
    for (const check of more) await check(call)
  }

const nobody = { username: 'nobody-of-this-name', password: 'wrong-password-0' }
const wrongLogin: Check = async (call) => {
  const request_token = String(field((await call.client.get('/authentication/token/new')).body, 'request_token'))
  await refused({ ...nobody, request_token }, [401, 30])(call)
}

/** The checks of operations that change something. They put back what they change. */
const checks: Readonly<Record<string, Check>> = {
  'POST /account/{account_id}/watchlist': marks('watchlist'),
  'POST /account/{account_id}/favorite': marks('favorite'),
  'POST /movie/{movie_id}/rating': rates,
  'POST /tv/{series_id}/rating': rates,
  'POST /tv/{series_id}/season/{season_number}/episode/{episode_number}/rating': rates,
  'POST /list': ownList,
  'GET /authentication/token/new': requestToken,
  'GET /authentication/guest_session/new': guest,
  'POST /authentication/session/new': refused({ request_token: WRONG_TOKEN }, [401, 17]),
  'GET /authentication/session/new': refused({ request_token: WRONG_TOKEN }, [401, 17]),
  'POST /authentication/session/convert/4': refused({ access_token: 'no-token' }, [401, 35]),
  'POST /authentication/token/validate_with_login': refused({}, [400, 26], [wrongLogin]),
  'GET /authentication/token/validate_with_login': wrongLogin,
  'DELETE /authentication/session': refused({ session_id: WRONG_TOKEN }, [404, 6]),
}

/** Tries an operation that changes something. */
export async function writeChecks(call: Call) {
  await checks[`${call.method} ${call.path}`]?.(call)
}
