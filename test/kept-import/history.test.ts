import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { personalData } from '#src/accounts/own-data/personal-data.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { addWatched, maxWatched, removeWatched } from '#src/kept/watched.ts'
import { forEachEngine } from '../support/engines.ts'
import { zipOf } from '../support/kept/zip.ts'
import { textOf, type Visitor } from '../support/pages/visitor.ts'
import { loadWorld, testDay } from '../support/world.ts'
import { act, countsOf, open, upload } from './importing.ts'

const Watched = Type.Object({
  kind: Type.String(),
  entity_id: Type.Integer(),
  watched_at: Type.String(),
  watched_on: Type.String(),
  series_id: Type.Union([Type.Integer(), Type.Null()]),
})
const watchedBy = async (db: Database, account_id = 2) => {
  const rows = await db.all(
    Watched,
    sql`
    select kind, entity_id, watched_at, watched_on, series_id from watched where account_id = ${account_id}
    order by kind, entity_id, watched_at`,
  )
  return rows.map(({ kind, entity_id, watched_at, watched_on, series_id }) =>
    [kind, entity_id, watched_at, watched_on, series_id].join(' '),
  )
}

const lantern = { title: 'The Glass Lantern', year: 2021, ids: { trakt: 1, imdb: 'tt0000501' } }
const signals = { title: 'Tidewater Signals', year: 2019, ids: { trakt: 2, imdb: 'tt0000601' } }
const plays = [
  { watched_at: '2022-02-08T10:00:00.000Z', type: 'movie', movie: lantern },
  { watched_at: '2024-02-08T21:30:00.000Z', type: 'movie', movie: lantern },
  { watched_at: '2024-02-08T21:30:00.000Z', type: 'movie', movie: lantern },
  ...[1, 2].map((number) => ({
    ...{ watched_at: `2023-01-0${number}T23:00:00.000Z`, type: 'episode', show: signals },
    episode: { season: 1, number, title: '', ids: { trakt: 10 + number } },
  })),
  { watched_at: '2026-03-12T10:00:00.000Z', type: 'movie', movie: lantern },
  { watched_at: null, type: 'movie', movie: lantern },
]
const trakt = zipOf([{ path: 'watched-history-1.json', content: JSON.stringify(plays) }])
const ofTrakt = [
  'episode 60111 2023-01-01T23:00:00.000Z 2023-01-01 601',
  'episode 60112 2023-01-02T23:00:00.000Z 2023-01-02 601',
  'movie 501 2022-02-08T10:00:00.000Z 2022-02-08 ',
  'movie 501 2024-02-08T21:30:00.000Z 2024-02-08 ',
]

const films = 'Date,Name,Year,Letterboxd URI'
const letterboxd = zipOf([
  {
    path: 'diary.csv',
    content: [
      `${films},Rating,Rewatch,Tags,Watched Date`,
      '2022-01-05,The Glass Lantern,2021,https://b.example/a,,,,2022-01-04',
      '2024-02-09,The Glass Lantern,2021,https://b.example/b,,Yes,,2024-02-08',
    ].join('\n'),
  },
  {
    path: 'watched.csv',
    content: [
      films,
      '2022-01-05,The Glass Lantern,2021,https://b.example/c',
      '2021-12-24,Rumours on Tape,,https://b.example/d',
    ].join('\n'),
  },
])

/** Brings a file and writes all that is found in it, guesses included. */
async function bring({ bo, work }: { bo: Visitor; work(): Promise<void> }, file: Buffer, name: string) {
  const taken = await upload(bo, file, name)
  const address = taken.location ?? ''
  await work()
  await act(bo, `${address}/accept`)
  const found = countsOf(await bo.get(address))
  await act(bo, `${address}/write`)
  await work()
  return { address, found, written: countsOf(await bo.get(address)) }
}

