import assert from 'node:assert/strict'
import { join } from 'node:path'
import { Type } from 'typebox'
import { createAccount } from '#src/accounts/accounts.ts'
import { prepareCatalogue } from '#src/catalogue/edits/apply-edit.ts'
import type { RecordKind } from '#src/catalogue/record-kinds.ts'
import { scopes, scopesOfSession, scopesText } from '#src/contract/scopes.ts'
import { wordsOf } from '#src/contributions/lists/lists.ts'
import { openPasswords } from '#src/credentials/passwords.ts'
import { digestOf } from '#src/credentials/secrets.ts'
import type { Database } from '#src/database/database.ts'
import type { Migratable } from '#src/database/migratable.ts'
import { migrate } from '#src/database/migrate.ts'
import { sql } from '#src/database/sql.ts'
import { importLines } from '#src/import/import.ts'
import { packageRoot } from '#src/package-root.ts'
import { computeTrends } from '#src/popularity/trends.ts'
import { followQuality } from '#src/quality/follow-quality.ts'
import { updateNameIndex } from '#src/search/name-index.ts'
import { followSitemaps } from '#src/sitemaps/follow-sitemaps.ts'
import { shared } from './run/template.ts'
import { companies, networks } from './world/companies.ts'
import { gone, guest, loadKept } from './world/kept.ts'
import type { Line } from './world/line.ts'
import { airings, extras, labels, reels, serials, shelves, shorts, studios } from './world/many.ts'
import { collections, movies } from './world/movies.ts'
import { people } from './world/people.ts'
import { loadSecondFactor } from './world/second-factor.ts'
import { episodes, seasons, series } from './world/series.ts'
import { sources, words } from './world/sources.ts'
import { loadTokens, tokens } from './world/tokens.ts'

/** Noon of the day on which every scenario takes place, unless it says otherwise. */
export const testDay = '2026-03-10T12:00:00.000Z'

/** When the hand-made records came, and when the generated ones did: only those are younger than a day. */
export const loadedAt = '2026-03-01T08:00:00.000Z'
export const loadedAgainAt = '2026-03-09T18:00:00.000Z'

export const handMade: readonly Line[] = [
  ...sources,
  ...words,
  ...companies,
  ...networks,
  ...people,
  ...collections,
  ...movies,
  ...series,
  ...seasons,
  ...episodes,
]
/** A record of each kind. */
export const oneOfEach: Readonly<Record<RecordKind, number>> = {
  genre: 18,
  keyword: 801,
  provider: 901,
  company: 101,
  network: 201,
  person: 301,
  collection: 401,
  movie: 501,
  series: 601,
  season: 6011,
  episode: 60122,
}
export const generated: readonly Line[] = [
  ...labels,
  ...studios,
  ...extras,
  ...shelves,
  ...reels,
  ...shorts,
  ...serials,
  ...airings,
]

/**
 * Secrets of the keys: `second` is of another application, `revoked` is no longer valid, and `replaced` for a minute
 * after noon. `limited` may ask once in a second, the others as much as they like. `suspended` is, and so is the
 * account that `held` belongs to.
 */
export const keys = {
  first: '0000000000000000000000000000aaa1',
  second: '0000000000000000000000000000aaa2',
  revoked: '0000000000000000000000000000aaa3',
  replaced: '0000000000000000000000000000aaa4',
  limited: '0000000000000000000000000000aaa5',
  suspended: '0000000000000000000000000000aaa6',
  held: '0000000000000000000000000000aaa7',
}

/** The same for every account. */
export const password = 'the lamp is lit'

/**
 * `ada` has everything and a watchlist, `bo` only a watchlist of 21 movies; `cy` is disabled, and the address of `dee`
 * is not verified, who has 21 favourites and ratings of each kind; `eve` has a watchlist of 21 series.
 * Their ids are in the order of this list, from 1. Behind all accounts is `fay`, who signs in with one-time codes.
 */
