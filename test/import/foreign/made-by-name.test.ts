import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeUnknownNew } from '#src/import/foreign/reviews.ts'
import { writingOf } from '../../support/accounts.ts'
import {
  type AnyLine,
  emptyCatalogue,
  exportOf,
  importInto,
  linesOf,
  openFor,
  sources,
} from '../../support/catalogue.ts'
import { forEachEngine } from '../../support/engines.ts'
import { folderOf, importFormat, writeFiles } from '../../support/foreign/import-format.ts'
import { undoEdit } from '../../support/foreign/undo-edit.ts'

const series = 'Series/Harbour Lane (2011)'
const files = {
  'Films/One Boat (2001)/One Boat (2001).mkv': '',
  'Films/One Boat (2001)/One Boat (2001)-trailer.mkv': '',
  'Films/One Boat (2001)/Extras/The Making.mkv': '',
  'Films/Nowhere Known.mkv': '',
  'Films/With a Number (1988) {imdb-tt9910099}.mkv': '',
  // Two of this name are in the catalogue, so a person decides.
  'Films/Twin Boat (1999).mkv': '',
  // The same import makes one of this name, which may be this one.
  'Films/Das Moor/movie.nfo': '<movie><title>Das Moor</title><year>2003</year></movie>',
  'Films/Das Moor.mkv': '',
  [`${series}/Season 1/Harbour Lane - S01E01 - Arrival.mkv`]: '',
  [`${series}/Season 1/Harbour Lane - S01E02-E03.mkv`]: '',
  [`${series}/Season 2/Harbour Lane - S02E01.mkv`]: '',
}
const twin = (id: number) => ({
  ...{ kind: 'movie', id, title: 'Twin Boat', original_title: 'Twin Boat', source: 'low' },
  release_date: '1999-02-03',
})
const known = [...sources, twin(9001), twin(9002)]
const first = 1_500_000_000
const yearOf = (column: string, year: number) => ({ [column]: `${year}-01-01`, [`${column}_precision`]: 'year' })
const byName = { source: 'file-names' }
const film = (id: number, title: string, more: object = {}) => ({
  ...{ kind: 'movie', id, title, original_title: title },
  ...byName,
  ...more,
})
const lane = { series_id: first }

/** What an import makes of the files above. */
const made = [
  film(first, 'With a Number', {
    ...yearOf('release_date', 1988),
    // The id is what the library says; the name stays worth less.
    ...{ external_ids: { filmdb_id: 'tt9910099' }, source: 'nfo' },
  }),
  film(first + 1, 'Das Moor', { status: 'Released', ...yearOf('release_date', 2003), source: 'nfo' }),
  film(first + 2, 'One Boat', yearOf('release_date', 2001)),
  film(first + 3, 'Nowhere Known'),
  {
    ...{ kind: 'series', id: first, name: 'Harbour Lane', original_name: 'Harbour Lane' },
    ...yearOf('first_air_date', 2011),
    ...byName,
  },
  ...[1, 2].map((season_number) => ({
    ...{ kind: 'season', id: first + season_number - 1, ...lane, season_number, name: `Season ${season_number}` },
    ...byName,
  })),
  ...[
    { season_number: 1, episode_number: 1, name: 'Arrival' },
    { season_number: 1, episode_number: 2 },
    { season_number: 1, episode_number: 3 },
    { season_number: 2, episode_number: 1 },
  ].map((numbers, at) => ({ kind: 'episode', id: first + at, ...lane, ...numbers, ...byName })),
]

