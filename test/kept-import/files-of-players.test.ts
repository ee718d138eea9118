import { at, type Case, episode, evening, movie, tryCases, tv, wrong } from '../support/kept/cases.ts'

/** Libraries and histories of players. */

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
    'date,started,stopped,user,media_type,title,grandparent_title,parent_media_index,media_index,year,' +
      `watched_status\n${seconds},,,ada,movie,Lamp,,,,1999,1\n${seconds},,,ada,episode,Light,Lamps,2,3,,1\n` +
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

tryCases([...ofKodi, ...ofJellyfin, ...ofPlex])
