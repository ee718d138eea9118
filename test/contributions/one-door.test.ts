import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Type } from 'typebox'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import type { RecordEdit } from '#src/catalogue/edits/record-edit.ts'
import { hourlyLimits } from '#src/contract/hourly-limits.ts'
import { maxRecordsOfEdit } from '#src/contributions/editing/save.ts'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import type { SignalCounter } from '#src/popularity/counter.ts'
import { hourMs } from '#src/reference/days.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { open, save } from '../support/pages/edit-forms.ts'
import { fieldsIn, filled } from '../support/pages/form-fields.ts'
import { signedIn, type Visitor } from '../support/pages/visitor.ts'
import { send } from '../support/scenarios.ts'
import { serve } from '../support/served.ts'
import { loadWorld, testDay } from '../support/world.ts'

/**
 * Whoever changes something on a page and whoever does so with a program do the same thing: the same rows are written,
 * it costs the same, and it counts the same. Ada does everything here; list 1 is hers and public, list 3 is not hers.
 */

type Server = Awaited<ReturnType<typeof serve>> & { signals: SignalCounter; ada: Visitor }
/** A form: its address, its fields, and the status of its reply. Or a request, its body, and its status. */
type Act = readonly [target: string, fields: Record<string, string> | object, http: number]

type Case = {
  /** What happened before. */
  merged?: RecordEdit
  pages: readonly Act[]
  requests: readonly Act[]
  /** A query for one text per row, and what it finds afterwards. */
  rows: string
  expected: readonly string[]
  /** What the account has used of its hour, in the order of their names. */
  cost: readonly string[]
  signals?: readonly string[]
}

const Told = Type.Object({ told: Type.String() })
const told = async (db: Database, query: string) => (await db.all(Told, raw(query))).map(({ told }) => told)

const items = (list: number) =>
  `select kind || ' ' || entity_id as told from list_item where list_id = ${list} order by position`
const updates = "select updated_at as told from user_list where id = 1 and updated_at = '2026-03-10T12:00:00.000Z'"
const mergedInto = (id: number, survivor: number): RecordEdit => ({ kind: 'movie', id, mergedInto: { id: survivor } })
const add = (id: number, http = 303): Act => [`/lists/add/movie/${id}`, { list: '1', name: '', next: '' }, http]
const item = (id: number) => ({ media_type: 'movie', media_id: String(id), place: '1', next: '/list/1' })
const following = (of: string, watch = 'on'): Act => ['/watching', { what: 'record', of, watch, next: '' }, 303]
const follow = (of: string, http = 200): Act => ['POST /commons/1/watches', { what: 'record', of, watch: true }, http]