forEachEngine(emptyCatalogue, (engine) => {
  /** The records that imports have made, without order of their values. */
  const open = async (context: Parameters<typeof openFor>[0]) => {
    const db = await openFor(context, engine)
    await importInto(db, known)
    const folder = await folderOf(context, files)
    const run = (more: object = {}, paths?: readonly string[]) => importFormat(db, 'nfo', folder, paths, more)
    const recordsMade = async (): Promise<AnyLine[]> =>
      (await linesOf(db)).filter(
        ({ kind, source }) => kind !== 'source' && (source === 'nfo' || source === 'file-names'),
      )
    return { db, folder, run, recordsMade }
  }

  test('films and series of which only names are known are made, with seasons and episodes', async (context) => {
    const { db, run, recordsMade } = await open(context)
    const before = await exportOf(db)
    const tried = await run({ isDryRun: true, creates: true })
    const waiting = (await run({ isDryRun: true })).reviews.map(({ title, guesses }) => [title, guesses.length])
    assert.deepEqual(waiting, [
      ['With a Number', 0],
      ['One Boat', 0],
      ['Twin Boat', 2],
      ['Das Moor', 0],
      ['Nowhere Known', 0],
      ['Harbour Lane', 0],
    ])
    assert.equal(await exportOf(db), before)
    const told = await run({ creates: true })
    assert.deepEqual(
      told.reviews.map(({ title, guesses }) => [title, guesses]),
      [
        ['Twin Boat', [9001, 9002]],
        ['Das Moor', [first + 1]],
      ],
    )
    const { edit_id, ...rest } = told
    assert.deepEqual(tried, { ...rest, edit_id: undefined })
    assert.deepEqual([rest.refused, rest.unresolved], [[], []])
    assert.deepEqual(await recordsMade(), made)
    const again = await run({ creates: true })
    assert.deepEqual([again.edit_id, again.records.created, again.identified.made], [undefined, 0, 0])
    assert.equal((await run()).edit_id, undefined, 'nor does an import that makes none')
    await undoEdit(db, edit_id as number)
    assert.deepEqual(await recordsMade(), [], 'undone as a whole')
  })

  test('what is brought later finds the records, and takes the place of what names have told', async (context) => {
    const { db, folder, run, recordsMade } = await open(context)
    await run({ creates: true })
    // The title of the file is another one, so nothing but the file says that it is the same film.
    await writeFiles(folder, {
      'Films/One Boat (2001)/movie.nfo':
        '<movie><title>Ein Kahn</title><year>2001</year><uniqueid type="imdb">tt9910098</uniqueid></movie>',
      [`${series}/tvshow.nfo`]: '<tvshow><title>Hafengasse</title><premiered>2011-05-06</premiered></tvshow>',
      [`${series}/Season 1/Harbour Lane - S01E01 - Arrival.nfo`]:
        '<episodedetails><title>Ankunft</title><season>1</season><episode>1</episode></episodedetails>',
      'tables/films.csv': 'title,year,runtime\nNowhere Known,,95\nEin Kahn,2001,88\n',
    })
    // Whatever ranks lowest among what has facts counts more than a name.
    const low = { kind: 'movie', id: first, title: 'Of a Number', source: 'low' }
    await importInto(db, [...sources, low], { isIdentified: true })
    const described = await run()
    assert.deepEqual([described.records.created, described.refused], [0, []])
    await importFormat(db, 'csv', folder, ['tables/films.csv'])
    const records = await linesOf(db)
    const of = (kind: string, id: number) => records.find((one) => one.kind === kind && one.id === id)
    const shown = [
      of('movie', first)?.title,
      of('movie', first + 2)?.title,
      of('movie', first + 2)?.external_ids.filmdb_id,
      of('movie', first + 2)?.runtime,
      of('movie', first + 3)?.runtime,
      of('series', first)?.name,
      of('series', first)?.first_air_date,
      of('episode', first)?.name,
    ]
    assert.deepEqual(shown, ['Of a Number', 'Ein Kahn', 'tt9910098', 88, 95, 'Hafengasse', '2011-05-06', 'Ankunft'])
    const count = (kind: string) => records.filter((one) => one.kind === kind).length
    assert.deepEqual([count('movie'), count('series'), count('season'), count('episode')], [6, 1, 2, 4])
    assert.equal((await run({ creates: true })).edit_id, undefined)
    assert.equal((await recordsMade()).length, made.length)
  })

  test('what was made by a name, and undone, is made again only where somebody wants it', async (context) => {
    const { db, run, recordsMade } = await open(context)
    const { edit_id } = await run({ creates: true })
    await undoEdit(db, edit_id as number)
    const waiting = ['With a Number', 'One Boat', 'Twin Boat', 'Nowhere Known', 'Harbour Lane']
    const kept = { creates: true, keepsUndone: true }
    for (const [more, leftOut] of [
      [{}, 8],
      [kept, 7],
      [kept, 7],
    ] as const) {
      const { reviews, counted, refused } = await run(more)
      const titles = reviews.map(({ title }) => title)
      assert.deepEqual(
        titles.filter((title) => title !== 'Das Moor'),
        waiting,
      )
      assert.deepEqual(refused, [])
      assert.equal(counted?.leftOut, leftOut)
    }
    assert.deepEqual(
      (await recordsMade()).map(({ kind, title }) => [kind, title]),
      [['movie', 'Das Moor']],
    )
    // What a person decides counts more.
    await makeUnknownNew.handle(writingOf(db, 1, undefined, 'administrator'), undefined)
    await run({ creates: true, keepsUndone: true })
    assert.equal((await recordsMade()).length, made.length)
    assert.equal((await run({ creates: true, keepsUndone: true })).edit_id, undefined)
  })

  test('what was made by a name, and undone, is new when a file describes it', async (context) => {
    const db = await openFor(context, engine)
    const folder = await folderOf(context, { 'One Boat (2001)/One Boat (2001).mkv': '' })
    const { edit_id } = await importFormat(db, 'nfo', folder, [''], { creates: true })
    await undoEdit(db, edit_id as number)
    await writeFiles(folder, { 'One Boat (2001)/movie.nfo': '<movie><title>Ein Kahn</title><year>2001</year></movie>' })
    const described = await importFormat(db, 'nfo', folder)
    assert.deepEqual(
      [described.identified, described.counted],
      [
        { found: 0, made: 1, leftOut: 0 },
        { found: 0, made: 1, leftOut: 0, extra: 0 },
      ],
    )
    const films = (await linesOf(db)).filter(({ kind }) => kind === 'movie')
    assert.deepEqual(
      films.map(({ title, source }) => [title, source]),
      [['Ein Kahn', 'nfo']],
    )
    assert.equal((await importFormat(db, 'nfo', folder)).edit_id, undefined)
  })
})
