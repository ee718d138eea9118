import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { maxXmlDepth, maxXmlValues } from '#src/file-formats/xml.ts'
import { maxEpisodes } from '#src/kept-import/formats/values.ts'
import { read, short } from '../support/kept/files.ts'
import { zipOf } from '../support/kept/zip.ts'

/** Libraries and histories of players, lists of ids, and what was written about titles. */

type Case = [what: string, file: string, text: string | Buffer, expected: object[]]

const at = (day: string, time = '12:00:00') => ({ at: `${day}T${time}.000Z` })
const movie = (what: string, title: string, line: number, more: object = {}) => ({
  ...{ what, kind: 'movie', ids: {}, title, ...more, line },
})
const tv = (what: string, title: string, line: number, more: object = {}) => ({
  ...{ what, kind: 'tv', ids: {}, title, ...more, line },
})
const episode = (line: number, [season, number]: readonly [number, number], more: object = {}) => ({
  ...{ what: 'watched', kind: 'episode', ids: {}, series: { ids: {}, title: 'Lamps' }, season, episode: number },
  ...more,
  line,
})
const wrong = (line: number, reason: string, value: string) => ({ line, reason, value })

const anime = (fields: Readonly<Record<string, string | number>>) =>
  `<anime>${Object.entries(fields)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('')}</anime>`
const mal = (...titles: string[]) =>
  `<?xml version="1.0" encoding="UTF-8" ?>\n<myanimelist>\n<myinfo><user_name>someone</user_name></myinfo>\n${titles.join(
    '\n',
  )}\n</myanimelist>`
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

const videodb = (...elements: string[]) => `<videodb>\n<version>1</version>\n${elements.join('\n')}\n</videodb>`
const ofKodi: readonly Case[] = [
  [
    'Kodi: movies that were watched and rated',
    'videodb.xml',
    videodb(
      '<movie><title>Lamp</title><originaltitle>Lampe</originaltitle><userrating>8</userrating>' +
        '<ratings><rating name="x"><value>7.1</value></rating></ratings><playcount>2</playcount>' +
        '<lastplayed>2024-03-02 20:15:00</lastplayed><uniqueid type="imdb" default="true">tt9900001</uniqueid>' +
        '<uniqueid type="tmdb">7</uniqueid><set><name>Lamps</name></set><premiered>1999-05-06</premiered></movie>',
      '<movie><title>Boat</title><playcount>0</playcount><userrating>0</userrating></movie>',
      '<movie><title>Old</title><year>1950</year><id>tt9900003</id><playcount>1</playcount></movie>',
    ),
    [
      movie('rating', 'Lamp', 3, {
        ...{ ids: { imdb: 'tt9900001', tmdb: 7 }, originalTitle: 'Lampe', year: 1999, value: 16 },
      }),
      movie('watched', 'Lamp', 3, {
        ...{ ids: { imdb: 'tt9900001', tmdb: 7 }, originalTitle: 'Lampe', year: 1999 },
        ...at('2024-03-02', '20:15:00'),
      }),
      movie('watched', 'Old', 5, { ids: { imdb: 'tt9900003' }, year: 1950 }),
    ],
  ],
  [
    'Kodi: a series with its episodes',
    'videodb.xml',
    videodb(
      '<tvshow><title>Lamps</title><year>2010</year><userrating>9</userrating><playcount>1</playcount>',
      '<uniqueid type="tvdb" default="true">70</uniqueid><actor><name>Ada</name><order>1</order></actor>',
      '<episodedetails><title>Light</title><season>2</season><episode>3</episode><playcount>1</playcount>' +
        '<lastplayed>2024-03-02</lastplayed><uniqueid type="tvdb">701</uniqueid></episodedetails>',
      '<episodedetails><title>Dark</title><season>2</season><episode>4</episode></episodedetails></tvshow>',
    ),
    [
      {
        ...{ what: 'watched', kind: 'episode', ids: { tvdb: 701 }, title: 'Light', season: 2, episode: 3 },
        ...{ series: { ids: { tvdb: 70 }, title: 'Lamps', year: 2010 }, ...at('2024-03-02'), line: 5 },
      },
      tv('rating', 'Lamps', 3, { ids: { tvdb: 70 }, year: 2010, value: 18 }),
    ],
  ],
  [
    'Kodi: a bare sign, a control character and a word of every object',
    'videodb.xml',
    videodb(
      '<movie><title>Salt & Light; &constructor; &amp; \u0001 on</title><playcount>1</playcount></movie>',
      '<movie><title>constructor</title><userrating>4</userrating></movie>',
    ),
    [movie('watched', 'Salt & Light; &constructor; & \u0001 on', 3), movie('rating', 'constructor', 4, { value: 8 })],
  ],
  [
    'Kodi: what is wrong in it',
    'videodb.xml',
    videodb(
      '<movie><title></title><playcount>1</playcount></movie>',
      '<movie><title>Lamp</title><playcount>1</playcount><lastplayed>soon</lastplayed></movie>',
      '<movie><title>Boat</title><userrating>11</userrating></movie>',
    ),
    [
      wrong(3, 'no_title', 'movie'),
      wrong(4, 'wrong_date', 'soon'),
      movie('watched', 'Lamp', 4),
      wrong(5, 'wrong_rating', '11'),
    ],
  ],
]

