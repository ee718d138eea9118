import { type Call, filled, placesOf } from '../call.ts'
import { type Answer, field, rowsOf } from '../client.ts'
import { isUnknown } from '../findings.ts'
import { addressForms, parameterForms } from '../request-forms.ts'
import { isSame } from '../shape.ts'

/** Subjects that are asked in a language, too; every subject is asked without. */
const SUBJECTS_IN_A_LANGUAGE = 2

/** The reply of every subject: status, content type, exactly the shape, and the id of what was asked for. */
export async function replyChecks(call: Call): Promise<boolean> {
  const { client, notes, operation, subjects } = call
  const answers: [answer: Answer, id: unknown][] = []
  for (const subject of subjects) answers.push([await call.get(subject), idOf(call.path, subject.params)])
  if (answers.every(([answer]) => isUnknown(answer))) return false
  for (const [answer, id] of answers) {
    notes.reply(answer, operation.reply, client.dialect)
    const given = field(answer.body, 'id')
    if (answer.status === 200 && id !== undefined && given !== undefined)
      notes.check('id of the record', answer, String(given) !== String(id) && `id is ${given}, not ${id}`)
  }
  if (!call.takes('language')) return true
  for (const subject of subjects.slice(0, SUBJECTS_IN_A_LANGUAGE))
    notes.reply(await call.get(subject, { language: 'de-DE' }), operation.reply, client.dialect)
  return true
}

/**
 * The id that the last place of a path names. A season and an episode have one beside their number; the account is that
 * of the session, whatever the path says.
 */
function idOf(path: string, params: Call['subjects'][number]['params']): unknown {
  const last = placesOf(path).at(-1) ?? ''
  if (last === 'season_number') return params.season_id
  if (last === 'episode_number') return params.episode_id
  return last.endsWith('_id') && last !== 'account_id' ? params[last] : undefined
}

/** What has no meaning in a request changes nothing. */
export async function leniencyChecks(call: Call) {
  const { client, notes, subjects, path } = call
  const [subject] = subjects
  if (!subject) return
  const plain = await call.get(subject)
  const strange = await call.get(subject, { unknown_parameter: 'x', '': 'y' })
  notes.check('unknown parameters', strange, !isSame(strange.body, plain.body) && 'the reply differs')
  if (call.takes('include_adult')) {
    const capital = await call.get(subject, { include_adult: 'False' })
    notes.check('True and False', capital, capital.status !== 200 && `got ${capital.status} instead of 200`)
  }
  const [place = ''] = placesOf(path)
  if (!leadingDigits.has(place) || call.operation.needs) return
  const params = { ...subject.params, [place]: `${subject.params[place]}-and-a-name` }
  const named = await client.get(filled(path, params), subject.query)
  notes.check('ids with a name behind them', named, !isSame(named.body, plain.body) && 'the reply differs')
}

/** Addresses and parameters in the forms in which programs write them mean what their plain forms mean. */
export async function formChecks(call: Call) {
  const { client, notes, operation, path } = call
  const [subject] = call.subjects
  if (!subject || operation.needs || path.startsWith('/guest_session/')) return
  const below = filled(path, subject.params)
  const plain = await call.get(subject)
  for (const [what, write] of path.startsWith('/find/') ? [] : addressForms) {
    const answer = await client.ask('GET', below, { query: subject.query ?? {}, write })
    notes.check('forms of addresses', answer, !isSame(answer.body, plain.body) && `the reply differs with ${what}`)
  }
  for (const [parameter, written, meant] of parameterForms) {
    if (!call.takes(parameter)) continue
    const wanted = await call.get(subject, meant === undefined ? {} : { [parameter]: meant })
    const answer = await call.get(subject, { [parameter]: decodeURIComponent(written) })
    notes.check('forms of parameters', answer, !isSame(answer.body, wanted.body) && `${parameter}=${written} differs`)
  }
}

const leadingDigits = new Set(['movie_id', 'series_id', 'person_id', 'collection_id', 'company_id', 'network_id'])

/** What proxies, browsers and caches of clients need. */
export async function headerChecks(call: Call) {
  const { client, notes, operation, subjects } = call
  const [subject] = subjects
  if (!subject) return
  const answer = await call.get(subject)
  const { headers } = answer
  const [origin, cached, tag] = ['access-control-allow-origin', 'cache-control', 'etag'].map((name) =>
    headers.get(name),
  )
  notes.check('any origin', answer, origin !== '*' && `access-control-allow-origin is ${origin}`)
  if (operation.needs || call.path.startsWith('/guest_session/')) {
    notes.check('caching', answer, /public/.test(cached ?? '') && `cache-control is ${cached}, although it is private`)
    return
  }
  if (call.path === '/authentication') return
  notes.check('caching', answer, !/^public, max-age=\d+$/.test(cached ?? '') && `cache-control is ${cached}`)
  notes.check('entity tag', answer, !/^W\/"[^"]+"$/.test(tag ?? '') && `etag is ${tag}, not a weak one`)
  if (!tag) return
  const query = subject.query ?? {}
  const again = await client.ask('GET', filled(call.path, subject.params), { query, headers: { 'if-none-match': tag } })
  const isOther = again.headers.get('etag') !== tag
  notes.check('not modified', again, again.status !== 304 && !isOther && `got ${again.status} instead of 304`)
}

/** A film is also found by its id in the film database. */
export async function filmIdChecks(call: Call) {
  if (call.path !== '/movie/{movie_id}') return
  for (const subject of call.subjects) {
    const { body } = await call.get(subject)
    const id = field(body, call.client.dialect.wireName('filmdb_id'))
    if (typeof id !== 'string' || !id.startsWith('tt')) continue
    const answer = await call.client.get(`/movie/${id}`)
    const given = field(answer.body, 'id')
    const isWrong = given !== subject.params.movie_id
    const wrong = isWrong && `got ${answer.status} with id ${given} instead of ${subject.params.movie_id}`
    call.notes.check('id of the film database as movie_id', answer, wrong)
    return
  }
}

/** Lists that have an order which their rows show. */
export async function orderChecks(call: Call) {
  if (call.path === '/configuration') {
    const answer = await call.get({ params: {} })
    const keys = field(answer.body, 'change_keys') as string[]
    call.notes.check('change_keys in alphabetical order', answer, !isSame(keys, keys.toSorted()) && 'they are not')
  }
  if (!/^\/(movie|tv|person)\/popular$/.test(call.path)) return
  const answer = await call.get({ params: {} })
  const values = rowsOf(answer.body).map((row) => Number(row.popularity))
  const at = values.findIndex((value, index) => index > 0 && value > (values[index - 1] ?? value))
  const rule = 'most popular first'
  call.notes.check(rule, answer, at > 0 && `results[${at}].popularity is over that of the row before`)
}
