import assert from 'node:assert/strict'
import { truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { survivorOf } from '#src/catalogue/edits/gone/survivors.ts'
import { maxXmlBytes } from '#src/import/formats/nfo/xml.ts'
import { emptyCatalogue, exportOf, importInto, linesOf, openFor, sources } from '../../support/catalogue.ts'
import { forEachEngine } from '../../support/engines.ts'
import { assertExport } from '../../support/foreign/expected.ts'
import { folderOf, importFormat } from '../../support/foreign/import-format.ts'
import { brokenFiles, library } from '../../support/foreign/library.ts'

const nothing = { created: 0, changed: 0 }

forEachEngine(emptyCatalogue, (engine) => {
  test('a library becomes a catalogue, and its second import changes nothing', async (context) => {
    const db = await openFor(context, engine)
    const folder = await folderOf(context, library)
    const empty = await exportOf(db)
    const tried = await importFormat(db, 'nfo', folder, [''], { isDryRun: true })
    assert.equal(await exportOf(db), empty)
    const { edit_id, videos, recordsOf: _, unnamed, ...told } = await importFormat(db, 'nfo', folder)
    assert.deepEqual(told, {
      records: { created: 15, changed: 0, unchanged: 0 },
      identified: { found: 0, made: 16, leftOut: 0 },
      ...{ reviews: [], refused: [], unresolved: [] },
      counted: { found: 0, made: 4, leftOut: 0, extra: 1 },
    })
    assert.deepEqual({ ...tried, edit_id, recordsOf: {} }, { ...told, videos, edit_id, unnamed, recordsOf: {} })
    await assertExport(db, 'nfo')
    const again = await importFormat(db, 'nfo', folder)
    assert.deepEqual([again.records, again.edit_id], [{ ...nothing, unchanged: 14 }, undefined])
  })

  test('what the catalogue has is found, and nobody plays a role twice', async (context) => {
    const db = await openFor(context, engine)
    const cast = [
      { id: 1, character: 'Captain Dora', order: 0 },
      { id: 2, character: 'The cook', order: 1 },
    ]
    const crew = [{ id: 3, department: 'Writing', job: 'Screenplay' }]
    const people = ['Dora Sample', 'Hans Sample', 'Edda Sample'].map((name, at) => {
      return { kind: 'person', id: at + 1, name, original_name: name, source: 'low' }
    })
    const ferry = { title: 'Night Ferry', original_title: 'Die Nachtfähre', release_date: '1978-10-24', source: 'low' }
    await importInto(db, [
      ...sources,
      ...people,
      { kind: 'movie', id: 1_500_000_007, ...ferry, external_ids: { filmdb_id: 'tt9910001' }, credits: { cast, crew } },
    ])
    const folder = await folderOf(context, library)
    const { identified } = await importFormat(db, 'nfo', folder)
    assert.deepEqual(identified, { found: 5, made: 11, leftOut: 0 })
    const movies = (await linesOf(db)).filter(({ kind, external_ids }) => {
      return kind === 'movie' && external_ids.filmdb_id === 'tt9910001'
    })
    assert.deepEqual(
      movies.map(({ id, title, credits }) => [
        id,
        title,
        credits.cast.map((one: Record<string, unknown>) => [one.id, one.character]),
        credits.crew.map((one: Record<string, unknown>) => one.job),
      ]),
      [
        [
          1_500_000_007,
          'The Night Ferry',
          [
            [1, 'The captain'],
            [2, 'The cook'],
          ],
          ['Director', 'Screenplay'],
        ],
      ],
    )
    // The record keeps its id, and the number by which apps know it answers as well.
    assert.equal((await survivorOf(db, 'movie', 991_001))?.id, 1_500_000_007)
    assert.equal((await importFormat(db, 'nfo', folder)).edit_id, undefined)
  })

  test('films without a file are found by their names, or wait for a person', async (context) => {
    const db = await openFor(context, engine)
    const film = (id: number, title: string, year: number, more: object = {}) => ({
      ...{ kind: 'movie', id, title, original_title: title, release_date: `${year}-02-03`, source: 'low' },
      ...more,
    })
    await importInto(db, [
      ...sources,
      film(1, 'Two Boats', 1999),
      film(2, 'One Boat', 2001),
      film(3, 'One Boat', 2001),
      film(4, 'Four Boats', 2004, { external_ids: { filmdb_id: 'tt9910404' } }),
    ])
    const before = await linesOf(db)
    const folder = await folderOf(context, {
      'two.boats.1999.1080p.bluray.x264.mkv': '',
      'One Boat (2001)/one.mkv': '',
      'Quatre bateaux {imdb-tt9910404}.mkv': '',
      'Nowhere Known (1988).mkv': '',
      'Nowhere Known (1988)-trailer.mkv': '',
      'Lost Show/Season 1/Lost Show S01E01.mkv': '',
      'address.nfo': 'https://www.imdb.com/title/tt9910404/',
      'address.mkv': '',
    })
    const { records, identified, reviews } = await importFormat(db, 'nfo', folder)
    assert.deepEqual(
      { records, identified },
      {
        records: { ...nothing, unchanged: 0 },
        identified: { found: 2, made: 0, leftOut: 5 },
      },
    )
    assert.deepEqual(reviews, [
      { kind: 'movie', title: 'Nowhere Known', year: 1988, file: 'Nowhere Known (1988).mkv', guesses: [] },
      { kind: 'movie', title: 'One Boat', year: 2001, file: 'One Boat (2001)/one.mkv', guesses: [2, 3] },
      {
        ...{ kind: 'series', title: 'Lost Show', year: null },
        ...{ file: 'Lost Show/Season 1/Lost Show S01E01.mkv', guesses: [] },
      },
    ])
    assert.deepEqual(await linesOf(db), before)
  })

  test('what is found by the name of its folder gets the id of the address in its file', async (context) => {
    const db = await openFor(context, engine)
    const shared = { source: 'low', external_ids: { kb2_id: 'Q9910001' } }
    await importInto(db, [
      ...sources,
      { kind: 'movie', id: 1, title: 'Two Boats', original_title: 'Two Boats', release_date: '1999-02-03', ...shared },
      { kind: 'movie', id: 2, title: 'Ferry', release_date: '2001-02-03', ...shared, external_ids: {} },
      { kind: 'movie', id: 4, title: 'Rowers', release_date: '2005-02-03', ...shared, external_ids: {} },
      { kind: 'series', id: 3, name: 'The Show', original_name: 'The Show', first_air_date: '2003-02-03', ...shared },
    ])
    const folder = await folderOf(context, {
      'Two Boats (1999)/movie.nfo': 'https://www.imdb.com/title/tt9910001/',
      'Two Boats (1999)/a.mkv': '',
      // What a file says that describes a film counts, and not another address that leads to the same film.
      'Rowers (2005)/Rowers (2005).nfo': '<movie><title>Rowers</title><imdbid>tt9910005</imdbid></movie>',
      'Rowers (2005)/Rowers.nfo': 'https://www.imdb.com/title/tt9910006/',
      // The address counts, and not what the folder is called.
      'Ferry (2001) {imdb-tt9910009}/Ferry (2001).nfo': 'https://www.imdb.com/title/tt9910002/',
      'Ferry (2001) {imdb-tt9910009}/Ferry (2001).mkv': '',
      'The Show (2003)/tvshow.nfo': 'https://thetvdb.com/?tab=series&id=99103',
    })
    await importFormat(db, 'nfo', folder)
    const lines = await linesOf(db)
    assert.deepEqual(
      lines.flatMap(({ kind, title, name, external_ids }) =>
        kind === 'source' ? [] : [[title ?? name, { ...external_ids, sources: undefined }]],
      ),
      [
        ['Two Boats', { filmdb_id: 'tt9910001', kb2_id: 'Q9910001', sources: undefined }],
        ['Ferry', { filmdb_id: 'tt9910002', sources: undefined }],
        ['Rowers', { filmdb_id: 'tt9910005', sources: undefined }],
        ['The Show', { kb2_id: 'Q9910001', tvdata_id: 99_103, sources: undefined }],
      ],
    )
    assert.equal((await importFormat(db, 'nfo', folder)).edit_id, undefined)
  })

  test('a series whose file is broken goes by the name of its folder', async (context) => {
    const db = await openFor(context, engine)
    const cast = [{ id: 1, character: 'A', order: 0 }]
    await importInto(db, [
      ...sources,
      { kind: 'person', id: 1, name: 'Dora Sample', original_name: 'Dora Sample', source: 'low' },
      {
        ...{ kind: 'series', id: 7, name: 'Known Show', original_name: 'Known Show', first_air_date: '2001-02-03' },
        ...{ credits: { cast, crew: [] }, source: 'low' },
      },
    ])
    const folder = await folderOf(context, {
      'Known Show (2001)/tvshow.nfo': '<tvshow><title>Kno',
      'Known Show (2001)/Season 1/S01E02.mkv': '',
      'Known Show (2001)/Known Show 2001-02-10.mkv': '',
      'Unknown Show (1999)/tvshow.nfo': 'no XML',
      'Unknown Show (1999)/Season 1/S01E01.mkv': '',
    })
    const before = (await linesOf(db)).filter(({ kind }) => kind === 'series')
    const { reviews, refused } = await importFormat(db, 'nfo', folder)
    assert.deepEqual(
      (await linesOf(db)).filter(({ kind }) => kind === 'series'),
      before,
    )
    assert.deepEqual(
      (await linesOf(db)).flatMap(({ kind, series_id, episode_number }) =>
        kind === 'episode' ? [[series_id, episode_number]] : [],
      ),
      [[7, 2]],
    )
    assert.equal(refused.length, 3)
    const dated = refused.find((text) => text.startsWith('Known Show (2001)/Known Show 2001-02-10.mkv:'))
    assert.match(dated ?? '', /:0: it has only the day 2001-02-10 in its name, and no episode of that day is known/)
    assert.deepEqual(reviews, [
      {
        ...{ kind: 'series', title: 'Unknown Show', year: 1999 },
        ...{ file: 'Unknown Show (1999)/tvshow.nfo', guesses: [] },
      },
    ])
  })

  test('episodes are found by their day and by their number among all', async (context) => {
    const db = await openFor(context, engine)
    const season = (season_number: number) => {
      return { kind: 'season', id: 70 + season_number, series_id: 7, season_number, name: '', source: 'low' }
    }
    const episode = (season_number: number, episode_number: number, air_date: string, name = '') => ({
      ...{ kind: 'episode', id: 700 + season_number * 10 + episode_number, series_id: 7, season_number },
      ...{ episode_number, air_date, name, source: 'low' },
    })
    const order = (groups: object[]) => ({ results: [{ name: 'All', type: 2, groups }] })
    const show = { kind: 'series', id: 7, name: 'Known Show', first_air_date: '2001-02-03', source: 'low' }
    await importInto(db, [
      ...sources,
      { ...show, original_name: 'Known Show', external_ids: { tvdata_id: 99_107 } },
      ...[0, 1, 2].map(season),
      ...[episode(0, 1, '2000-12-24'), episode(1, 1, '2001-02-03'), episode(1, 2, '2001-02-10')],
      ...[episode(2, 1, '2002-02-03', 'Dawn'), episode(2, 2, '2002-02-03', 'Dusk')],
    ])
    const told = (plot: string, more = '') => `<episodedetails><plot>${plot}</plot>${more}</episodedetails>`
    const at = 'Known Show (2001)'
    const folder = await folderOf(context, {
      [`${at}/tvshow.nfo`]: '<tvshow><title>Known Show</title><tvdbid>99107</tvdbid></tvshow>',
      [`${at}/Known Show - 2001-02-10 - Two.nfo`]: told('By its day'),
      [`${at}/Season 2002/Known Show 03.02.2002 Dusk.nfo`]: told('By its day and title', '<title>Dusk</title>'),
      [`${at}/Known Show - 3.nfo`]: told('By its number'),
      [`${at}/Known Show - 9.mkv`]: '',
      [`${at}/Season 03/S03E01.nfo`]: told('', '<title>New</title><aired>2003-01-01</aired>'),
      [`${at}/aired.nfo`]: told('By the day of a new one', '<aired>2003-01-01</aired>'),
      [`${at}/nothing.nfo`]: told('Nowhere'),
    })
    const first = await importFormat(db, 'nfo', folder)
    const numbered = /Known Show - 9.mkv:0: it has only the number 9 among all episodes in its name, and it cannot/
    assert.equal(first.refused.length, 2)
    assert.match(first.refused.find((text) => text.includes(' 9.')) ?? '', numbered)
    assert.match(first.refused.join('\n'), /nothing.nfo:1: it says no season and episode, no day and no number/)
    const plots = async () =>
      (await linesOf(db)).flatMap(({ kind, season_number, episode_number, overview }) =>
        kind === 'episode' && overview ? [`${season_number}x${episode_number} ${overview}`] : [],
      )
    const found = ['1x2 By its day', '2x1 By its number', '2x2 By its day and title', '3x1 By the day of a new one']
    assert.deepEqual((await plots()).sort(), found)
    assert.equal((await importFormat(db, 'nfo', folder)).edit_id, undefined)
    // An order that counts all episodes goes before the seasons; its group 0 has the specials.
    const groups = [
      { name: 'Specials', order: 0, episodes: [{ id: 701 }] },
      { name: 'All', order: 1, episodes: [721, 722, 711].map((id) => ({ id })) },
    ]
    await importInto(db, [{ ...show, episode_groups: order(groups) }])
    await importFormat(db, 'nfo', folder)
    assert.deepEqual((await plots()).sort(), ['1x1 By its number', ...found])
  })

  test('a certificate without a day gets that of the premiere, and none is invented', async (context) => {
    const db = await openFor(context, engine)
    const known = { title: 'Known', original_title: 'Known', release_date: '1978-10-24', source: 'low' }
    await importInto(db, [...sources, { kind: 'movie', id: 5, ...known }])
    const film = (title: string, year: number) =>
      `<movie><title>${title}</title><year>${year}</year><mpaa>FSK 12</mpaa></movie>`
    const folder = await folderOf(context, {
      'Known (1978)/movie.nfo': film('Known', 1978),
      'Unheard (1980)/movie.nfo': film('Unheard', 1980),
    })
    await importFormat(db, 'nfo', folder)
    const releases = (await linesOf(db)).flatMap(({ kind, title, release_dates }) =>
      kind === 'movie'
        ? [[title, release_dates?.results[0].iso_3166_1, release_dates?.results[0].release_dates[0]]]
        : [],
    )
    const [certified] = releases.filter(([title]) => title === 'Known')
    assert.equal(certified?.[1], 'DE')
    assert.equal(certified?.[2].certification, '12')
    assert.match(certified?.[2].release_date, /^1978-10-24/)
    assert.deepEqual(releases.find(([title]) => title === 'Unheard')?.slice(1), [undefined, undefined])
    assert.equal((await importFormat(db, 'nfo', folder)).edit_id, undefined)
  })

  test('files that cannot be read are named, and passed over', async (context) => {
    const db = await openFor(context, engine)
    const folder = await folderOf(context, { ...library, ...Object.fromEntries(brokenFiles) })
    const { refused, records } = await importFormat(db, 'nfo', folder)
    assert.equal(records.created, 15)
    assert.equal(refused.length, brokenFiles.length)
    for (const [name, , reason] of brokenFiles)
      assert.match(refused.find((text) => text.startsWith(`${name}:`)) ?? '', reason)
  })

  test('a file that is too large is not even read', async (context) => {
    const db = await openFor(context, engine)
    const folder = await folderOf(context, { 'a/movie.nfo': '' })
    // It has no content on the disk, and more than what can be in memory as a whole.
    await truncate(join(folder, 'a/movie.nfo'), 3 * 2 ** 30)
    const { refused } = await importFormat(db, 'nfo', folder)
    assert.deepEqual(refused, [`a/movie.nfo:0: it is larger than ${maxXmlBytes} bytes`])
  })
})
