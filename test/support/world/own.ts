import { peopleSource } from '#src/catalogue/sources.ts'
import { digestOf } from '#src/credentials/secrets.ts'
import type { Database } from '#src/database/database.ts'
import { join, raw, sql } from '#src/database/sql.ts'

/** What only its owner may see: everything that an account can have and shows to nobody, and the ratings of a guest. */

const at = '2026-03-09T20:00:00.000Z'
const on = at.slice(0, 10)

/** The account that has all of it, and the secret of the guest. */
export const owner = { id: 1, username: 'ada' }
export const ratingGuest = '9ue57000000000000000000000000003'

/** Ids of what is asked for by its number. They are above those that the world gives, and those of all its writes. */
export const own = {
  key: 9_001,
  token: 9_002,
  list: 9_003,
  unlisted: 9_004,
  import: 9_005,
  // Above all others: the browsers in which others sign in follow it.
  browser: 9_600,
  job: 9_007,
  waiting: 9_008,
  report: 9_009,
  invitation: 9_010,
  passkey: 9_011,
  delivery: 9_012,
  webhook: 9_013,
}
/** A review of the owner, which everybody sees. */
export const ownReview = '0123456789abcdef01234567'

const account_id = owner.id
const movie = { kind: 'movie', entity_id: 502 }
const series = { kind: 'series', entity_id: 602 }
const episode = { kind: 'episode', entity_id: 60112 }
const rated = { value: 9.5, created_at: at, updated_at: at, is_counted: 0 }
const list = { account_id, description: 'Own words', iso_639_1: 'en', sort_by: 'position.asc' }
const listed = { created_at: at, updated_at: at }
const ofKey = { account_id, key_id: own.key }
const key = { plan: 'developer', name: 'Own key', created_at: at, summary: 'Own summary' }

const progress = { revision: 1, phase: 'reading', done: 1, attempts: 0, failure: '' }
const undone = JSON.stringify({ edit_id: null, phase: 3, before: null, done: 1, left: [], left_count: 0 })
const times = { created_at: at, worked_at: at, next_at: at, ended_at: at }
const changed = { created_at: at, changed_at: at }
const unwritten = { others: '[]', outcome: '' }
const mail = { language: 'en', facts: '{}', created_at: at, due_at: '2026-04-01T00:00:00.000Z' }

type Row = Readonly<Record<string, string | number | null>>

