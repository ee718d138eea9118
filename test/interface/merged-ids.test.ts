import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import type { RecordEdit } from '#src/catalogue/edits/record-edit.ts'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { allOperations } from '#src/interface.ts'
import { forEachEngine } from '../support/engines.ts'
import { type Server, send, startInterface } from '../support/scenarios.ts'
import { guest, loadWorld, testDay } from '../support/world.ts'

/**
 * Whatever a request names by the id of a merged record, in its path or its body, is meant of the survivor. In this
 * world movie 502 has become 501, series 602 has become 601, and episode 60111 has become 60112.
 */

type Asked = { path?: string; body?: object; guest?: true }
type Row = [operation: string, request: string, asked: Asked, http: number, rows: string, expected: readonly string[]]

const of = (table: string, columns = 'kind, entity_id') => `select ${columns} from ${table} where account_id = 1`
const movie = 'movie 501'
const series = 'series 601'
const watched = of('watched')
const items = 'select kind, entity_id from list_item where list_id = 1'
const item = { media_type: 'movie', media_id: 502 }
const numbers = { media_type: 'tv_episode', series_id: 602, season_number: 1, episode_number: 1 }

/** Each operation that writes what an id names, and the rows that are there afterwards. */
const table: readonly Row[] = [
  ...(['watchlist', 'favorite'] as const).map(
    (list): Row => [
      `account.set_${list}`,
      `POST /3/account/1/${list}`,
      { body: { ...item, [list]: true } },
      200,
      of(list),
      [movie],
    ],
  ),
  ['movie.rate', 'POST /3/movie/502/rating', { body: { value: 7 } }, 201, of('rating'), [movie]],
  ['movie.delete_rating', 'DELETE /3/movie/502/rating', {}, 200, of('rating'), ['episode 60112', series]],
  ['series.rate', 'POST /3/tv/602/rating', { body: { value: 7 } }, 201, of('rating'), [series]],
  ['series.delete_rating', 'DELETE /3/tv/602/rating', {}, 200, of('rating'), ['episode 60112', movie]],
  [
    'episode.rate',
    'POST /3/tv/602/season/1/episode/1/rating',
    { body: { value: 7 } },
    201,
    of('rating'),
    ['episode 60112'],
  ],
  ['episode.delete_rating', 'DELETE /3/tv/602/season/1/episode/1/rating', {}, 200, of('rating'), [movie, series]],
  [
    'movie.rate',
    'POST /3/movie/502/rating',
    { body: { value: 7 }, guest: true },
    201,
    'select kind, entity_id from guest_rating',
    [movie],
  ],
  ['lists.add_item', 'POST /3/list/1/add_item', { body: item }, 201, items, [movie]],
  ['lists.remove_item', 'POST /3/list/1/remove_item', { body: item }, 200, items, []],
  ['watched.add', 'POST /commons/1/account/watched', { body: item }, 201, watched, [movie]],
  ['watched.add', 'POST /commons/1/account/watched', { body: numbers }, 201, watched, ['episode 60112']],
  [
    'watched.add',
    'POST /commons/1/account/watched',
    { body: { media_type: 'tv_episode', media_id: 60111 } },
    201,
    watched,
    ['episode 60112'],
  ],
  ['watched.remove', 'DELETE /commons/1/account/watched', { body: item }, 200, watched, []],
  [
    'watches.set',
    'POST /commons/1/watches',
    { body: { what: 'record', of: 'movie 502', watch: true } },
    200,
    of('record_follow'),
    [movie],
  ],
  [
    'locks.set',
    'POST /commons/1/locks',
    { body: { kind: 'movie', id: 502, place: 'title', locked_for: 'members', reason: 'Vandalism' } },
    201,
    'select kind, entity_id from record_lock',
    [movie],
  ],
  [
    'locks.lift',
    'DELETE /commons/1/locks',
    { body: { kind: 'movie', id: 502, place: 'title' } },
    200,
    'select kind, entity_id from record_lock',
    [],
  ],
  [
    'reports.add',
    'POST /commons/1/reports',
    { body: { what: 'record', of: 'movie 502', reason: 'wrong' } },
    201,
    of('report', 'subject as kind, 1 as entity_id'),
    ['movie 501 1'],
  ],
  [
    'edits.edit',
    'POST /commons/1/edit',
    { body: { records: [{ kind: 'movie', id: 502, budget: 77 }] } },
    200,
    "select 'movie' as kind, id as entity_id from movie where budget = 77",
    [movie],
  ],
  [
    'edits.move',
    'POST /commons/1/move',
    { body: { kind: 'episode', id: 60111, episode_number: 99 } },
    200,
    "select 'episode' as kind, id as entity_id from episode where episode_number = 99",
    ['episode 60112'],
  ],
  [
    'edits.merge',
    'POST /commons/1/merge',
    { body: { kind: 'movie', id: 503, into_id: 502 } },
    200,
    "select 'into' as kind, into_id as entity_id from gone_record where kind = 'movie' and id = 503",
    ['into 501'],
  ],
  [
    'edits.delete',
    'POST /commons/1/delete',
    { body: { kind: 'movie', id: 502, note: 'Wrong.' } },
    // Who meant the one does not lose the other.
    422,
    "select 'movie' as kind, id as entity_id from movie where id = 501",
    [movie],
  ],
]

/** Operations that write and name no record, or one that has no other id, and why. */
const without: Readonly<Record<string, string>> = {
  'batch.reads': 'it reads',
  'edits.undo': 'names edits, and records as those edits do',
  'queue.decide': 'names what waits',
  'reports.answer': 'names reports',
  'lists.create': 'names nothing',
  'lists.delete': 'names lists',
  'lists.clear': 'names lists',
  'webhooks.add': 'names records whose merges are told',
  'webhooks.change': 'names records whose merges are told',
  'webhooks.delete': 'names webhooks',
  'webhooks.state': 'names webhooks',
  'webhooks.renew_secret': 'names webhooks',
  'webhooks.test': 'names webhooks',
}

