import assert from 'node:assert/strict'
import { test } from 'node:test'
import { read } from '../support/kept/files.ts'

type Case = [what: string, file: string, text: string, expected: object[]]

const at = (day: string, time = '12:00:00') => ({ at: `${day}T${time}.000Z` })
const movie = (what: string, title: string, more: object = {}) => ({ what, kind: 'movie', ids: {}, title, ...more })
/** Of a table that does not say whether it is a series. */
const film = (what: string, title: string, more: object = {}) => movie(what, title, { isKindGuessed: true, ...more })
const diary = 'Title,Year,imdbID,tmdbID,Rating,Rating10,WatchedDate,Rewatch,Tags,Review'

const cases: readonly Case[] = [
  [
    'the table in which diaries are exchanged',
    'export.csv',
    `${diary}\nA,1999,tt9900001,7,4.5,,2024-03-02,No,"x, y",\nB,2001,,,,7,,,,Bright.\nC,,,,,,,,,\n,,tt9900002,,3,,,,,`,
    [
      film('rating', 'A', { ids: { imdb: 'tt9900001', tmdb: 7 }, year: 1999, value: 18, ...at('2024-03-02'), line: 2 }),
      film('watched', 'A', { ids: { imdb: 'tt9900001', tmdb: 7 }, year: 1999, ...at('2024-03-02'), line: 2 }),
      film('review', 'B', { year: 2001, text: 'Bright.', line: 3 }),
      film('rating', 'B', { year: 2001, value: 14, line: 3 }),
      film('watched', 'C', { line: 4 }),
      { what: 'rating', kind: 'movie', isKindGuessed: true, ids: { imdb: 'tt9900002' }, value: 12, line: 5 },
    ],
  ],
  [
    'some of its columns in another order, as a watchlist',
    'my-watchlist.csv',
    'tmdbID;Title;Directors\n7;A;"Lund, Ada; Kern, Bo"\n8;B;"Ada Lund; Bo Kern"',
    [
      film('watchlist', 'A', { ids: { tmdb: 7 }, people: ['Ada Lund', 'Bo Kern'], line: 2 }),
      film('watchlist', 'B', { ids: { tmdb: 8 }, people: ['Ada Lund', 'Bo Kern'], line: 3 }),
    ],
  ],
  [
    'days with the day first',
    'diary.csv',
    'Title,imdbID,WatchedDate\nA,,03.02.2024\nB,,3.2.24\nC,,31.02.2024',
    [
      film('watched', 'A', { ...at('2024-02-03'), line: 2 }),
      film('watched', 'B', { ...at('2024-02-03'), line: 3 }),
      { line: 4, reason: 'wrong_date', value: '31.02.2024' },
      film('watched', 'C', { line: 4 }),
    ],
  ],
  [
    'times with a zone and without one',
    'diary.csv',
    'Title,imdbID,WatchedDate\nA,,2024-03-02T20:15:00\nB,,2024-03-02 20:15:00.000\nC,,2024-03-02 20:15\n' +
      'D,,2024-03-02T20:15:00Z\nE,,2024-03-02 20:15:00 UTC\nF,,2024-03-02T22:15:00+02:00\nG,,2024-03-02 15:15:00 -0500',
    ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((title, index) =>
      film('watched', title, { ...at('2024-03-02', '20:15:00'), line: index + 2 }),
    ),
  ],
  [
    'days that another day of the file explains',
    'history.csv',
    'Title,Date\n"A","03/02/2024"\n"B","24/02/2024"',
    [film('watched', 'A', { ...at('2024-02-03'), line: 2 }), film('watched', 'B', { ...at('2024-02-24'), line: 3 })],
  ],
  [
    'days with the month first',
    'history.csv',
    'Title,Date\n"A","3/2/24"\n"B","2/24/24"',
    [film('watched', 'A', { ...at('2024-03-02'), line: 2 }), film('watched', 'B', { ...at('2024-02-24'), line: 3 })],
  ],
  [
    'days that nothing explains',
    'history.csv',
    'Title,Date\n"A","03/02/2024"',
    [{ line: 2, reason: 'ambiguous_date', value: '03/02/2024' }, film('watched', 'A', { line: 2 })],
  ],
  [
    'the short table of Netflix',
    'NetflixViewingHistory.csv',
    'Title,Date\n"Lamps: Season 2: The Light: Part 1","2024-03-02"\n"Lamps: Staffel 1: Folge 3","2024-03-01"\n' +
      '"Boats: Limited Series: Out","2024-02-29"\n"Harbour: A Story","2024-02-28"\n' +
      '"Harbour: Part Two","2024-02-27"\n"Harbour: The Boats: Vol. 1","2024-02-26"',
    [
      {
        ...{ what: 'watched', kind: 'episode', ids: {}, title: 'The Light: Part 1', season: 2 },
        ...{ series: { ids: {}, title: 'Lamps' }, ...at('2024-03-02'), line: 2 },
      },
      {
        ...{ what: 'watched', kind: 'episode', ids: {}, title: 'Folge 3', season: 1 },
        ...{ series: { ids: {}, title: 'Lamps' }, ...at('2024-03-01'), line: 3 },
      },
      {
        ...{ what: 'watched', kind: 'episode', ids: {}, title: 'Out', season: 1 },
        ...{ series: { ids: {}, title: 'Boats' }, ...at('2024-02-29'), line: 4 },
      },
      film('watched', 'Harbour: A Story', { ...at('2024-02-28'), line: 5 }),
      film('watched', 'Harbour: Part Two', { ...at('2024-02-27'), line: 6 }),
      film('watched', 'Harbour: The Boats: Vol. 1', { ...at('2024-02-26'), line: 7 }),
    ],
  ],
  [
    'the whole account of Netflix',
    'ViewingActivity.csv',
    'Profile Name,Start Time,Duration,Attributes,Title,Supplemental Video Type,Device Type,Bookmark,' +
      'Latest Bookmark,Country\n' +
      'Ada,2024-03-02 20:15:00,01:00:00,,A,,TV,01:00:00,01:00:00,DE\n' +
      'Ada,2024-03-02 20:14:00,00:00:30,,A,TRAILER,TV,00:00:30,00:00:30,DE\n' +
      'Ada,2024-03-02 20:13:00,00:00:30,Autoplayed: user action: None;,B,,TV,00:00:30,00:00:30,DE\n' +
      'Ada,2024-03-02 20:12:00,00:01:59,,B,,TV,00:01:59,00:01:59,DE\n' +
      'Ada,2024-03-02 20:11:00,00:02:00,,"Lamps: Season 2: The Light: Out (Episode 3)",,TV,00:02:00,00:02:00,DE\n' +
      'Ada,2024-03-02 20:10:00,00:02:00,,"Lamps: Staffel 2: Das Licht (Folge 4)",,TV,00:02:00,00:02:00,DE',
    [
      film('watched', 'A', { ...at('2024-03-02', '20:15:00'), line: 2 }),
      {
        ...{ what: 'watched', kind: 'episode', ids: {}, title: 'The Light: Out', season: 2, episode: 3 },
        ...{ series: { ids: {}, title: 'Lamps' }, ...at('2024-03-02', '20:11:00'), line: 6 },
      },
      {
        ...{ what: 'watched', kind: 'episode', ids: {}, title: 'Das Licht', season: 2, episode: 4 },
        ...{ series: { ids: {}, title: 'Lamps' }, ...at('2024-03-02', '20:10:00'), line: 7 },
      },
    ],
  ],
  [
    'ratings of the big provider',
    'ratings.csv',
    'TMDb ID,IMDb ID,Type,Name,Release Date,Season Number,Episode Number,Rating,Your Rating,Date Rated\n' +
      '7,tt9900001,movie,A,1999-05-06T00:00:00Z,,,7.1,9,2024-03-02T10:00:00Z\n' +
      '8,tt9900002,tv,B,2001-05-06T00:00:00Z,,,7.1,5.5,2024-03-02T10:00:00Z\n' +
      '8,,episode,B,2001-05-06T00:00:00Z,1,2,7.1,10,2024-03-02T10:00:00Z',
    [
      movie('rating', 'A', {
        ...{ ids: { imdb: 'tt9900001', tmdb: 7 }, year: 1999, value: 18 },
        ...at('2024-03-02', '10:00:00'),
        line: 2,
      }),
      {
        ...{ what: 'rating', kind: 'tv', ids: { imdb: 'tt9900002', tmdb: 8 }, title: 'B', year: 2001, value: 11 },
        ...at('2024-03-02', '10:00:00'),
        line: 3,
      },
      {
        ...{
          what: 'rating',
          kind: 'episode',
          ids: {},
          series: { ids: { tmdb: 8 }, title: 'B' },
          season: 1,
          episode: 2,
        },
        ...{ value: 20, ...at('2024-03-02', '10:00:00'), line: 4 },
      },
    ],
  ],
  [
    'Yamtrack',
    'yamtrack.csv',
    'media_id,source,media_type,title,image,season_number,episode_number,score,status,notes,start_date,end_date,' +
      'progress\n' +
      '7,tmdb,movie,A,,,,8.5,Completed,,2024-03-01,2024-03-02,1\n' +
      '8,tmdb,tv,B,,,,,Planning,,,,0\n' +
      '8,tmdb,episode,B,,1,2,,Completed,,,2024-03-02,\n' +
      '9,tmdb,movie,C,,,,,Dropped,Too dark.,,,0\n' +
      '9,igdb,game,D,,,,,Completed,,,,0',
    [
      movie('rating', 'A', { ids: { tmdb: 7 }, value: 17, ...at('2024-03-02'), line: 2 }),
      movie('watched', 'A', { ids: { tmdb: 7 }, ...at('2024-03-02'), line: 2 }),
      { what: 'watchlist', kind: 'tv', ids: { tmdb: 8 }, title: 'B', line: 3 },
      {
        ...{
          what: 'watched',
          kind: 'episode',
          ids: {},
          series: { ids: { tmdb: 8 }, title: 'B' },
          season: 1,
          episode: 2,
        },
        ...{ ...at('2024-03-02'), line: 4 },
      },
      movie('review', 'C', { ids: { tmdb: 9 }, text: 'Too dark.', line: 5 }),
      { line: 6, reason: 'other_kind', value: 'game' },
    ],
  ],
  [
    'ratings and history of Movary',
    'history.csv',
    'title,year,tmdbId,imdbId,watchedAt,comment\nA,1999,7,tt9900001,2024-03-02,Bright.',
    [
      film('review', 'A', {
        ...{ ids: { imdb: 'tt9900001', tmdb: 7 }, year: 1999 },
        ...{ ...at('2024-03-02'), text: 'Bright.', line: 2 },
      }),
      film('watched', 'A', { ids: { imdb: 'tt9900001', tmdb: 7 }, year: 1999, ...at('2024-03-02'), line: 2 }),
    ],
  ],
  [
    'TV Time',
    'tracking-prod-records.csv',
    'series_name,season_number,episode_number,movie_name,type,created_at,is_watched\n' +
      'Lamps,2,3,,watch,2024-03-02 20:15:00,true\n,,,A,towatch,2024-03-01 20:15:00,\n' +
      'Lamps,2,4,,watch,2024-03-02 20:15:00,false\nLamps,2,5,,,2024-03-02 20:15:00,False',
    [
      {
        ...{ what: 'watched', kind: 'episode', ids: {}, series: { ids: {}, title: 'Lamps' }, season: 2, episode: 3 },
        ...{ ...at('2024-03-02', '20:15:00'), line: 2 },
      },
      movie('watchlist', 'A', { ...at('2024-03-01', '20:15:00'), line: 3 }),
    ],
  ],
  [
    'Simkl, whose entries look like those of Trakt',
    'SimklBackup.json',
    JSON.stringify({
      movies: [
        {
          ...{ status: 'completed', user_rating: 9, user_rated_at: '2024-03-03T10:00:00Z' },
          ...{ last_watched_at: '2024-03-02T10:00:00Z' },
          movie: { title: 'A', year: 1999, ids: { simkl: 1, imdb: 'tt9900001', tmdb: '7' } },
        },
        { status: 'plantowatch', user_rating: null, movie: { title: 'B', year: 2001, ids: { simkl: 2 } } },
      ],
      shows: [
        {
          ...{ status: 'watching', user_rating: null, last_watched_at: '2024-03-02T10:00:00Z' },
          show: { title: 'Lamps', year: 2010, ids: { tvdb: '70' } },
          seasons: [{ number: 2, episodes: [{ number: 3, watched_at: '2024-03-02T10:00:00Z' }, { number: 4 }] }],
        },
      ],
    }),
    [
      movie('rating', 'A', {
        ...{ ids: { imdb: 'tt9900001', tmdb: 7 }, year: 1999, value: 18 },
        ...{ ...at('2024-03-03', '10:00:00'), line: 1 },
      }),
      movie('watched', 'A', {
        ...{ ids: { imdb: 'tt9900001', tmdb: 7 }, year: 1999 },
        ...{ ...at('2024-03-02', '10:00:00'), line: 1 },
      }),
      movie('watchlist', 'B', { year: 2001, line: 2 }),
      ...[3, 4].map((episode) => ({
        ...{ what: 'watched', kind: 'episode', ids: {}, season: 2, episode },
        series: { ids: { tvdb: 70 }, title: 'Lamps', year: 2010 },
        ...(episode === 3 && at('2024-03-02', '10:00:00')),
        line: 1,
      })),
    ],
  ],
  [
    'ratings of IMDb from before November 2017',
    'ratings.csv',
    'position,const,created,modified,description,Title,Title type,Directors,You rated,IMDb Rating,Year\n' +
      '1,tt9900001,Sat Nov  3 00:00:00 2012,,,A,Feature Film,Ada Lund,8,7.1,1999',
    [
      movie('rating', 'A', {
        ...{ ids: { imdb: 'tt9900001' }, year: 1999, people: ['Ada Lund'], value: 16 },
        ...{ ...at('2012-11-03', '00:00:00'), line: 2 },
      }),
    ],
  ],
]

