import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxShownValue } from '#src/file-formats/limits.ts'
import { ferrymen, json, letterboxdFiles, read, short, traktFiles } from '../support/kept/files.ts'
import { zipOf } from '../support/kept/zip.ts'

const table = (...rows: string[][]) =>
  rows
    .map((row) => row.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(','))
    .join('\n')

const ratedColumns =
  'Const,Your Rating,Date Rated,Title,Original Title,URL,Title Type,IMDb Rating,Runtime (mins),Year,Genres,' +
  'Num Votes,Release Date,Directors'
const ratedAlien = [
  'tt9900001',
  '8',
  '2021-05-04',
  'The Copper Orchard',
  'Kobberhagen',
  'https://imdb.example/title/tt9900001',
]
const more = ['7.1', '110', '1987', 'Drama', '1200', '1987-04-02', 'Irma Vold, Ole Vold']

test('ratings of IMDb', async (t) => {
  const text = [
    ratedColumns,
    table([...ratedAlien, 'Movie', ...more]),
    table(['tt9900002', '10', '2021-05-05', 'Ferrymen: Low Water', 'Low Water', '', 'TV Episode', ...more]),
    table(['tt9900003', '7', '2021-05-06', 'Ferrymen', 'Ferrymen', '', 'TV Mini Series', ...more]),
    table(['tt9900004', '', '', 'Not rated', '', '', 'Movie', ...more]),
    table(['tt9900005', '11', '2021-05-06', 'Too good', '', '', 'Movie', ...more]),
    table(['tt9900006', '6', '2021-02-31', 'On no day', '', '', 'tvMovie', '', '', '', '', '', '', '']),
    table(['tt9900007', '6', '2021-02-01', 'Played', '', '', 'Video Game', ...more]),
    table(['', '6', '2021-02-01', '', '', '', 'Movie', ...more]),
    'tt9900008,5',
  ].join('\r\n')
  const file = 'ratings.csv'
  const place = (line: number) => ({ file, line })
  const people = ['Irma Vold', 'Ole Vold']
  assert.deepEqual(await read(t, file, text), [
    {
      ...{ what: 'rating', kind: 'movie', ids: { imdb: 'tt9900001' }, title: 'The Copper Orchard' },
      ...{
        originalTitle: 'Kobberhagen',
        year: 1987,
        people,
        value: 16,
        at: '2021-05-04T12:00:00.000Z',
        place: place(2),
      },
    },
    {
      ...{ what: 'rating', kind: 'episode', ids: { imdb: 'tt9900002' }, title: 'Low Water' },
      ...{ series: { ids: {}, title: 'Ferrymen' }, value: 20, at: '2021-05-05T12:00:00.000Z', place: place(3) },
    },
    {
      ...{ what: 'rating', kind: 'tv', ids: { imdb: 'tt9900003' }, title: 'Ferrymen', year: 1987 },
      ...{ value: 14, at: '2021-05-06T12:00:00.000Z', place: place(4) },
    },
    { place: place(6), reason: 'wrong_rating', value: '11' },
    { place: place(7), reason: 'wrong_date', value: '2021-02-31' },
    { what: 'rating', kind: 'movie', ids: { imdb: 'tt9900006' }, title: 'On no day', value: 12, place: place(7) },
    { place: place(8), reason: 'other_kind', value: 'Video Game' },
    { place: place(9), reason: 'no_title', value: ` 6 2021-02-01    Movie ${more.join(' ')}`.slice(0, maxShownValue) },
    { what: 'rating', kind: 'movie', isKindGuessed: true, ids: { imdb: 'tt9900008' }, value: 10, place: place(10) },
  ])
})

