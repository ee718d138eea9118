import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { maxEpisodes } from '#src/kept-import/formats/values.ts'
import { at, type Case, episode, evening, movie, tryCases, tv, wrong } from '../support/kept/cases.ts'
import { read, short } from '../support/kept/files.ts'
import { zipOf } from '../support/kept/zip.ts'

/** Lists of MyAnimeList, lists of ids, and what was written about titles. */

const anime = (fields: Readonly<Record<string, string | number>>) =>
  `<anime>${Object.entries(fields)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('')}</anime>`
const mal = (...titles: string[]) =>
  `<?xml version="1.0" encoding="UTF-8" ?>\n<myanimelist>\n<myinfo><user_name>someone</user_name></myinfo>\n` +
  `${titles.join('\n')}\n</myanimelist>`
const titled = (title: string, type: string, status: string, more: Readonly<Record<string, string | number>> = {}) =>
  anime({
    ...{ series_title: `<![CDATA[${title}]]>`, series_type: type, series_episodes: 2, my_watched_episodes: 0 },
    ...{ my_start_date: '0000-00-00', my_finish_date: '0000-00-00', my_score: 0, my_status: status, ...more },
  })

const ofMal: readonly Case[] = [
  [
    'MyAnimeList: a movie that was watched, without a day',
    'animelist.xml',
    mal(titled('Lamp & Shade', 'Movie', 'Completed', { my_score: 9 })),
    [movie('rating', 'Lamp & Shade', 4, { value: 18 }), movie('watched', 'Lamp & Shade', 4)],
  ],
  [
    'MyAnimeList: a movie with its day',
    'animelist.xml',
    mal(titled('Lamp', 'Movie', 'Completed', { my_finish_date: '2024-03-02' })),
    [movie('watched', 'Lamp', 4, at('2024-03-02'))],
  ],
  [
    'MyAnimeList: a series of which all was watched by a day',
    'animelist.xml',
    mal(titled('Lamps', 'TV', 'Completed', { my_finish_date: '2024-03-02' })),
    [1, 2].map((number) => episode(4, [1, number], { by: '2024-03-02T12:00:00.000Z' })),
  ],
  [
    'MyAnimeList: a series that was begun, and one that waits',
    'animelist.xml',
    mal(titled('Lamps', 'ONA', 'Watching', { my_watched_episodes: 1 }), titled('Boats', 'OVA', 'Plan to Watch')),
    [episode(4, [1, 1]), tv('watchlist', 'Boats', 5)],
  ],
  [
    'MyAnimeList: a season that is a title there',
    'animelist.xml',
    mal(
      titled('Lamps 2nd Season', 'TV', 'Completed', { series_episodes: 1 }),
      titled('Lamps: Season 3', 'TV', 'Plan to Watch', { my_score: 7 }),
    ),
    [
      episode(4, [2, 1]),
      { what: 'rating', kind: 'season', ids: {}, series: { ids: {}, title: 'Lamps' }, season: 3, value: 14, line: 5 },
      tv('watchlist', 'Lamps', 5),
    ],
  ],
  [
    'MyAnimeList: states and kinds by number, and comments',
    'animelist.xml',
    mal(titled('Lamp', '3', '2', { my_comments: '<![CDATA[Bright.]]>' }), titled('Boats', '1', '6')),
    [movie('review', 'Lamp', 4, { text: 'Bright.' }), movie('watched', 'Lamp', 4), tv('watchlist', 'Boats', 5)],
  ],
  [
    'MyAnimeList: nothing that is kept here',
    'animelist.xml',
    mal(
      titled('Lamps', 'TV', 'Dropped'),
      titled('Song', 'Music', 'Completed'),
      titled('', 'TV', 'Completed'),
      '<manga><manga_title>Lamps</manga_title></manga>',
      titled('Boats', 'TV', 'On-Hold', { my_score: 11 }),
      titled('Lamp', 'Movie', 'Completed', { my_finish_date: '2024-02-31' }),
    ),
    [
      wrong(4, 'other_state', 'Dropped'),
      wrong(5, 'other_kind', 'music'),
      wrong(6, 'no_title', 'Completed'),
      wrong(7, 'other_kind', 'manga'),
      wrong(8, 'wrong_rating', '11'),
      wrong(8, 'other_state', 'On-Hold'),
      wrong(9, 'wrong_date', '2024-02-31'),
      movie('watched', 'Lamp', 9),
    ],
  ],
  [
    'MyAnimeList: a day of which only the month is known is none',
    'animelist.xml',
    mal(titled('Lamp', 'Movie', 'Completed', { my_finish_date: '2024-03-00' })),
    [movie('watched', 'Lamp', 4)],
  ],
  [
    'MyAnimeList: a list of another program, without types',
    'list.xml',
    mal(anime({ series_title: 'Lamps', my_watched_episodes: 1, my_status: 'Watching', my_score: 5 })),
    [tv('rating', 'Lamps', 4, { isKindGuessed: true, value: 10 }), episode(4, [1, 1])],
  ],
  [
    'MyAnimeList: packed as it comes',
    'animelist_1.xml.gz',
    gzipSync(mal(titled('Lamp', 'Movie', 'Plan to Watch'))),
    [movie('watchlist', 'Lamp', 4)],
  ],
  [
    'MyAnimeList: more episodes than any series has',
    'animelist.xml',
    mal(titled('Lamps', 'TV', 'Watching', { my_watched_episodes: maxEpisodes + 1 })),
    [wrong(4, 'too_many_episodes', String(maxEpisodes + 1))],
  ],
]