const items = (...all: object[]) => JSON.stringify({ Items: all, TotalRecordCount: all.length })
const ofJellyfin: readonly Case[] = [
  [
    'Jellyfin: what a person has watched, liked and rated',
    'items.json',
    items(
      {
        ...{ Name: 'Lamp', OriginalTitle: 'Lampe', Type: 'Movie', ProductionYear: 1999, Id: 'a' },
        ProviderIds: { Imdb: 'tt9900001', Tmdb: '7', TmdbCollection: '9' },
        UserData: {
          ...{ Played: true, PlayCount: 2, IsFavorite: true, Rating: 8.5 },
          LastPlayedDate: '2024-03-02T20:15:00.1234567Z',
        },
      },
      { Name: 'Boat', Type: 'Movie', UserData: { Played: false, IsFavorite: false } },
      { Name: 'Lamps', Type: 'Series', ProductionYear: 2010, UserData: { Played: true, IsFavorite: true } },
    ),
    [
      ...[
        ['rating', { value: 17 }],
        ['favourite', {}],
        ['watched', at('2024-03-02', '20:15:00').at === '' ? {} : { at: '2024-03-02T20:15:00.123Z' }],
      ].map(([what, more]) =>
        movie(what as string, 'Lamp', 1, {
          ...{ ids: { imdb: 'tt9900001', tmdb: 7 }, year: 1999, originalTitle: 'Lampe' },
          ...(more as object),
        }),
      ),
      tv('favourite', 'Lamps', 3, { year: 2010 }),
    ],
  ],
  [
    'Emby: an episode, with the names of systems in small letters',
    'items.json',
    items({
      ...{ Name: 'Light', Type: 'Episode', SeriesName: 'Lamps', ParentIndexNumber: 2, IndexNumber: 3 },
      ...{ ProviderIds: { tvdb: '701' }, UserData: { Played: true, LastPlayedDate: '2024-03-02T20:15:00Z' } },
    }),
    [episode(1, [2, 3], { ids: { tvdb: 701 }, title: 'Light', ...at('2024-03-02', '20:15:00') })],
  ],
  [
    'Jellyfin: nothing that is kept here',
    'items.json',
    items(
      { Name: 'Song', Type: 'Audio', UserData: { Played: true } },
      { Name: 'Lamp', Type: 'Movie', UserData: { Played: true, LastPlayedDate: 'soon', Rating: 8.3 } },
      { Name: 'valueOf', Type: 'constructor', UserData: { Played: true } },
    ),
    [
      wrong(1, 'other_kind', 'Audio'),
      wrong(2, 'wrong_rating', '8.3'),
      wrong(2, 'wrong_date', 'soon'),
      movie('watched', 'Lamp', 2),
      wrong(3, 'other_kind', 'constructor'),
    ],
  ],
  [
    'Playback Reporting: every time that something was played',
    'PlaybackReportingBackup-20240302.tsv',
    [
      '2024-03-02 20:15:00.1234567\tuser\titem\tEpisode\tLamps - s02e03 - Light\tDirectPlay\tWeb\tBox\t1800',
      '2024-03-01 20:15:00\tuser\titem\tMovie\tLamp, or "Shade"\tDirectPlay\tWeb\tBox\t5400',
      '2024-03-01 20:10:00\tuser\titem\tMovie\tBoat\tDirectPlay\tWeb\tBox\t119',
      '2024-03-01 20:10:00\tuser\titem\tAudio\tSong\tDirectPlay\tWeb\tBox\t300',
    ].join('\n'),
    [
      episode(1, [2, 3], { title: 'Light', at: '2024-03-02T20:15:00.123Z' }),
      movie('watched', 'Lamp, or "Shade"', 2, at('2024-03-01', '20:15:00')),
      wrong(4, 'other_kind', 'Audio'),
    ],
  ],
]

