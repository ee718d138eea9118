import assert from 'node:assert/strict'
import { text as streamed } from 'node:stream/consumers'
import { test } from 'node:test'
import { Type } from 'typebox'
import { personalData } from '#src/accounts/own-data/personal-data.ts'
import { personalFile } from '#src/accounts/own-data/personal-file.ts'
import { addItem } from '#src/contributions/lists/items.ts'
import { changeList, createList } from '#src/contributions/lists/lists.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { forEachEngine } from '../support/engines.ts'
import { openVisitor, signedIn, textOf } from '../support/pages/visitor.ts'
import { loadWorld, testDay } from '../support/world.ts'
import { ratingsTable } from './files.ts'
import { act, countsOf, open, upload } from './importing.ts'

const Seq = Type.Object({ seq: Type.Integer() })

const rated = [
  { id: 'tt0000501', title: 'The Glass Lantern', year: 2021, rating: 8, date: '2022-03-04' },
  { id: 'tt9999999', title: 'The Second Glimmer', year: 2026, rating: 6, date: '2022-03-05' },
  { id: 'tt9999998', title: 'Nothing of the Kind', year: 1950, rating: 3, date: '2022-03-06' },
  { id: 'tt0000601', title: 'Tidewater Signals', year: 2019, rating: 9, date: '2022-03-07', type: 'TV Series' },
]

const at = (day: number) => `2022-03-0${day}T12:00:00.000Z`
const written = [
  { kind: 'movie', entity_id: 501, value: 8, created_at: '2020-01-01T00:00:00.000Z', updated_at: at(4) },
  { kind: 'movie', entity_id: 502, value: 6, created_at: at(5), updated_at: at(5) },
  { kind: 'movie', entity_id: 505, value: 3, created_at: at(6), updated_at: at(6) },
  { kind: 'series', entity_id: 601, value: 9, created_at: at(7), updated_at: at(7) },
]

type Kept = { kind: string; title: string; created_at: string; value?: number }

/** A list of dee, who has favourites and ratings of each kind. */
async function loadLists(db: Database) {
  const now = new Date(testDay)
  const text = { name: 'Lights', description: 'All of them.', iso_639_1: 'en', visibility: 'private' } as const
  const id = await createList(db, 4, text, now)
  await changeList(db, { id, account_id: 4, now }, async (tx) => {
    await addItem(tx, id, { kind: 'movie', entity_id: 501 }, now)
    await addItem(tx, id, { kind: 'series', entity_id: 601 }, now)
  })
}