const Found = Type.Object({ kind: Type.String(), entity_id: Type.Integer() })

async function rowsOf(db: Database, query: string): Promise<string[]> {
  return (await db.all(Found, raw(query))).map(({ kind, entity_id }) => `${kind} ${entity_id}`.trim()).sort()
}

const merged: RecordEdit[] = [
  { kind: 'movie', id: 502, mergedInto: { id: 501 } },
  { kind: 'series', id: 602, mergedInto: { id: 601 } },
  { kind: 'episode', id: 60111, mergedInto: { id: 60112 } },
]

async function mergedWorld(engine: Parameters<typeof startInterface>[0]): Promise<Server> {
  const server = await startInterface(engine, 'neutral')
  const { db } = server
  await db.run(sql`update account set role = 'moderator' where id = 1`)
  for (const record of merged) await applyEdit(db, { account_id: 3, at: new Date(testDay), records: [record] })
  return server
}

forEachEngine(loadWorld, (engine) => {
  test('whatever names a merged record is meant of its survivor', async () => {
    const server = await mergedWorld(engine)
    try {
      const { db, app } = server
      for (const [operation, request, { body, guest: isGuest }, http, query, expected] of table) {
        await forgetAll(db)
        if (/remove|delete_rating/.test(operation)) await keepAll(db)
        const path = isGuest ? `${request}?guest_session_id=${guest}` : request
        const reply = await send(app, path, { ...(!isGuest && { session: 'ada' }), ...(body && { body }) })
        const said = `${path} ${JSON.stringify(body ?? '')}: ${reply.body}`
        assert.equal(reply.statusCode, http, said)
        assert.deepEqual(await rowsOf(db, query), expected, said)
      }
    } finally {
      await server.close()
    }
  })

  test('reads that name a record in their query speak of the survivor, also after it is undone', async () => {
    const server = await mergedWorld(engine)
    try {
      const { db, app } = server
      await forgetAll(db)
      await keepAll(db)
      const get = async (path: string) => JSON.parse((await send(app, `GET ${path}`, { session: 'ada' })).body)
      assert.equal((await get('/3/list/1/item_status?movie_id=502')).item_present, true)
      assert.equal((await get('/commons/1/record?kind=movie&id=502')).id, 501)
      assert.deepEqual(
        await get('/commons/1/dependents?kind=movie&id=502'),
        await get('/commons/1/dependents?kind=movie&id=501'),
      )
      // What was done to each of the two stays its own history.
      const historyOf = async (id: number): Promise<{ changes: { id: number; action: string; field: string }[] }[]> =>
        (await get(`/commons/1/edits?kind=movie&id=${id}`)).edits
      const [old, survivor] = [await historyOf(502), await historyOf(501)]
      assert.equal(old[0]?.changes[0]?.action, 'destroyed')
      assert.ok(old.length > 1)
      assert.ok(old.every(({ changes }) => changes.every((change) => change.id === 502)))
      assert.ok(survivor[0]?.changes.some(({ field }) => field === 'merged'))
      const Edit = Type.Object({ id: Type.Integer() })
      const last = await db.one(
        Edit,
        sql`
        select min(edit_id) as id from change where kind = 'movie' and entity_id = 502 and action = 'destroyed'`,
      )
      const undone = await send(app, 'POST /commons/1/undo', { session: 'ada', body: { edit_id: last?.id } } as never)
      assert.equal(undone.statusCode, 200, undone.body)
      assert.equal((await get('/3/list/1/item_status?movie_id=502')).item_present, false)
      assert.equal((await get('/commons/1/record?kind=movie&id=502')).id, 502)
    } finally {
      await server.close()
    }
  })
})

async function forgetAll(db: Database) {
  const kept = ['watchlist', 'favorite', 'rating', 'guest_rating', 'watched', 'list_item', 'record_follow']
  for (const table of kept) await db.run(raw(`delete from ${table}`))
}

/** What the account has of the survivors, to be removed. */
async function keepAll(db: Database) {
  const rows = (table: string, more: string, values: string) =>
    db.run(
      raw(`
      insert into ${table} (account_id, kind, entity_id, ${more})
      select 1, kind, id, ${values} from record
      where kind = 'movie' and id = 501 or kind = 'series' and id = 601 or kind = 'episode' and id = 60112`),
    )
  await rows('rating', 'value, created_at, updated_at, is_counted', `5, '${testDay}', '${testDay}', false`)
  await db.run(
    raw(`
    insert into watched (account_id, kind, entity_id, watched_at, watched_on, created_at)
    values (1, 'movie', 501, '${testDay}', '2026-03-10', '${testDay}')`),
  )
  await db.run(
    raw(`
    insert into list_item (list_id, kind, entity_id, position, created_at) values (1, 'movie', 501, 1, '${testDay}')`),
  )
}

test('every operation that writes about records is in the table', () => {
  const known = new Set([...table.map(([operation]) => operation), ...Object.keys(without)])
  const isAboutRecords = ({ method, path, id }: { method: string; path: string; id: string }) =>
    method !== 'GET' && !id.startsWith('authentication.') && !/guest_session|\/authentication/.test(path)
  const missing = allOperations.filter((operation) => isAboutRecords(operation) && !known.has(operation.id))
  assert.deepEqual(
    missing.map(({ id }) => id),
    [],
  )
  const all = new Set(allOperations.map(({ id }) => id))
  assert.deepEqual(
    [...known].filter((id) => !all.has(id)),
    [],
  )
})