const plex = (...Metadata: object[]) => JSON.stringify({ MediaContainer: { size: Metadata.length, Metadata } })
/** 2 March 2024, 20:15. */
const seconds = 1_709_410_500
const evening = at('2024-03-02', '20:15:00')
const ofPlex: readonly Case[] = [
  [
    'Plex: a library',
    'all.json',
    plex(
      {
        ...{ ratingKey: '1', type: 'movie', title: 'Lamp', year: 1999, viewCount: 2, lastViewedAt: seconds },
        ...{ userRating: 9, guid: 'plex://movie/1', Guid: [{ id: 'imdb://tt9900001' }, { id: 'tmdb://7' }] },
      },
      { ratingKey: '2', type: 'movie', title: 'Boat', year: 1999, guid: 'plex://movie/2', viewCount: 0 },
      { ratingKey: '3', type: 'show', title: 'Lamps', year: 2010, viewCount: 4, userRating: 8, guid: 'x' },
    ),
    [
      movie('rating', 'Lamp', 1, { ids: { imdb: 'tt9900001', tmdb: 7 }, year: 1999, value: 18 }),
      movie('watched', 'Lamp', 1, { ids: { imdb: 'tt9900001', tmdb: 7 }, year: 1999, ...evening }),
      tv('rating', 'Lamps', 3, { year: 2010, value: 16 }),
    ],
  ],
  [
    'Plex: a history',
    'history.json',
    plex(
      {
        ...{ ratingKey: '1', type: 'episode', title: 'Light', grandparentTitle: 'Lamps', parentIndex: 2, index: 3 },
        viewedAt: seconds,
      },
      { ratingKey: '2', type: 'track', title: 'Song', viewedAt: seconds },
    ),
    [episode(1, [2, 3], { title: 'Light', ...evening }), wrong(2, 'other_kind', 'track')],
  ],
  [
    'Plex: ids of agents of former versions',
    'all.json',
    plex(
      { type: 'movie', title: 'Lamp', viewCount: 1, guid: 'com.plexapp.agents.imdb://tt9900001?lang=en' },
      {
        ...{ type: 'episode', title: 'Light', grandparentTitle: 'Lamps', parentIndex: 2, index: 3, viewCount: 1 },
        guid: 'com.plexapp.agents.thetvdb://70/2/3?lang=en',
      },
    ),
    [
      movie('watched', 'Lamp', 1, { ids: { imdb: 'tt9900001' } }),
      episode(2, [2, 3], { title: 'Light', series: { ids: { tvdb: 70 }, title: 'Lamps' } }),
    ],
  ],
  [
    'Tautulli: its history, as its interface answers',
    'get_history.json',
    JSON.stringify({
      response: {
        result: 'success',
        data: {
          draw: 1,
          data: [
            {
              ...{ rating_key: 1, media_type: 'episode', title: 'Light', grandparent_title: 'Lamps', guid: 'x' },
              ...{ parent_media_index: '2', media_index: '3', watched_status: 1, date: seconds - 60, stopped: seconds },
            },
            { rating_key: 2, media_type: 'movie', title: 'Boat', watched_status: 0.5, stopped: seconds },
          ],
        },
      },
    }),
    [episode(1, [2, 3], { title: 'Light', ...evening })],
  ],
  [
    'Tautulli: a library with its seasons',
    'library.json',
    JSON.stringify([
      {
        ...{ type: 'show', title: 'Lamps', year: 2010, ratingKey: 1, viewCount: 1, guids: [{ id: 'tvdb://70' }] },
        seasons: [
          {
            episodes: [
              { title: 'Light', seasonNumber: 2, episodeNumber: 3, viewCount: 1, lastViewedAt: '2024-03-02T20:15:00' },
              { title: 'Dark', seasonNumber: 2, episodeNumber: 4, viewCount: 0 },
            ],
          },
        ],
      },
    ]),
    [episode(1, [2, 3], { title: 'Light', series: { ids: { tvdb: 70 }, title: 'Lamps', year: 2010 }, ...evening })],
  ],
  [
    'Tautulli: its history as a table',
    'history.csv',
    'date,started,stopped,user,media_type,title,grandparent_title,parent_media_index,media_index,year,watched_status\n' +
      `${seconds},,,ada,movie,Lamp,,,,1999,1\n${seconds},,,ada,episode,Light,Lamps,2,3,,1\n` +
      `${seconds},,,ada,movie,Boat,,,,1999,0`,
    [movie('watched', 'Lamp', 2, { year: 1999, ...evening }), episode(3, [2, 3], { title: 'Light', ...evening })],
  ],
  [
    'Plex: a library as a table of another program',
    'Movies.csv',
    'Media ID,Title,Sort title,Year,User Rating,View Count,Last Viewed at,IMDB ID,TMDB ID,Media Video Codec\n' +
      '1,Lamp,lamp,1999,8.0,1,2024-03-02 20:15:00,tt9900001,7,h264\n2,Boat,boat,1999,,,,,,h264\n' +
      '3,Shade,shade,2001,7,0,,,,h264\n4,Seat,seat,2001,,0,,,,h264',
    [
      movie('rating', 'Lamp', 2, {
        ...{ isKindGuessed: true, ids: { imdb: 'tt9900001', tmdb: 7 }, year: 1999, value: 16, ...evening },
      }),
      movie('watched', 'Lamp', 2, {
        ...{ isKindGuessed: true, ids: { imdb: 'tt9900001', tmdb: 7 }, year: 1999, ...evening },
      }),
      movie('rating', 'Shade', 4, { isKindGuessed: true, year: 2001, value: 14 }),
    ],
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

for (const [what, file, text, expected] of [...ofMal, ...ofKodi, ...ofJellyfin, ...ofPlex, ...lists, ...opinions])
  test(`what somebody keeps elsewhere: ${what}`, async (t) => {
    const found = (await read(t, file, text)).map(({ place, ...rest }) => ({ ...rest, line: place.line }))
    assert.deepEqual(found, expected)
  })

const spreadsheet = zipOf([{ path: 'xl/workbook.xml', content: '<workbook/>' }])
const seeming: Readonly<Record<string, [name: string, content: Buffer | string, reason: string, value?: string]>> = {
  'a table that nobody knows': ['a.csv', 'Colour,Size\nred,7', 'unknown_table', 'Colour, Size'],
  'many columns': [
    'a.csv',
    `${Array.from({ length: 30 }, (_, at) => `c${at}`).join(',')}\n1`,
    'unknown_table',
    'c0, c1, c2, c3, c4, c5, c6, c7',
  ],
  'a table without names of columns': ['a.csv', 'red,someone@people.example,7', 'unknown_table', 'red, 7'],
  'a text': ['a.txt', 'Dear diary', 'unknown_format'],
  'other JSON': ['a.json', '{"a":[{"b":1}]}', 'unknown_json'],
  'other XML': ['a.xml', '<?xml version="1.0"?><opml><body/></opml>', 'unknown_xml', '<opml>'],
  'a page': ['a.html', '<html><body>Sign in</body></html>', 'is_html'],
  'a page of XML': ['a.html', '<?xml version="1.0"?>\n<!DOCTYPE html>\n<html></html>', 'is_html'],
  'a spreadsheet': ['a.xlsx', spreadsheet, 'is_spreadsheet'],
  'an old spreadsheet': ['a.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'is_spreadsheet'],
  'a document': ['a.pdf', '%PDF-1.7', 'is_document'],
  'a document of an archive': ['a.docx', zipOf([{ path: 'word/document.xml', content: '<w/>' }]), 'is_document'],
  'a picture': ['a.png', Buffer.from('89504e470d0a1a0a0000', 'hex'), 'is_picture'],
  'a database': ['MyVideos.db', 'SQLite format 3\0\0\0', 'is_database'],
  'another archive': ['a.7z', Buffer.from('377abcaf271c0004', 'hex'), 'is_other_archive'],
  'an archive of nothing known': ['a.zip', zipOf([{ path: 'a.txt', content: 'a' }]), 'unknown_archive'],
}

for (const [what, [name, content, reason, value]] of Object.entries(seeming))
  test(`what a file seems to be: ${what}`, async (t) => {
    assert.deepEqual((await read(t, name, content)).map(short), [
      [`${name}:`, reason, ...(value === undefined ? [] : [value])],
    ])
  })

const plays = '<title>Lamp</title><playcount>1</playcount>'
const hostile: Readonly<Record<string, [content: Buffer | string, expected: unknown[], limits?: object]>> = {
  'elements inside of each other': [`<videodb>${'<a>'.repeat(100_000)}`, [['videodb.xml:', 'broken_xml']]],
  'as many elements as are read': [
    `<videodb><movie>${plays}${'<a>'.repeat(maxXmlDepth - 2)}${'</a>'.repeat(maxXmlDepth - 2)}</movie></videodb>`,
    [['videodb.xml:1', 'watched', 'Lamp', undefined]],
  ],
  'a document type that declares entities': [
    '<!DOCTYPE videodb [<!ENTITY a "b"><!ENTITY c SYSTEM "file:///etc/passwd">]><videodb><movie></movie></videodb>',
    [['videodb.xml:', 'broken_xml']],
  ],
  'a text that never ends': [
    `<videodb><movie><title>${'x'.repeat(5_000)}`,
    [['videodb.xml:', 'broken_xml']],
    { lineBytes: 1_000 },
  ],
  'a file that ends in the middle': [
    `<videodb><movie>${plays}</movie><movie>`,
    [
      ['videodb.xml:1', 'watched', 'Lamp', undefined],
      ['videodb.xml:', 'broken_xml'],
    ],
  ],
  'a record that is too long': [
    `<videodb><movie><title>${'x'.repeat(900)}</title><originaltitle>${'x'.repeat(900)}</originaltitle></movie>\n` +
      `<movie>${plays}</movie></videodb>`,
    [
      ['videodb.xml:1', 'line_too_long'],
      ['videodb.xml:2', 'watched', 'Lamp', undefined],
    ],
    { lineBytes: 1_000 },
  ],
  'more values of a name than are read': [
    `<videodb><movie>${'<uniqueid type="x">1</uniqueid>'.repeat(maxXmlValues)}<uniqueid type="imdb">tt9900001` +
      `</uniqueid>${plays}</movie></videodb>`,
    [['videodb.xml:1', 'watched', 'Lamp', undefined]],
  ],
  'more entries than are read': [
    `<videodb>${`<movie>${plays}</movie>`.repeat(5)}</videodb>`,
    [
      ['videodb.xml:1', 'watched', 'Lamp', undefined],
      ['videodb.xml:1', 'watched', 'Lamp', undefined],
      ['videodb.xml:', 'too_many_entries'],
    ],
    { entries: 2 },
  ],
  'a packed file that unpacks into much more': [
    gzipSync('x'.repeat(3_000_000)),
    [['videodb.xml:', 'packed_too_tightly']],
  ],
  'a packed file above the limit': [
    gzipSync(Array.from({ length: 5_000 }, (_, at) => (at * 2_654_435_761).toString(36)).join(' ')),
    [['videodb.xml:', 'unpacks_too_large']],
    { unpackedBytes: 2_000 },
  ],
  'half of a packed file': [gzipSync(`<videodb>${plays}`).subarray(0, 30), [['videodb.xml:', 'broken_archive']]],
  'the Metadata of a list in too many objects': [
    JSON.stringify({ a: { data: [{ type: 'movie', title: 'Lamp', viewCount: 1, guid: 'x' }] } }),
    [['videodb.xml:', 'unknown_json']],
  ],
}

for (const [what, [content, expected, limits]] of Object.entries(hostile))
  test(`a hostile file: ${what}`, async (t) => {
    assert.deepEqual((await read(t, 'videodb.xml', content, limits)).map(short), expected)
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