/** By table; a table that has an account and none of these rows is missed by the test. */
const rows: readonly (readonly [table: string, ...rows: Row[]])[] = [
  [
    'favorite',
    { account_id, ...movie, created_at: at, place: 1 },
    { account_id, ...series, created_at: at, place: null },
  ],
  ['watchlist', { account_id, ...movie, created_at: at }, { account_id, ...series, created_at: at }],
  ['rating', ...[movie, series, episode].map((record) => ({ account_id, ...record, ...rated }))],
  [
    'watched',
    { account_id, ...movie, watched_at: at, watched_on: on, series_id: null, created_at: at },
    { account_id, ...episode, watched_at: at, watched_on: on, series_id: 601, created_at: at },
  ],
  [
    'user_list',
    { id: own.list, name: 'Own private list', visibility: 'private', secret_digest: null, ...list, ...listed },
    { id: own.unlisted, name: 'Own unlisted', visibility: 'unlisted', secret_digest: 'own', ...list, ...listed },
  ],
  ['list_item', ...[own.list, own.unlisted].map((list_id) => ({ list_id, ...movie, position: 0, created_at: at }))],
  ['list_undo', { list_id: own.list, edit_id: 1, is_hidden: 0, hidden_before: null, reason_before: '' }],
  ['api_key', { id: own.key, digest: 'own', last_four: 'owns', account_id, ...key }],
  [
    'access_token',
    {
      id: own.token,
      digest: 'own',
      ...ofKey,
      last_four: 'owns',
      name: 'Own token',
      scopes: 'read keep',
      created_at: at,
    },
  ],
  ['session', { digest: 'own', ...ofKey, created_at: at, last_used_on: on }],
  [
    'browser_session',
    { id: own.browser, digest: 'own', account_id, browser: 'Own browser', created_at: at, last_used_at: at },
  ],
  ['totp', { account_id, secret: 'readable OWN', made_at: at, confirmed_at: at, expires_at: null, last_period: 0 }],
  [
    'passkey',
    {
      ...{ id: own.passkey, account_id, credential_id: 'own', public_key: 'own', counter: 0, transports: '' },
      ...{ host: 'own.example', name: 'Own passkey', made_at: at },
    },
  ],
  ['passkey_challenge', { digest: 'own', account_id, expires_at: '2026-06-01T00:00:00.000Z' }],
  ['recovery_code', { account_id, digest: 'own', made_at: at, used_at: null }],
  ['sign_in_step', { digest: 'own', account_id, expires_at: '2026-06-01T00:00:00.000Z' }],
  ['calendar_address', { account_id, secret_digest: 'own', created_at: at }],
  ['player_address', { account_id, secret_digest: 'own', user_names: '["Own name"]', created_at: at, heard_from: '' }],
  [
    'player_delivery',
    {
      ...{ id: own.delivery, account_id, at, times: 1, player: 'emby', event: 'own event', user_name: 'Own name' },
      ...{ outcome: 'waiting', reason: '', entry: '{"title":"Own played title"}', wanted: 'own', certainty: 0 },
      ...{ watched_at: at, watched_on: on, others: '[]' },
    },
  ],
  [
    'webhook',
    {
      ...{ id: own.webhook, owner: 'member', account_id, name: 'Own webhook', address: 'https://own.example/hook' },
      ...{ host: 'own.example', owned_by: 'account 1', types: '["movie.changed"]', filter: '{"watchlist":true}' },
      ...{ secret: 'readable OWN', state: 'paused', from_seq: 0, created_at: at },
    },
  ],
  [
    'webhook_delivery',
    {
      ...{ webhook_id: own.webhook, message_id: 'own', type: 'movie.changed', at, ...movie, position: 1, data: '{}' },
      ...{ path: '', state: 'delivered', attempts: 1, next_at: at },
    },
  ],
  ['record_follow', { account_id, ...movie, created_at: at }],
  // Of a list that nobody asks for: everybody sees how many follow it.
  ['list_follow', { account_id, list_id: 25, created_at: at }],
  ['review_like', { account_id, review_id: 'ffffffffffffffffffffffff', created_at: at }],
  ['list_like', { account_id, list_id: 25, created_at: at }],
  ['list_keeper', { account_id, list_id: 25, invited_at: at, accepted_at: at }],
  ['list_addition', { list_id: own.list, ...movie }],
  ['account_follow', { account_id, followed_id: 3, created_at: at }],
  [
    'search_follow',
    {
      ...{ account_id, what: 'names', query: 'own', kind: '', source_id: '', iso_639_1: '', field: '' },
      ...{ match_key: 'own', created_at: at },
    },
  ],
  [
    'invitation',
    { id: own.invitation, digest: 'own', account_id, made_at: at, expires_at: '2026-06-01T00:00:00.000Z' },
  ],
  ['unsubscribe_link', { digest: 'own', account_id, expires_at: '2026-06-01T00:00:00.000Z' }],
  ['notification', { account_id, at, what: 'password_changed', about: '{}', read_at: at }],
  ['security_event', { account_id, at, what: 'signed_in', network: '192.0.2.0/24', browser: 'Own browser' }],
  ['sign_in_place', { account_id, place: 'address:192.0.2.0/24', first_at: at, last_at: at }],
  ['match_decision', { account_id, source: 'own', wanted: 'Own wish', ...movie, decided_at: at }],
  [
    'kept_aside',
    {
      ...{ kind: 'movie', entity_id: 599, kept: 'favorite', account_id, state: 'aside' },
      entry: JSON.stringify({ account_id, created_at: at }),
    },
  ],
  [
    'job',
    { id: own.job, account_id, kind: 'undo_edits', input: '{}', state: undone, status: 'done', ...progress, ...times },
  ],
  [
    'kept_import',
    { id: own.import, account_id, stage: 'ready', file: 'own.csv', ...{ failure: '', bytes: 1 }, ...changed },
  ],
  [
    'kept_import_entry',
    { import_id: own.import, number: 1, entry: '{}', what: 'rating', status: 'open', reason: '', ...unwritten },
  ],
  [
    'pending_edit',
    {
      ...{ id: own.waiting, account_id, source_id: 'people', note: 'Own note', source_url: 'https://own.example', at },
      ...{ records: '[]', changes: '[]', status: 'waiting', reason: '', question: 'Own question' },
    },
  ],
  ['repeatable_edit', { account_id, key: 'own', digest: 'own', at, pending_id: own.waiting, records: '[]' }],
  [
    'report',
    {
      ...{ id: own.report, account_id, at, what: 'record', subject: 'movie 502', reason: 'other', words: 'Own words' },
      ...{ status: 'open', answer: '' },
    },
  ],
  ['kept_import_list', { import_id: own.import, number: 1, name: 'Own list', description: '', is_made: 0 }],
  ['kept_import_piece', { import_id: own.import, number: 1, content: 'Own content' }],
  ['hourly_use', { account_id, thing: 'own', used_until: at }],
  ['mail', { account_id, template: 'own', recipient: 'own@people.example', ...mail }],
  ['mailed_link', { digest: 'own', purpose: 'reset', account_id, email: 'own@people.example', expires_at: at }],
  ['request_token', { digest: 'own', ...ofKey, expires_at: at }],
  ['act', { at, what: 'list_hidden', actor_id: 3, account_id, about: '{}', reason: 'Own reason' }],
]

