import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { maxListName } from '#src/contributions/lists/lists.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { maxPeople } from '#src/kept-import/formats/whose.ts'
import { deleteExpiredImports } from '#src/kept-import/imports.ts'
import { forEachEngine } from '../support/engines.ts'
import { read, short } from '../support/kept/files.ts'
import { zipOf } from '../support/kept/zip.ts'
import { textOf } from '../support/pages/visitor.ts'
import { loadWorld, testDay } from '../support/world.ts'
import { act, countsOf, open, upload } from './importing.ts'

/** What a file does not say itself: whose history it is, and what a plain list of ids is. */

const Entry = Type.Object({ what: Type.String(), status: Type.String(), title: Type.String(), list: Type.String() })
const entriesIn = async (db: Database, id: number) => {
  const rows = await db.all(
    Entry,
    sql`
    select e.what, e.status, coalesce(cast(e.entity_id as text), '') as title, coalesce(l.name, '') as list
    from kept_import_entry e
    left join kept_import_list l on l.import_id = e.import_id and l.number = e.list_number
    where e.import_id = ${id} order by e.number`,
  )
  return rows.map(({ what, status, title, list }) => [what, status, title, list].filter(Boolean).join(' '))
}
const Count = Type.Object({ count: Type.Integer() })
const piecesIn = async (db: Database) =>
  (await db.one(Count, sql`select count(*) as count from kept_import_piece`))?.count

const columns =
  'Profile Name,Start Time,Duration,Attributes,Title,Supplemental Video Type,Device Type,Bookmark,Latest Bookmark,' +
  'Country'
const watched = (person: string, title: string) =>
  `${person},2022-03-02 20:15:00,01:00:00,,"${title}",,TV,01:00:00,01:00:00,DE`
const activity = (...rows: readonly string[]) => [columns, ...rows].join('\n')
const ofTwo = activity(watched('Ada', 'The Glass Lantern'), watched('"Bo, <b>"', 'The Second Glimmer'))

const asFiles: readonly (readonly [name: string, content: string, of: readonly string[]])[] = [
  ['ViewingActivity.csv', ofTwo, ['Ada', 'Bo, <b>']],
  [
    'PlaybackReportingBackup.tsv',
    ['one', 'two']
      .map((who) => `2022-03-02 20:15:00\t${who}\tx\tMovie\tA ${who}\tDirectPlay\tWeb\tTV\t5000`)
      .join('\n'),
    ['one', 'two'],
  ],
  [
    'tautulli.csv',
    'user,friendly_name,media_type,title,watched_status,date\nx,Ada,movie,A,1,1646252100\ny,Bo,movie,B,1,1646252100',
    ['Ada', 'Bo'],
  ],
  [
    'tautulli.json',
    JSON.stringify({
      response: {
        data: {
          data: ['Ada', 'Bo'].map((friendly_name) => ({
            ...{ friendly_name, media_type: 'movie', title: `A ${friendly_name}`, rating_key: 1, watched_status: 1 },
            date: 1646252100,
          })),
        },
      },
    }),
    ['Ada', 'Bo'],
  ],
  [
    'history.json',
    JSON.stringify({
      MediaContainer: {
        Metadata: [1, 2].map((accountID) => ({
          ...{ accountID, type: 'movie', title: `A ${accountID}`, key: '/library/metadata/1', viewedAt: 1646252100 },
        })),
      },
    }),
    ['1', '2'],
  ],
]

for (const [name, content, people] of asFiles)
  test(`${name} with several people is read for one of them, and never mixed`, async (t) => {
    await assert.rejects(read(t, name, content), { name: 'SeveralPeople', people })
    const entries = await Promise.all(people.map((person) => read(t, name, content, {}, { person })))
    assert.deepEqual(
      entries.map((some) => some.map((each) => short(each)[1])),
      people.map(() => ['watched']),
    )
    assert.notDeepEqual(short(entries[0]?.[0] as never), short(entries[1]?.[0] as never))
    assert.deepEqual(await read(t, name, content, {}, { person: 'Nobody' }), [])
  })

test('who is alone in a file is not asked about, and there is a limit to those who are', async (t) => {
  const one = activity(watched('Ada', 'A'), watched('Ada', 'B'))
  assert.deepEqual((await read(t, 'ViewingActivity.csv', one)).map(short).length, 2)
  const many = activity(...Array.from({ length: maxPeople + 5 }, (_, at) => watched(`P${at}`, 'A')))
  await assert.rejects(read(t, 'ViewingActivity.csv', many), (error: { people: string[] }) => {
    assert.equal(error.people.length, maxPeople)
    return true
  })
})