const accounts = [
  {
    username: 'ada',
    name: 'Ada Lamplight',
    email: 'ada@people.example',
    more: sql`avatar_path = '/ada.png', iso_639_1 = 'de', iso_3166_1 = 'DE', include_adult = true`,
  },
  { username: 'Bo', name: '', email: '', more: sql`include_adult = false` },
  { username: 'cy', name: '', email: 'cy@people.example', more: sql`disabled_at = ${loadedAt}` },
  { username: 'dee', name: '', email: 'dee@people.example', more: sql`email_verified_at = null` },
  { username: 'eve', name: '', email: '', more: sql`include_adult = false` },
]

/**
 * Secrets of the sessions, by user name. All but that of bo may edit; `gone` is a session of ada that was made with the
 * revoked key.
 */
export const sessions = {
  ada: 'ada0000000000000000000000000000000000001',
  bo: 'b000000000000000000000000000000000000002',
  cy: 'c000000000000000000000000000000000000003',
  dee: 'd000000000000000000000000000000000000004',
  eve: 'e000000000000000000000000000000000000005',
  gone: 'ada000000000000000000000000000000000dead',
}

export { gone, guest, tokens }

/** Migrates a database and fills it with the world. */
export const loadWorld = shared('world', async (db) => {
  await loadRecords(db)
  await loadWatchlists(db)
  await loadLists(db)
  await loadKept(db, loadedAgainAt, testDay)
  await loadSecondFactor(db, password, loadedAt)
  await updateNameIndex(db)
  await followQuality(db, () => new Date(testDay)).catchUp()
  await followSitemaps(db, () => new Date(testDay)).catchUp()
  // Nothing was asked for yet, so what is trending is what sources call popular.
  await computeTrends(db, new Date(testDay))
})

/** The catalogue of the world. Returns the properties of its lines that no part has read; one test wants none. */
export async function loadRecords(db: Migratable) {
  await migrate(db, join(packageRoot, 'migrations'))
  await loadAccess(db)
  await prepareCatalogue(db, new Date(loadedAt))
  return [await load(db, handMade, loadedAt), await load(db, generated, loadedAgainAt)]
}

/** Imports lines, all of which have to be good. */
async function load(db: Database, lines: readonly Line[], at: string) {
  const problems: unknown[] = []
  const note = (problem: unknown) => void problems.push(problem)
  const summary = await importLines(db, lines, { now: () => new Date(at), onRefused: note, onUnresolved: note })
  const { ignored, computed } = summary
  assert.deepEqual([problems, computed], [[], {}])
  return ignored
}

/** What the accounts want to see, in the order in which they added it. */
async function loadWatchlists(db: Database) {
  const entries = [
    { username: 'ada', kind: 'movie', ids: [503, 501] },
    { username: 'ada', kind: 'series', ids: [601] },
    { username: 'bo', kind: 'movie', ids: reels.map(({ id }) => id) },
    { username: 'eve', kind: 'series', ids: serials.slice(0, 21).map(({ id }) => id) },
  ]
  for (const { username, kind, ids } of entries) {
    for (const [index, id] of ids.entries()) {
      const created_at = new Date(Date.parse(loadedAgainAt) + 1000 * index).toISOString()
      await db.run(sql`
        insert into watchlist (account_id, kind, entity_id, created_at)
        select id, ${kind}, ${id}, ${created_at} from account
        where folded_username = ${username} and source_id is null`)
    }
  }
}

const list = Type.Object({
  id: Type.Integer(),
  account_id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  iso_639_1: Type.String(),
  visibility: Type.String(),
  sort_by: Type.String(),
  created_at: Type.String(),
  updated_at: Type.String(),
})
const item = Type.Object({
  list_id: Type.Integer(),
  kind: Type.String(),
  entity_id: Type.Integer(),
  position: Type.Integer(),
  created_at: Type.String(),
})
const word = Type.Object({ word: Type.String(), list_id: Type.Integer() })

/**
 * `ada` has a public list (1) and a private one (2), `bo` a public list of 21 movies (3) and a private one (4), and
 * `eve` has 21 public lists (5 to 25), each with a movie and a series.
 */