async function add(db: Database, given: typeof rows) {
  for (const [table, ...added] of given)
    for (const row of added) {
      const values = Object.values(row).map((value) => sql`${value}`)
      await db.run(sql`insert into ${raw(table)} (${raw(Object.keys(row).join())}) values (${join(values)})`)
    }
}

/** What everybody sees of the owner, and nobody else may change. */
export async function addShown(db: Database) {
  // Which database it is comes by chance, and is told with changes.
  await db.run(sql`update lineage set id = '0123456789abcdef0123456789abcdef'`)
  await add(db, [
    ['edit', { at, account_id, source_id: peopleSource, note: 'Shown note' }],
    ['image_vote', { kind: 'movie', entity_id: 503, gallery: 'posters', image_id: 'shown', account_id, value: 5, at }],
    [
      'review',
      {
        ...{ id: ownReview, kind: 'movie', entity_id: 503, account_id, content: 'Shown words', rating: null },
        ...{ iso_639_1: 'en', created_at: at, updated_at: at, source_id: peopleSource },
      },
    ],
  ])
}

/** Adds all of it to the world. */
export async function addOwn(db: Database) {
  await add(db, rows)
  await db.run(sql`update account set email = 'own@people.example', iso_3166_1 = 'AT', shows_ratings = true,
      digest_at = ${at}
    where id = ${account_id}`)
  const guest = sql`(select id from guest_session where digest = ${digestOf(ratingGuest)})`
  await db.run(sql`
    insert into guest_session (digest, key_id, network, created_at, expires_at)
    values (${digestOf(ratingGuest)}, 1, 'own', ${at}, '2026-03-11T11:00:00.000Z')`)
  for (const { kind, entity_id } of [movie, series, episode])
    await db.run(sql`
      insert into guest_rating (guest_id, kind, entity_id, value, created_at, updated_at, is_counted)
      values (${guest}, ${kind}, ${entity_id}, 8.5, ${at}, ${at}, false)`)
}