forEachEngine(loadWorld, (engine) => {
  test('a file is read, looked at, decided, written, and undone as a whole', async (t) => {
    const { bo, work, worker, ratings, db } = await open(t, engine)
    await db.run(sql`
      insert into rating (account_id, kind, entity_id, value, created_at, updated_at, is_counted)
      values (2, 'movie', 501, 4.5, '2020-01-01T00:00:00.000Z', '2020-01-02T00:00:00.000Z', ${false})`)
    const before = await ratings()
    const seq = async () => (await db.one(Seq, sql`select coalesce(max(seq), 0) as seq from change`))?.seq
    const logged = await seq()
    const taken = await upload(bo, ratingsTable(rated))
    assert.equal(taken.location, '/settings/import/1', textOf(taken))
    const waiting = await bo.follow(taken)
    assert.match(textOf(waiting), /Reading the file ….*You can leave this page/)
    assert.match(waiting.body, /<noscript><meta http-equiv="refresh" content="2">/)
    await worker.tick()
    assert.match(textOf(await bo.follow(taken)), /Finding the titles in the catalogue … 0 of 4/)
    await work()
    const review = await bo.get('/settings/import/1')
    assert.doesNotMatch(review.body, /http-equiv="refresh"/)
    assert.deepEqual(countsOf(review), { uncertain: 1, unmatched: 1, matched: 2 })
    assert.match(textOf(await bo.get('/settings/import/1?show=matched')), /Ratings 1 1 .*was 4\.5/)
    assert.deepEqual(await ratings(), before, 'nothing is written yet')
    assert.equal((await db.one(Seq, sql`select count(*) as seq from kept_import_piece`))?.seq, 0, 'the file is gone')

    assert.match(textOf(review), /The Second Glimmer \(2026\) .*→ The Second Glimmer \(2026\) Yes, this one/)
    await act(bo, '/settings/import/1/entry/2', { act: 'accept', show: 'uncertain' })
    const chosen = await bo.get('/settings/import/1/entry/3?query=velvet')
    assert.match(textOf(chosen), /Nothing of the Kind \(1950\) rated 3 · 6 March 2022/)
    const decided = await act(bo, '/settings/import/1/entry/3', {
      act: 'take',
      kind: 'movie',
      record: '505',
      show: 'unmatched',
    })
    assert.match(textOf(await bo.follow(decided)), /^Choice saved/)
    assert.equal((await act(bo, '/settings/import/1/write')).status, 303)
    await work()
    assert.deepEqual(await ratings(), written)
    assert.deepEqual(countsOf(await bo.get('/settings/import/1')), { new: 3, changed: 1 })
    assert.equal(await seq(), logged, 'ratings are no edits')

    // The same file once more changes nothing, and what was decided is known.
    const again = await upload(bo, ratingsTable(rated))
    await work()
    assert.deepEqual(countsOf(await bo.follow(again)), { matched: 4 })
    await act(bo, '/settings/import/2/write')
    await work()
    assert.deepEqual(await ratings(), written)
    assert.deepEqual(countsOf(await bo.get('/settings/import/2')), { same: 4 })

    // What was changed by hand since stays.
    await db.run(sql`
      update rating set value = 10, updated_at = '2026-03-01T00:00:00.000Z' where account_id = 2 and entity_id = 502`)
    await act(bo, '/settings/import/1/undo')
    await work()
    const own = { kind: 'movie', entity_id: 502, value: 10, created_at: at(5), updated_at: '2026-03-01T00:00:00.000Z' }
    assert.deepEqual(await ratings(), [...before, own])
    const undone = await bo.get('/settings/import/1')
    assert.deepEqual(countsOf(undone), { undone: 3, kept: 1 })
    assert.match(textOf(await bo.get('/settings/import/1?show=kept')), /changed these since.*The Second Glimmer/)
    assert.equal((await act(bo, '/settings/import/1/delete')).location, '/settings/import')
    assert.equal((await bo.get('/settings/import/1')).status, 404)
  })

  test('imports stand in the file of one’s own data, with their entries and decisions', async (t) => {
    const { db, bo, work } = await open(t, engine)
    await upload(bo, ratingsTable(rated))
    await work()
    await act(bo, '/settings/import/1/entry/2', { act: 'accept', show: 'uncertain' })
    await act(bo, '/settings/import/1/entry/3', { act: 'skip', show: 'unmatched' })
    await act(bo, '/settings/import/1/write')
    await work()
    const own = JSON.parse(await streamed(await personalFile(db, 2)))
    const jobs = own.jobs.map(({ kind, status }: Record<string, string>) => `${kind} ${status}`)
    assert.deepEqual(jobs, ['read_kept_import done', 'write_kept_import done'])
    const times = { created_at: testDay, changed_at: testDay }
    assert.deepEqual(own.imports, [{ id: 1, file: 'ratings.csv', stage: 'written', entries: 4, ...times }])
    assert.equal(own.match_decisions.length, 2)
    assert.deepEqual(
      own.import_entries.map(({ said, ...rest }: { said: { title: string } }) => [said.title, ...Object.values(rest)]),
      [
        ['The Glass Lantern', 1, 1, 'matched', '', 'movie', 501, 'new', null, null, null],
        ['The Second Glimmer', 1, 2, 'matched', '', 'movie', 502, 'new', null, null, null],
        ['Nothing of the Kind', 1, 3, 'skipped', '', null, null, '', null, null, null],
        ['Tidewater Signals', 1, 4, 'matched', '', 'series', 601, 'new', null, null, null],
      ],
    )
  })

  test('the file of one’s own data is read back by another account', async (t) => {
    const { bo, work, db } = await open(t, engine)
    await loadLists(db)
    const keptOf = async (account_id: number) => {
      const { ratings, watchlist, favorites, lists } = await personalData(db, account_id)
      const named = ({ kind, title, created_at, ...more }: Kept) => ({
        ...{ kind, title, created_at, value: 'value' in more ? more.value : null },
      })
      const inOrder = (some: readonly Kept[]) =>
        some.map(named).sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
      return {
        ...{ ratings: inOrder(ratings), watchlist: inOrder(watchlist), favorites: inOrder(favorites) },
        lists: lists
          .filter(({ name }) => name === 'Lights')
          .map(({ name, description, items }) => ({ name, description, items: inOrder(items) })),
      }
    }
    const [before, dee] = [await keptOf(2), await keptOf(4)]
    assert.deepEqual(
      [before.lists.length, dee.ratings.length > 0, dee.favorites.length > 0, dee.lists.length],
      [0, true, true, 1],
    )
    const data = Buffer.from(JSON.stringify(await personalData(db, 4)))
    await upload(bo, data, 'reelcommons-dee.json')
    await work()
    await act(bo, '/settings/import/1/accept')
    await act(bo, '/settings/import/1/write')
    await work()
    const after = await keptOf(2)
    assert.deepEqual({ ...after, watchlist: [] }, { ...dee, watchlist: [] })
    // Everything is there: the same file once more finds nothing to write.
    await upload(bo, data, 'reelcommons-dee.json')
    await work()
    assert.match(textOf(await bo.get('/settings/import/2')), /There is nothing to import/)
    await act(bo, '/settings/import/1/undo')
    await work()
    assert.deepEqual(await keptOf(2), before)
  })

  test('only whose import it is sees it and does something with it', async (t) => {
    const { server, bo, work, ratings } = await open(t, engine)
    await upload(bo, ratingsTable(rated))
    await work()
    const [ada, visitor] = [await signedIn(server, 'ada'), openVisitor(server.app)]
    for (const path of ['', '/entry/1']) {
      assert.equal((await ada.get(`/settings/import/1${path}`)).status, 404)
      assert.match((await visitor.get(`/settings/import/1${path}`)).location ?? '', /^\/login/)
    }
    for (const path of ['/write', '/undo', '/cancel', '/accept', '/delete', '/entry/1']) {
      assert.equal((await act(ada, `/settings/import/1${path}`, { act: 'skip' })).status, 404, path)
      const token = 'x'
      assert.equal((await bo.post(`/settings/import/1${path}`, {}, { token })).status, 403, path)
    }
    await work()
    assert.deepEqual(await ratings(), [])
    assert.deepEqual(countsOf(await bo.get('/settings/import/1')), { uncertain: 1, unmatched: 1, matched: 2 })
  })
})