const cases: Record<string, Case> = {
  'a title that is put on a public list counts for its popularity': {
    pages: [add(502)],
    requests: [['POST /3/list/1/add_item', { media_id: 502 }, 201]],
    rows: items(1),
    expected: ['movie 501', 'series 601', 'movie 503', 'movie 502'],
    cost: ['list_item'],
    signals: ['movie 502 list'],
  },
  'a title that was merged meanwhile is its survivor': {
    merged: mergedInto(504, 502),
    pages: [add(504)],
    requests: [['POST /3/list/1/add_item', { media_id: 504 }, 201]],
    rows: items(1),
    expected: ['movie 501', 'series 601', 'movie 503', 'movie 502'],
    cost: ['list_item'],
    signals: ['movie 502 list'],
  },
  'a list does not change when a title is on it already': {
    pages: [add(501)],
    requests: [['POST /3/list/1/add_item', { media_id: 501 }, 403]],
    rows: updates,
    expected: [],
    cost: ['list_item'],
  },
  'a title that was merged meanwhile is removed from the page of a title': {
    merged: mergedInto(504, 503),
    pages: [['/lists/add/movie/504', { off: '1', next: '' }, 303]],
    requests: [['POST /3/list/1/remove_item', { media_id: 504 }, 200]],
    rows: items(1),
    expected: ['movie 501', 'series 601'],
    cost: ['list_change'],
  },
  'a title that was merged meanwhile is removed from the page of a list': {
    merged: mergedInto(504, 503),
    pages: [['/list/1/items', { ...item(504), act: 'remove' }, 303]],
    requests: [['POST /3/list/1/remove_item', { media_id: 504 }, 200]],
    rows: items(1),
    expected: ['movie 501', 'series 601'],
    cost: ['list_change'],
  },
  'a list has the same texts': {
    pages: [['/lists', { name: '  Night   out ', description: ' One\r\ntwo ' }, 303]],
    requests: [['POST /3/list', { name: '  Night   out ', description: ' One\r\ntwo ' }, 201]],
    rows: "select name || ': ' || description as told from user_list where id = 26",
    expected: ['Night out: One\ntwo'],
    cost: ['list'],
  },
  'a list that is not there costs nothing': {
    pages: [
      ['/list/999/delete', {}, 404],
      ['/list/999/items', { ...item(501), act: 'remove' }, 404],
      ['/lists/add/movie/501', { list: '999', name: '', next: '' }, 404],
    ],
    requests: [
      ['DELETE /3/list/999', {}, 404],
      ['POST /3/list/999/remove_item', { media_id: 501 }, 404],
      ['POST /3/list/999/add_item', { media_id: 501 }, 404],
    ],
    rows: items(999),
    expected: [],
    cost: [],
  },
  'a list of somebody else costs nothing': {
    pages: [['/list/3/items', { ...item(501), act: 'remove' }, 401]],
    requests: [['POST /3/list/3/remove_item', { media_id: 501 }, 401]],
    rows: 'select name as told from user_list where id = 3',
    expected: ['All the reels'],
    cost: [],
  },
  'a list is deleted': {
    pages: [['/list/1/delete', {}, 303]],
    requests: [['DELETE /3/list/1', {}, 200]],
    rows: 'select name as told from user_list where id = 1',
    expected: [],
    cost: ['list_change'],
  },
  'who follows already pays nothing': {
    pages: [following('movie 502'), following('movie 502')],
    requests: [follow('movie 502'), follow('movie 502')],
    rows: "select kind || ' ' || entity_id as told from record_follow where account_id = 1",
    expected: ['movie 502'],
    cost: ['watch'],
  },
  'who stops following pays nothing, and a merged title is its survivor': {
    merged: mergedInto(504, 502),
    pages: [following('movie 504'), following('movie 504', '')],
    requests: [
      follow('movie 504'),
      ['POST /commons/1/watches', { what: 'record', of: 'movie 504', watch: false }, 200],
    ],
    rows: 'select kind as told from record_follow where account_id = 1',
    expected: [],
    cost: ['watch'],
  },
}

async function begin(t: TestContext, engine: TestEngine): Promise<Server> {
  const server = await serve(t, engine, { site: 'http://reelcommons.example', 'edits-of-new-members': '0' })
  await server.db.run(sql`delete from hourly_use`)
  return { ...server, ada: await signedIn(server, 'ada') }
}

const signalsOf = async ({ db, signals }: Server) => {
  await signals.write()
  const kept = "signal not in ('page_view', 'details')"
  return told(db, `select kind || ' ' || entity_id || ' ' || signal as told from popularity_signal where ${kept}`)
}

/** What was used of the hour, and until when: the same time is the same number of the same things. */
const costOf = ({ db }: Server) =>
  told(db, "select thing || ' ' || used_until as told from hourly_use where account_id = 1 order by thing")

const without = (cost: readonly string[]) => cost.map((used) => used.split(' ')[0])