for (const [what, file, text, expected] of cases)
  test(`what somebody keeps elsewhere: ${what}`, async (t) => {
    const found = (await read(t, file, text)).map(({ place, ...rest }) => ({ ...rest, line: place.line }))
    assert.deepEqual(found, expected)
  })

test('years as tables have them', async (t) => {
  const years = ['2001', '(2001)', '2001-2003', '2001–', '2001 – 2003', '2001.0', '2001-05-06', '1', '20010', '(']
  const rows = years.map((year) => `A,${year},tt9900001`)
  const found = await read(t, 'watchlist.csv', ['Title,Year,imdbID', ...rows].join('\n'))
  assert.deepEqual(
    found.map((each) => ('year' in each ? each.year : undefined)),
    [2001, 2001, 2001, 2001, 2001, 2001, 2001, undefined, undefined, undefined],
  )
})

test('a file whose days have the day first or the month says so once', async (t) => {
  const rows = [
    'Title,Date',
    ...Array.from({ length: 3 }, (_, at) => `"A${at}","0${at + 1}/04/2024"`),
    '"B","30/04/2024"',
  ]
  const found = await read(t, 'history.csv', rows.join('\n'))
  assert.deepEqual(
    found.map((each) => ('at' in each ? each.at?.slice(0, 10) : each)),
    ['2024-04-01', '2024-04-02', '2024-04-03', '2024-04-30'],
  )
})

test('only days say whether their month stands first, wherever in the file they are', async (t) => {
  const rows = Array.from({ length: 300 }, (_, at) => `Title ${at},,,"Seen on TV, 12/25/2020, and again"`)
  const dated = ['11/22/63,,03/02/2024,', 'B,,24/02/2024,']
  const found = await read(t, 'diary.csv', ['Title,imdbID,WatchedDate,Review', ...rows, ...dated].join('\n'))
  assert.deepEqual(
    found.slice(-2).map((each) => ('at' in each ? each.at?.slice(0, 10) : each)),
    ['2024-02-03', '2024-02-24'],
  )
})