test('a watchlist and a list of IMDb, also with the ratings that stand in them', async (t) => {
  const columns =
    'Position,Const,Created,Modified,Description,Title,Original Title,URL,Title Type,Year,Your Rating,' + 'Date Rated'
  const rows = [
    columns,
    '1,tt9900001,2020-01-02,2020-01-03,"For a rainy day, or two",The Copper Orchard,Kobberhagen,,Movie,1987,8,' +
      '2021-05-04',
    '2,nm9900001,2020-01-02,2020-01-03,,Irma Vold,,,,,,',
  ].join('\n')
  const entry = {
    kind: 'movie',
    ids: { imdb: 'tt9900001' },
    title: 'The Copper Orchard',
    originalTitle: 'Kobberhagen',
    year: 1987,
  }
  const rest = { at: '2020-01-02T12:00:00.000Z', text: 'For a rainy day, or two' }
  const expected = (file: string, what: string, list?: object) => [
    { what: 'rating', ...entry, value: 16, at: '2021-05-04T12:00:00.000Z', place: { file, line: 2 } },
    { what, ...entry, ...rest, ...(list && { list }), place: { file, line: 2 } },
    { place: { file, line: 3 }, reason: 'other_kind', value: 'nm9900001' },
  ]
  assert.deepEqual(await read(t, 'WATCHLIST (1).csv', rows), expected('WATCHLIST (1).csv', 'watchlist'))
  const list = { name: 'Rainy days', description: '', isRanked: false }
  assert.deepEqual(await read(t, 'Rainy days.csv', rows), expected('Rainy days.csv', 'listed', list))
  for (const file of ['check-ins.csv', 'Watched (2).csv', 'watch history.csv'])
    assert.deepEqual(await read(t, file, rows), expected(file, 'watched'))
})

test('an archive of Letterboxd', async (t) => {
  const list = { name: 'Rainy days', description: 'For rain.\nAnd snow.', isRanked: false }
  const film = (what: string, title: string, year: number | undefined, file: string, line: number, more: object) => ({
    ...{
      what,
      kind: 'movie',
      isKindGuessed: true,
      ids: {},
      title,
      ...(year && { year }),
      ...more,
      place: { file, line },
    },
  })
  const copper = ['The Copper Orchard', 1987] as const
  const salt = ['Harbour of Salt II', 2001] as const
  const day = (number: number) => ({ at: `2022-01-0${number}T12:00:00.000Z` })
  assert.deepEqual(await read(t, 'letterboxd-someone.zip', zipOf(letterboxdFiles)), [
    film('rating', ...copper, 'ratings.csv', 2, { value: 2, ...day(1) }),
    film('rating', 'Nine Winters, Again', undefined, 'ratings.csv', 3, { value: 18, ...day(2) }),
    { place: { file: 'ratings.csv', line: 4 }, reason: 'wrong_rating', value: '4.7' },
    film('watched', ...copper, 'diary.csv', 2, day(4)),
    film('watched', ...copper, 'watched.csv', 2, { by: '2022-01-05T12:00:00.000Z' }),
    film('watchlist', ...salt, 'watchlist.csv', 2, day(6)),
    film('favourite', ...salt, 'likes/films.csv', 2, day(7)),
    film('review', ...copper, 'reviews.csv', 2, { ...day(8), text: 'It glows.\n\nTwice.' }),
    film('listed', ...copper, 'lists/rainy-days.csv', 7, { list }),
    film('listed', ...salt, 'lists/rainy-days.csv', 8, { list, text: 'Wet.' }),
  ])
})

test('single files of Letterboxd: a diary has ratings, and a name says which list it is', async (t) => {
  const [, , diary, watched] = letterboxdFiles
  assert.deepEqual((await read(t, 'diary.csv', diary!.content)).map(short), [
    ['diary.csv:2', 'watched', 'The Copper Orchard', 1987],
    ['diary.csv:2', 'rating', 'The Copper Orchard', 1987],
  ])
  const names = ['watchlist-someone.csv', 'films.csv', 'watched.csv', 'download.csv']
  const found = await Promise.all(names.map(async (name) => (await read(t, name, watched!.content)).map(short)))
  assert.deepEqual(
    found.map(([first]) => first?.[1]),
    ['watchlist', 'favourite', 'watched', 'unknown_list'],
  )
})

test('an archive of Trakt', async (t) => {
  const movie = { kind: 'movie', ids: { imdb: 'tt9900001', tmdb: 70001 }, title: 'The Copper Orchard', year: 1987 }
  const show = { ids: { imdb: 'tt9900101', tmdb: 70001, tvdb: 700101 }, title: 'Ferrymen', year: 2010 }
  const episode = { kind: 'episode', ids: { tvdb: 700201 }, title: 'Low Water', series: show, season: 1, episode: 2 }
  const day = (number: number) => ({ at: `2022-02-0${number}T10:00:00.000Z` })
  const place = (file: string, line = 1) => ({ place: { file, line } })
  const rainy = { name: 'Rainy days', description: 'For rain.', isRanked: true }
  assert.deepEqual(await read(t, 'trakt.zip', zipOf(traktFiles)), [
    { what: 'listed', ...movie, ...day(3), list: rainy, text: 'Wet.', ...place('lists-list-77-rainy-days.json') },
    {
      ...{ what: 'listed', kind: 'season', ids: { tvdb: 5 }, series: show, season: 1 },
      ...{ list: { name: 'unknown', description: '', isRanked: false }, ...place('lists-list-78-unknown.json') },
    },
    { what: 'watchlist', kind: 'tv', ...show, ...day(4), ...place('lists-watchlist-1.json') },
    { what: 'favourite', ...movie, ...day(5), ...place('lists-favorites.json') },
    { what: 'rating', ...movie, value: 18, ...day(6), ...place('ratings-movies.json') },
    { reason: 'wrong_rating', value: '0', ...place('ratings-movies.json', 2) },
    { what: 'rating', ...episode, value: 20, ...day(7), ...place('ratings-episodes-1.json') },
    { what: 'watched', ...episode, ...day(8), ...place('watched-history-1.json') },
  ])
})