forEachEngine(loadWorld, (engine) => {
  test('history is taken over with its times, every viewing of it, once', async (t) => {
    const opened = await open(t, engine)
    const { db, bo, work } = opened
    const first = await bring(opened, trakt, 'trakt.zip')
    assert.deepEqual(first.found, { matched: 6, refused: 1 })
    assert.deepEqual(first.written, { new: 4, repeated: 2, refused: 1 })
    assert.deepEqual(await watchedBy(db), ofTrakt)
    const refused = textOf(await bo.get(`${first.address}?show=refused`))
    assert.match(refused, /watched · 12 March 2026 .* This date is in the future/)

    const again = await bring(opened, trakt, 'trakt.zip')
    assert.deepEqual(again.found, { matched: 6, refused: 1 })
    assert.deepEqual(again.written, { same: 4, repeated: 2, refused: 1 })
    assert.deepEqual(await watchedBy(db), ofTrakt)

    await db.run(sql`update watched set created_at = '2026-03-01T00:00:00.000Z' where account_id = 2`)
    // Of the same day, the one that knows the time stays, and a film that is in no diary has no day.
    const other = await bring(opened, letterboxd, 'letterboxd.zip')
    assert.deepEqual(other.written, { new: 2, same: 1, repeated: 1 })
    const ofBoth = [
      ...ofTrakt.slice(0, 2),
      'movie 501 2022-01-04T12:00:00.000Z 2022-01-04 ',
      ...ofTrakt.slice(2),
      'movie 505   ',
    ]
    assert.deepEqual(await watchedBy(db), ofBoth)
    assert.match(textOf(await bo.get(`${other.address}?show=new`)), /Rumours on Tape watched, day not known/)
    assert.deepEqual((await bring(opened, letterboxd, 'letterboxd.zip')).written, { same: 3, repeated: 1 })

    await act(bo, `${other.address}/undo`)
    await work()
    assert.deepEqual(await watchedBy(db), ofTrakt)
    await removeWatched(db, 2, [{ kind: 'movie', entity_id: 501, watched_at: '2022-02-08T10:00:00.000Z' }])
    const own = {
      kind: 'movie' as const,
      entity_id: 503,
      watched_at: testDay,
      watched_on: '2026-03-10',
      series_id: null,
    }
    await addWatched(db, 2, [own], new Date(testDay))
    await act(bo, `${first.address}/undo`)
    await work()
    assert.deepEqual(await watchedBy(db), [`movie 503 ${testDay} 2026-03-10 `])
    assert.deepEqual(countsOf(await bo.get(first.address)), { undone: 4, repeated: 2, refused: 1 })
  })

  test('a history of another account is the same here, with the days where the person was', async (t) => {
    const opened = await open(t, engine)
    const { db } = opened
    const evening = { watched_at: '2026-01-02T03:00:00.000Z', watched_on: '2026-01-01' }
    const episode = { kind: 'episode' as const, entity_id: 60111, series_id: 601 }
    const noon = { watched_at: '2026-01-02T12:00:00.000Z', watched_on: '2026-01-02' }
    await addWatched(
      db,
      4,
      [
        { ...episode, ...evening },
        { ...episode, ...noon },
      ],
      new Date(testDay),
    )
    const file = Buffer.from(JSON.stringify({ watched: (await personalData(db, 4)).watched }))
    await bring(opened, file, 'reelcommons-dee.json')
    const history = await watchedBy(db, 4)
    assert.equal(history.length > 2, true)
    assert.deepEqual(await watchedBy(db), history)
  })

  test('a history for which there is no room is taken over as far as there is', async (t) => {
    const opened = await open(t, engine)
    const { db } = opened
    await db.run(sql`
      insert into watched (account_id, kind, entity_id, watched_at, watched_on, series_id, created_at)
      with recursive n (i) as (select 1 union all select i + 1 from n where i < ${maxWatched - 2})
      select 2, 'movie', 502, 'a time ' || cast(i as text), '2020-01-01', null, ${testDay} from n`)
    const { written } = await bring(opened, trakt, 'trakt.zip')
    assert.deepEqual(written, { new: 2, repeated: 2, full: 2, refused: 1 })
  })
})