forEachEngine(loadWorld, (engine) => {
  test('whoever brings a file about several people says who counts before anything is read', async (t) => {
    const { bo, db, work } = await open(t, engine)
    const begun = await upload(
      bo,
      zipOf([
        { path: 'a/ratings.csv', content: 'Date,Name,Year,Letterboxd URI,Rating\n2022-01-01,Tidewater,1987,x,0.5' },
        { path: 'netflix/ViewingActivity.csv', content: ofTwo },
      ]),
      'netflix.zip',
    )
    await work()
    const asked = await bo.follow(begun)
    assert.match(textOf(asked), /Whose history is it\? The file is about several people\..* Ada Bo, <b> Read the file/)
    assert.doesNotMatch(asked.body, /Bo, <b>|could not be read/)
    const at = begun.location ?? ''
    const other = await act(bo, `${at}/person`, { person: 'Eve' })
    assert.match(textOf(await bo.follow(other)), /Whose history is it\?/)
    await act(bo, `${at}/person`, { person: 'Bo, <b>' })
    await work()
    assert.deepEqual(countsOf(await bo.get(at)), { uncertain: 1, matched: 1 })
    assert.equal(await piecesIn(db), 0, 'the file is gone')
    assert.match(textOf(await bo.get(`${at}?show=matched`)), /The Second Glimmer/)
    for (const show of ['matched', 'uncertain'])
      assert.doesNotMatch(textOf(await bo.get(`${at}?show=${show}`)), /Glass Lantern/)
    assert.equal((await act(bo, `${at}/person`, { person: 'Ada' })).location, at)
    assert.deepEqual(countsOf(await bo.get(at)), { uncertain: 1, matched: 1 }, 'it is read once')
  })

  test('a file of which nobody says whose it is is gone after a day', async (t) => {
    const { bo, db, work } = await open(t, engine)
    const begun = await upload(bo, Buffer.from(ofTwo), 'ViewingActivity.csv')
    await work()
    const after = (hours: number) => new Date(Date.parse(testDay) + hours * 3_600_000)
    await deleteExpiredImports(db, after(23))
    assert.equal(await piecesIn(db), 1)
    await deleteExpiredImports(db, after(25))
    assert.equal(await piecesIn(db), 0)
    assert.equal((await bo.follow(begun)).status, 404)
  })

  test('what a plain list of ids is says who brings it, and else the name of the file', async (t) => {
    const { bo, db, work } = await open(t, engine)
    const bring = async (fields: Record<string, string>, name = 'watchlist.txt') => {
      const { location = '' } = await bo.upload('/settings/import', fields, Buffer.from('tt0000501'), { name })
      await work()
      return entriesIn(db, Number(location.split('/').at(-1)))
    }
    assert.deepEqual(await bring({}), ['watchlist matched 501'])
    assert.deepEqual(await bring({ ids_as: 'favourite' }), ['favourite matched 501'])
    assert.deepEqual(await bring({ ids_as: 'watched', list_name: 'x' }), ['watched matched 501'])
    assert.deepEqual(await bring({ ids_as: 'watchlist' }, 'films.txt'), ['watchlist matched 501'])
    assert.deepEqual(await bring({ ids_as: 'listed' }), ['listed matched 501 watchlist'])
    assert.deepEqual(await bring({ ids_as: 'listed', list_name: '  Of the\nsea ' }), ['listed matched 501 Of the sea'])
    assert.deepEqual(await bring({ ids_as: 'none of these' }, 'films.txt'), ['listed matched 501 films'])
    const long = { ids_as: 'listed', list_name: 'x'.repeat(maxListName + 1) }
    const wrong = await bo.upload('/settings/import', long, Buffer.from('tt0000501'), { name: 'a.txt' })
    assert.equal(wrong.status, 422)
    assert.match(textOf(wrong), new RegExp(`name of the list may have at most ${maxListName} characters`))
    assert.match(wrong.body, /value="listed" selected/)
    // Fields behind the file are not read.
    assert.match((await bo.get('/settings/import')).body, /name="ids_as"[\s\S]*name="list_name"[\s\S]*type="file"/)
  })
})