const either = { kind: 'movie', isKindGuessed: true }
const onList = { what: 'listed', list: { name: 'Rainy days', description: '', isRanked: false } }
const lists: readonly Case[] = [
  [
    'a list of ids: the name of the file is that of a list',
    'Rainy days.txt',
    'tt9900001\ntmdb:7\nmovie/8\ntv/9\ntvdb:70',
    [
      { ...onList, ...either, ids: { imdb: 'tt9900001' }, line: 1 },
      { ...onList, ...either, ids: { tmdb: 7 }, line: 2 },
      { ...onList, kind: 'movie', ids: { tmdb: 8 }, line: 3 },
      { ...onList, kind: 'tv', ids: { tmdb: 9 }, line: 4 },
      { ...onList, kind: 'tv', ids: { tvdb: 70 }, line: 5 },
    ],
  ],
  [
    'a list of ids: in lines, with commas and with blanks',
    'my watchlist.csv',
    'tt9900001,tt9900002; tt9900003\r\n\r\ntt9900004',
    [1, 2, 3, 4].map((number) => ({
      ...{ what: 'watchlist', ...either, ids: { imdb: `tt990000${number}` }, line: number === 4 ? 3 : 1 },
    })),
  ],
  [
    'a list of ids: addresses of pages',
    'favourites.txt',
    'https://www.imdb.com/title/tt9900001/?ref_=x\nhttps://www.themoviedb.org/movie/7-lamp?language=de\n' +
      'https://www.themoviedb.org/tv/8\nhttps://m.imdb.com/de/title/tt9900002/',
    [
      { what: 'favourite', ...either, ids: { imdb: 'tt9900001' }, line: 1 },
      { what: 'favourite', kind: 'movie', ids: { tmdb: 7 }, line: 2 },
      { what: 'favourite', kind: 'tv', ids: { tmdb: 8 }, line: 3 },
      { what: 'favourite', ...either, ids: { imdb: 'tt9900002' }, line: 4 },
    ],
  ],
  [
    'a list of ids: what is none further down',
    'watched.txt',
    `${Array.from({ length: 21 }, (_, index) => `tt99${10_000 + index}`).join('\n')}\nLamp\nconstructor/7\n238\ntmdb:0`,
    [
      ...Array.from({ length: 21 }, (_, index) => ({
        ...{ what: 'watched', ...either, ids: { imdb: `tt99${10_000 + index}` }, line: index + 1 },
      })),
      ...['Lamp', 'constructor/7', '238', 'tmdb:0'].map((value, index) => wrong(index + 22, 'wrong_id', value)),
    ],
  ],
]

const letterboxd = 'Date,Name,Year,Letterboxd URI,Rating,Rewatch,Review,Tags,Watched Date'
const film = (what: string, title: string, line: number, more: object = {}) =>
  movie(what, title, line, { isKindGuessed: true, ...more })