test('what was watched last counts where there is no history', async (t) => {
  const seasons = [{ number: 1, episodes: [{ number: 2, plays: 1, last_watched_at: '2022-02-09T10:00:00.000Z' }] }]
  const shows = json('watched-shows.json', [
    { plays: 1, last_watched_at: '2022-02-09T10:00:00.000Z', show: ferrymen, seasons },
  ])
  const movies = traktFiles.find(({ path }) => path === 'watched-movies.json')!
  const show = { ids: { imdb: 'tt9900101', tmdb: 70001, tvdb: 700101 }, title: 'Ferrymen', year: 2010 }
  const found = await read(t, 'trakt.zip', zipOf([shows, movies]))
  assert.deepEqual(found[0], {
    ...{ what: 'watched', kind: 'episode', ids: {}, series: show, season: 1, episode: 2 },
    ...{ at: '2022-02-09T10:00:00.000Z', place: { file: 'watched-shows.json', line: 1 } },
  })
  assert.deepEqual(found.slice(1).map(short), [['watched-movies.json:1', 'watched', 'The Copper Orchard', 1987]])
})

test("the file of one's own data", async (t) => {
  const about = { kind: 'movie', entity_id: 501, title: 'The Glass Lantern', created_at: '2026-03-09T18:00:00.000Z' }
  const data = {
    account: { id: 1, username: 'ada', email: 'ada@people.example', note: '"watchlist": [{' },
    watchlist: [{ ...about, kind: 'series' }],
    favorites: [about],
    ratings: [
      { ...about, kind: 'episode', value: 8.5 },
      { ...about, value: 8.3 },
    ],
    reviews: [{ ...about, rating: null, content: 'It glows.' }],
    lists: [{ id: 1, name: 'Rain', description: '', sort_by: 'position.asc', items: [about, 'none'] }],
    watched: [
      { ...about, created_at: undefined, watched_at: '2026-03-10T02:00:00.000Z', watched_on: '2026-03-09' },
      { ...about, created_at: undefined, watched_at: '2026-03-10T12:00:00.000Z', watched_on: 'a day' },
    ],
    edits: [{ id: 1, at: '', note: '' }],
  }
  const file = 'reelcommons-ada.json'
  const entry = { ids: { own: 501 }, title: 'The Glass Lantern', at: '2026-03-09T18:00:00.000Z' }
  const list = { name: 'Rain', description: '', isRanked: true }
  for (const content of [JSON.stringify(data), JSON.stringify(data, null, 2)])
    assert.deepEqual(await read(t, file, content), [
      { what: 'watchlist', kind: 'tv', ...entry, place: { file, line: 1 } },
      { what: 'favourite', kind: 'movie', ...entry, place: { file, line: 1 } },
      { what: 'rating', kind: 'episode', ...entry, value: 17, place: { file, line: 1 } },
      { place: { file, line: 2 }, reason: 'wrong_rating', value: '8.3' },
      { what: 'review', kind: 'movie', ...entry, text: 'It glows.', place: { file, line: 1 } },
      { what: 'listed', kind: 'movie', ...entry, list, place: { file, line: 1 } },
      { place: { file, line: 1 }, reason: 'broken_line', value: 'none' },
      {
        ...{ what: 'watched', kind: 'movie', ...entry, at: '2026-03-10T02:00:00.000Z', on: '2026-03-09' },
        place: { file, line: 1 },
      },
      { what: 'watched', kind: 'movie', ...entry, at: '2026-03-10T12:00:00.000Z', place: { file, line: 2 } },
    ])
})
