import assert from 'node:assert/strict'
import type { Operation } from '#src/contract/operation.ts'
import type { Page } from '#src/pages/page.ts'
import { guest } from '../world.ts'
import { own, owner, ownReview } from './own.ts'

/** Requests about what belongs to one account, for the walk over all operations and pages. */

/** What stands for a parameter of a path, by its name: what belongs to the owner, where it can. */
export const places: Readonly<Record<string, readonly (string | number)[]>> = {
  report: ['no-picture'],
  account_id: [owner.id, 'me'],
  list_id: [own.list, own.unlisted, 2, 1],
  movie_id: [502, 503],
  series_id: [601, 602],
  season_number: [1],
  episode_number: [2],
  guest_session_id: [guest],
  movie: [502, 503],
  series: [601, 602],
  season: [1],
  episode: [2],
  title: [502, 503],
  person: [301],
  company: [101],
  network: [201],
  collection: [401],
  catalogue: ['0123456789abcdef0123456789abcdef'],
  offer: [1],
  order: ['0000000000000000000000ff'],
  gallery: ['posters'],
  image: ['lantern-en'],
  video: ['lantern01'],
  app: ['plex', 'other'],
  table: ['films', 'series', 'watchlist', 'favourites'],
  file: ['502.jpg'],
  year: ['2026'],
  document: ['security.md'],
  decision: ['0131-passkeys.md'],
  picture: ['home.png'],
  contract: ['3'],
  group: ['movies'],
  operation: ['movie.details'],
  shape: ['Movie'],
  list: [own.list, own.unlisted, 2, 1],
  review: [ownReview],
  name: [owner.username],
  place: ['movie', 'tv'],
  month: ['2026-03'],
  secret: ['own'],
  request_token: ['own'],
  edit: [own.waiting, 1, 2],
  key_id: [own.key],
  edit_id: [2],
  waiting_id: [own.waiting],
  report_id: [own.report],
  webhook_id: [own.webhook],
  webhook: [own.webhook],
  invitation: [own.invitation],
  job_id: [own.job],
  job: [own.job],
  id: [own.import, own.delivery, own.token, own.browser, owner.id],
  number: [1],
}

/** Fields of bodies and forms, so that what is written is about the owner, and is right otherwise. */
export const fields: Readonly<Record<string, unknown>> = {
  requests: [{ path: '/3/movie/502' }],
  media_type: 'movie',
  media_id: 502,
  favorite: false,
  watchlist: false,
  watch: true,
  value: 1,
  name: 'Of another',
  description: '',
  language: 'en',
  confirm: true,
  session_id: 'of nobody',
  guest_session_id: 'of nobody',
  request_token: 'own',
  access_token: 'of nobody',
  username: 'nobody',
  password: 'of nobody',
  items: [{ media_type: 'movie', media_id: 502 }],
  records: [{ kind: 'collection', id: 402, overview: 'Of another' }],
  edit_id: 2,
  act: 'withdraw',
  what: 'record',
  of: 'movie 503',
  reason: 'wrong',
  kind: 'movie',
  id: 502,
  into_id: 503,
  note: 'Of another',
  locked_for: 'members',
}
const webhook = { address: 'https://nobody.example/', types: ['movie.changed'], watchlist: true, records: undefined }
/** Bodies of operations in which these fields mean something else. */
const bodies: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'webhooks.add': { of: 'member', ...webhook },
  'webhooks.change': webhook,
  'webhooks.state': { state: 'on' },
  'edits.move': { kind: 'episode', id: 60112, episode_number: 9 },
}
/** The same of forms, where they mean something else; a field that has no line here is sent as `1`. */
const formFields: Readonly<Record<string, string | readonly string[]>> = {
  media_type: 'movie',
  media_id: '502',
  list: String(own.list),
  id: [own.token, own.browser, own.passkey].map(String),
  key_id: String(own.key),
  act: ['remove', 'skip'],
  next: '/',
  value: '0',
  content: 'Of another',
  do: 'save',
  language: 'en',
  reason: 'Of another',
  email: 'nobody@people.example',
  visibility: 'public',
  sort_by: 'position.asc',
}

/** All ways to fill in the parameters of a path. */
export function filledIn(path: string): string[] {
  const [, name] = /\{(\w+)\}/.exec(path) ?? []
  if (name === undefined) return [path]
  const values = places[name]
  assert.ok(values, `test/support/world/own-requests.ts does not know what stands for {${name}} in ${path}`)
  return values.flatMap((value) => filledIn(path.replace(`{${name}}`, String(value))))
}

/** A form of a page, filled in so that it is about what belongs to the owner. */
export function formsOf({ form }: Page): Record<string, string>[] {
  return form.reduce<Record<string, string>[]>(
    (filled, name) => {
      const values = [formFields[name] ?? '1'].flat()
      return filled.flatMap((one) => values.map((value) => ({ ...one, [name]: value })))
    },
    [{}],
  )
}

/** A body that is about what belongs to the owner. */
export function bodyOf({ id, body }: Operation): Record<string, unknown> {
  const { properties = {}, required = [] } = (body ?? {}) as { properties?: object; required?: string[] }
  const unknown = required.filter((name) => !(name in fields || name in (bodies[id] ?? {})))
  assert.deepEqual(unknown, [], `test/support/world/own-requests.ts does not know these fields of ${id}`)
  const known = { ...fields, ...bodies[id] }
  return Object.fromEntries(Object.keys(properties).flatMap((name) => (name in known ? [[name, known[name]]] : [])))
}