const comment = { comment: 'Bright.', created_at: '2024-03-02T20:15:00Z' }
const ids = { trakt: 1, imdb: 'tt9900001' }
const opinions: readonly Case[] = [
  [
    'Letterboxd: a review alone is an entry of the diary, too',
    'reviews.csv',
    `${letterboxd}\n2024-03-03,Lamp,1999,https://b.example/a,4.5,,"<i>So</i> <b>bright</b>.<br>A &amp; B",,2024-03-02`,
    [
      film('review', 'Lamp', 2, { year: 1999, ...at('2024-03-03'), text: '*So* **bright**.\nA & B' }),
      film('rating', 'Lamp', 2, { year: 1999, value: 18, ...at('2024-03-03') }),
      film('watched', 'Lamp', 2, { year: 1999, ...at('2024-03-02') }),
    ],
  ],
  [
    'Trakt: comments, with the title beside them and around them',
    'comments-movies.json',
    JSON.stringify([
      { type: 'movie', movie: { title: 'Lamp', ids }, comment: { id: 1, parent_id: 0, ...comment } },
      { id: 2, ...comment, show: { title: 'Lamps', ids: { trakt: 2 } } },
      { id: 3, parent_id: 1, ...comment, movie: { title: 'Lamp', ids } },
    ]),
    [
      movie('review', 'Lamp', 1, { ids: { imdb: 'tt9900001' }, ...evening, text: 'Bright.' }),
      tv('review', 'Lamps', 2, { ...evening, text: 'Bright.' }),
    ],
  ],
  [
    'Simkl: a memo, unless it is private',
    'SimklBackup.json',
    JSON.stringify({
      movies: [
        { status: 'plantowatch', memo: { text: 'Bright.', is_private: false }, movie: { title: 'Lamp', ids: {} } },
        { status: 'plantowatch', memo: { text: 'Secret.', is_private: true }, movie: { title: 'Boat', ids: {} } },
      ],
      anime: [
        { status: 'completed', anime_type: 'movie', show: { title: 'Shade', ids: {} } },
        { status: 'dropped', anime_type: 'tv', show: { title: 'Lamps', ids: {} } },
      ],
    }),
    [
      movie('review', 'Lamp', 1, { text: 'Bright.' }),
      movie('watchlist', 'Lamp', 1),
      movie('watchlist', 'Boat', 2),
      movie('watched', 'Shade', 1),
      wrong(2, 'other_state', 'dropped'),
    ],
  ],
  [
    'IMDb: ratings of a file with another name make no list',
    'IMDb ratings.csv',
    'position,const,created,modified,description,Title,Title type,You rated\n1,tt9900001,,,,Lamp,Feature Film,8',
    [movie('rating', 'Lamp', 2, { ids: { imdb: 'tt9900001' }, value: 16 })],
  ],
]

const ofTvTime: readonly Case[] = [
  [
    'the second table of TV Time, whose series have the ids of TVDB',
    'tracking-prod-records-v2.csv',
    'key,ep_id,s_id,series_name,s_no,ep_no,season_number,episode_number,created_at\n' +
      'watch-episode-101,101,82,Lamps,2,3,,,2024-03-02 20:15:00\n' +
      'rewatch-episode-102-1,102,82,Lamps,,,2,4,2024-03-02 21:15:00\n' +
      'user-series-83,,83,Boats,,,,,2024-03-01 20:15:00\ntracking-stats,,,,,,,,',
    [
      ...[3, 4].map((episode, index) => ({
        ...{ what: 'watched', kind: 'episode', ids: {}, series: { ids: { tvdb: 82 }, title: 'Lamps' }, season: 2 },
        ...{ episode, ...at('2024-03-02', index === 0 ? '20:15:00' : '21:15:00'), line: 2 + index },
      })),
      { line: 4, reason: 'other_state', value: 'Boats' },
    ],
  ],
]

tryCases([...ofTvTime, ...ofMal, ...lists, ...opinions])

test('of an archive of Trakt, comments on titles are read, and those on lists are not', async (t) => {
  const content = JSON.stringify([{ ...comment, movie: { title: 'Lamp', ids } }])
  const files = ['comments-movies-1.json', 'comments-lists.json'].map((path) => ({ path, content }))
  assert.deepEqual((await read(t, 'trakt.zip', zipOf(files))).map(short), [
    ['comments-movies-1.json:1', 'review', 'Lamp', undefined],
  ])
})

test('a file of XML is the same in pieces of any size', async (t) => {
  const text = `${mal(titled('A & B', 'Movie', 'Completed'), titled('C', 'Movie', 'Completed'))}${' '.repeat(200_000)}`
  const padded = (size: number) => text.replace('<myanimelist>', `<myanimelist>${' '.repeat(size)}`)
  for (const size of [65_400, 65_450, 65_500, 65_510, 65_520, 65_530]) {
    const found = await read(t, 'animelist.xml', padded(size))
    assert.deepEqual(
      found.map((each) => ('title' in each ? each.title : each)),
      ['A & B', 'C'],
      `${size} blanks`,
    )
  }
})