async function loadLists(db: Database) {
  const lanterns = [
    { kind: 'movie', entity_id: 501 },
    { kind: 'series', entity_id: 601 },
    { kind: 'movie', entity_id: 503 },
  ]
  const evening = [
    { kind: 'movie', entity_id: 505 },
    { kind: 'series', entity_id: 602 },
  ]
  const lists = [
    { account_id: 1, name: 'Lamps & tides', description: 'What glows, and what comes back.', items: lanterns },
    { account_id: 1, name: 'Only mine', visibility: 'private', items: lanterns.slice(0, 1) },
    {
      account_id: 2,
      name: 'All the reels',
      items: reels.map(({ id }) => ({ kind: 'movie', entity_id: id as number })),
    },
    { account_id: 2, name: 'Reels of my own', visibility: 'private', items: lanterns.slice(0, 1) },
    ...Array.from({ length: 21 }, (_, at) => ({ account_id: 5, name: `Evening ${at + 1}`, items: evening })),
  ]
  const at = loadedAgainAt
  const rows = lists.map(({ items: _, ...given }, index) => ({
    id: index + 1,
    description: '',
    iso_639_1: 'en',
    visibility: 'public',
    sort_by: 'position.asc',
    created_at: at,
    updated_at: at,
    ...given,
  }))
  const items = lists.flatMap(({ items }, index) =>
    items.map((item, position) => ({ list_id: index + 1, ...item, position, created_at: at })),
  )
  const words = rows
    .filter(({ visibility }) => visibility === 'public')
    .flatMap(({ id, name }) => wordsOf(name).map((word) => ({ word, list_id: id })))
  await db.put({ name: 'user_list', key: ['id'], row: list }, rows)
  await db.put({ name: 'list_item', key: ['list_id', 'kind', 'entity_id'], row: item }, items)
  await db.put({ name: 'list_word', key: ['word', 'list_id'], row: word }, words)
  await db.run(sql`update user_list_number set last = ${rows.length}`)
}

/** Accounts, keys and sessions. Keys and sessions have fixed secrets here; otherwise they are what the server makes. */
export async function loadAccess(db: Database) {
  const passwords = openPasswords(1)
  // They all have the same password, and to hash it takes a tenth of a second.
  const hashed = await passwords.hash(password)
  for (const { more, ...account } of accounts) {
    const made = await createAccount(
      db,
      { ...passwords, hash: async () => hashed },
      { ...account, password, now: new Date(loadedAt) },
    )
    await db.run(sql`update account set ${more} where id = ${made?.id}`)
  }
  for (const [name, secret] of Object.entries(keys)) {
    const limit_per_second = name === 'limited' ? 1 : 0
    await db.run(sql`
      insert into api_key (digest, last_four, name, plan, created_at, limit_per_second)
      values (${digestOf(secret)}, ${secret.slice(-4)}, ${name}, 'developer', ${loadedAt}, ${limit_per_second})`)
  }
  const more = {
    revoked: sql`revoked_at = ${loadedAt}`,
    replaced: sql`ends_at = '2026-03-10T12:01:00.000Z', replaced_by = (select min(id) from api_key)`,
    suspended: sql`suspended_at = ${loadedAt}`,
    held: sql`account_id = (select id from account where folded_username = 'cy')`,
  }
  for (const [name, change] of Object.entries(more))
    await db.run(sql`update api_key set ${change} where name = ${name}`)
  const made = [
    { of: 'ada', username: 'ada', key: 'first' },
    { of: 'bo', username: 'bo', key: 'second' },
    { of: 'cy', username: 'cy', key: 'first' },
    { of: 'dee', username: 'dee', key: 'first' },
    { of: 'eve', username: 'eve', key: 'first' },
    { of: 'gone', username: 'ada', key: 'revoked' },
  ] as const
  for (const { of, username, key } of made) {
    await db.run(sql`
      insert into session (digest, account_id, key_id, scopes, created_at, last_used_on)
      select ${digestOf(sessions[of])}, account.id, api_key.id, ${scopesText(of === 'bo' ? scopesOfSession : scopes)},
        ${loadedAt}, ${testDay.slice(0, 10)}
      from account, api_key where account.folded_username = ${username} and api_key.name = ${key}`)
  }
  await loadTokens(db, loadedAt)
}