forEachEngine(loadWorld, (engine) => {
  for (const [name, { merged, pages, requests, rows, expected, cost, signals = [] }] of Object.entries(cases))
    test(`${name}, by a page and by the interface`, async (t) => {
      const found = []
      for (const acts of [pages, requests]) {
        const server = await begin(t, engine)
        if (merged) await applyEdit(server.db, { account_id: 3, at: new Date(testDay), records: [merged] })
        for (const [target, sent, http] of acts) {
          const isPage = target.startsWith('/')
          const status = isPage
            ? (await server.ada.post(target, sent as Record<string, string>, { from: '/' })).status
            : (await send(server.app, target, { session: 'ada', body: sent })).statusCode
          assert.equal(status, http, target)
        }
        const used = await costOf(server)
        found.push({ rows: await told(server.db, rows), used, signals: await signalsOf(server) })
      }
      const [byPage, byInterface] = found as [(typeof found)[0], (typeof found)[0]]
      assert.deepEqual(byPage, byInterface)
      assert.deepEqual({ ...byPage, used: without(byPage.used) }, { rows: expected, used: cost, signals })
    })

  test('a day is corrected under the id that a title had before it was merged', async (t) => {
    const server = await begin(t, engine)
    await applyEdit(server.db, { account_id: 3, at: new Date(testDay), records: [mergedInto(504, 502)] })
    const title = { media_type: 'movie', media_id: 504 }
    const body = { ...title, watched_at: '2026-03-01' }
    await send(server.app, 'POST /commons/1/account/watched', { session: 'ada', body })
    const at = '2026-03-01T12:00:00.000Z'
    const fields = { ...title, media_id: '504', on: '2026-03-02', at, act: 'change', next: '' }
    assert.equal((await server.ada.post('/library/watched', fields, { from: '/' })).status, 303)
    const rows = "select kind || ' ' || entity_id || ' ' || watched_on as told from watched where account_id = 1"
    assert.ok((await told(server.db, `${rows} and entity_id = 502`)).includes('movie 502 2026-03-02'))
  })

  test('an edit costs the records that it names, in a form as in a request, and an undo one each time', async (t) => {
    const found = []
    const [page, program] = [await begin(t, engine), await begin(t, engine)]
    const { ada } = page
    const movie = filled(await open(ada, '/movie/502/edit'), { 'v.budget': '77' })
    await save(ada, '/movie/502/edit', movie)
    const season = '/tv/601/season/1/episodes/edit'
    const fields = await open(ada, season)
    const named = fields.filter(([name]) => /^e\.\d+\.name$/.test(name)).map(([name]) => name)
    const named2 = named.slice(0, 2)
    assert.equal(named2.length, 2)
    await save(ada, season, filled(fields, Object.fromEntries(named2.map((name) => [name, `New ${name}`]))))
    const edit = Number((await told(page.db, 'select cast(max(id) as text) as told from edit'))[0])
    // The preview, and the same once more when it is confirmed: nobody undoes what they have not seen.
    const preview = fieldsIn(await ada.get(`/edit/${edit}/undo`), 'form.form[method=post]')
    assert.equal((await ada.send(`/edit/${edit}/undo`, preview)).status, 303)
    found.push(await costOf(page))

    const change = async (path: string, body: object) =>
      assert.equal((await send(program.app, path, { session: 'ada', body })).statusCode, 200, path)
    await change('POST /commons/1/edit', { records: [{ kind: 'movie', id: 502, budget: 77 }] })
    const records = named2.map((name) => ({ kind: 'episode', id: Number(name.split('.')[1]), name: `New ${name}` }))
    await change('POST /commons/1/edit', { records })
    for (const dry_run of [true, true, false]) await change('POST /commons/1/undo', { edit_id: edit, dry_run })
    found.push(await costOf(program))
    assert.deepEqual(found[0], found[1])
    assert.deepEqual(without(found[0] ?? []), ['edited_record'])
  })

  test('a long season in one form costs no more than the largest edit of a program', async (t) => {
    const server = await begin(t, engine)
    const address = '/tv/601/season/1/episodes/edit'
    const rows = Array.from({ length: maxRecordsOfEdit + 20 }, (_, at): [string, string][] => [
      [`n.${at}.number`, String(100 + at)],
      [`n.${at}.name`, `Episode ${100 + at}`],
    ])
    const fields = [...(await open(server.ada, address)), ...rows.flat()]
    await save(server.ada, address, fields)
    const takenMs = (maxRecordsOfEdit * hourMs) / hourlyLimits.edited_record[1]
    const until = new Date(Date.parse(testDay) + takenMs).toISOString()
    assert.deepEqual(await costOf(server), [`edited_record ${until}`])
    assert.ok(maxRecordsOfEdit <= hourlyLimits.edited_record[0], 'it fits into the first hour of an account')
  })
})
