import { readLimits } from '#src/file-formats/limits.ts'
import { zipOf } from '../kept/zip.ts'
import { inCell, quoted, rowOf, times, type WorstFiles } from './files.ts'

/** What people keep elsewhere, by where. */
export const keptFiles: Readonly<Record<string, WorstFiles>> = {
  letterboxd: {
    text: (text) => ({
      'reviews.csv': rowOf(
        ['Date', 'Name', 'Year', 'Letterboxd URI', 'Rating', 'Rewatch', 'Review', 'Tags', 'Watched Date'],
        () => quoted(text),
      ),
      'diary.csv': rowOf(['Date', 'Name', 'Year', 'Letterboxd URI', 'Rating', 'Watched Date'], () => inCell(text)),
      'list.csv': `Letterboxd list export v7\nDate,Name,Tags,URL,Description\n${rowOf(
        ['Position', 'Name', 'Year', 'URL', 'Description'],
        () => quoted(text),
      )}`,
    }),
    many: (count) => ({
      'ratings.csv': `Date,Name,Year,Letterboxd URI,Rating\n${times(count, (at) => `2022-01-01,a${at},1987,,4\n`)}`,
      'broken.csv': `Date,Name,Year,Letterboxd URI,Rating\n${times(count, (at) => `2022-01-01,"a${at}"b,1987,,"4\n`)}`,
      'wide.csv': `Name,Letterboxd URI,${times(count, (at) => `c${at}`, ',')}\na,b,${times(count, () => 'c', ',')}\n`,
      'blank.csv': `Name,Letterboxd URI\n${times(count, () => '\n')}`,
    }),
  },
  'tables of IMDb': {
    text: (text) => ({
      'ratings.csv': rowOf(
        ['Const', 'Your Rating', 'Date Rated', 'Title', 'Original Title', 'Title Type', 'Year', 'Directors'],
        () => quoted(text),
      ),
      'kinds.csv': rowOf(['Const', 'Your Rating', 'Title', 'Title Type'], (name) =>
        name === 'Const' ? 'tt0010000' : name === 'Your Rating' ? '7' : quoted(text),
      ),
      'list.csv': rowOf(['Position', 'Const', 'Created', 'Description', 'Title', 'Directors'], () => quoted(text)),
    }),
    many: (count) => ({
      'ratings.csv': `Const,Your Rating,Title,Directors\n${times(count, (at) => `tt${at + 10_000},7,a,b\n`)}`,
      'directors.csv': `Const,Your Rating,Directors\ntt10000,7,${quoted(times(count, (at) => `b${at}`, ', '))}\n`,
    }),
  },
  trakt: {
    text: (text) => ({
      'ratings-movies.json': JSON.stringify([
        { rated_at: text, rating: 7, movie: { title: text, year: text, ids: { imdb: text, trakt: 1 } } },
        { listed_at: text, notes: text, show: { title: text, ids: { imdb: text, trakt: 1 } } },
        { name: text, description: text, ids: { trakt: 1 } },
      ]),
      'list.json': `[{"${text.replace(/["\\\n\r\t]/g, '-')}": ${JSON.stringify(text)}}]`,
      'broken.json': `[${text}`,
      'brackets.json': `[{"a":${text}}]`,
    }),
    many: (count) => ({
      'history.json': JSON.stringify(
        Array.from({ length: count }, (_, at) => ({
          watched_at: null,
          movie: { title: `a${at}`, ids: { trakt: at } },
        })),
      ),
      'watched.json': JSON.stringify([
        {
          last_watched_at: null,
          show: { title: 'a', ids: { trakt: 1 } },
          seasons: [{ number: 1, episodes: Array.from({ length: count }, (_, number) => ({ number })) }],
        },
      ]),
      'deep.json': `[{"a":${'['.repeat(count)}${']'.repeat(count)}}]`,
    }),
  },
  'XML of MyAnimeList and Kodi': {
    text: (text) => ({
      'animelist.xml': `<myanimelist><anime><series_title><![CDATA[${text}]]></series_title>
<series_type>TV</series_type><my_status>${text}</my_status><my_score>7</my_score></anime></myanimelist>`,
      'videodb.xml': `<videodb><movie><title>${text}</title><playcount>1</playcount><lastplayed>${text}</lastplayed>
<uniqueid type="${text}">${text}</uniqueid></movie></videodb>`,
      'broken.xml': `<videodb><movie>${text}`,
      'broken-tag.xml': `<videodb><movie ${text}`,
    }),
    many: (count) => ({
      'animelist.xml': `<myanimelist>${times(
        count,
        (at) => `<anime><series_title>a${at}</series_title><my_score>7</my_score></anime>`,
      )}</myanimelist>`,
      'episodes.xml': `<myanimelist><anime><series_title>a</series_title>
<my_watched_episodes>${Math.min(count, 5_000)}</my_watched_episodes></anime></myanimelist>`,
      'videodb.xml': `<videodb><tvshow><title>a</title>${times(
        count,
        (at) => `<episodedetails><season>1</season><episode>${at}</episode><playcount>1</playcount></episodedetails>`,
      )}</tvshow></videodb>`,
      'values.xml': `<videodb><movie>${times(count, () => '<uniqueid>1</uniqueid>')}</movie></videodb>`,
      'signs.xml': `<videodb><movie><title>${times(count, () => '& ]]> ')}</title></movie></videodb>`,
      'data.xml': `<videodb><movie><title>${times(count, () => '<![CDATA[&]]>')}</title></movie></videodb>`,
      'deep.xml': `<videodb>${times(count, () => '<movie>')}`,
    }),
  },
  'JSON of players': {
    text: (text) => ({
      'items.json': JSON.stringify({
        Items: [
          {
            ...{ Name: text, Type: 'Movie', OriginalTitle: text, ProviderIds: { Imdb: text, [text]: text } },
            UserData: { Played: true, LastPlayedDate: text },
          },
          { Name: text, Type: text, UserData: { Played: true } },
        ],
      }),
      'plex.json': JSON.stringify({
        MediaContainer: {
          Metadata: [
            { type: 'movie', title: text, viewCount: 1, lastViewedAt: text, guid: text, Guid: [{ id: text }] },
            { type: text, title: text, viewCount: 1, guid: text },
          ],
        },
      }),
      'reports.tsv': `2024-03-02 20:15:00\t\t\tEpisode\t${text.replace(/[\t\r\n]/g, ' ')}\t\t\t\t900`,
    }),
    many: (count) => ({
      'items.json': JSON.stringify({
        Items: Array.from({ length: count }, (_, at) => ({
          Name: `a${at}`,
          Type: 'Movie',
          UserData: { Played: true },
        })),
      }),
      'seasons.json': JSON.stringify([
        {
          ...{ type: 'show', title: 'a', viewCount: 1, guid: 'x' },
          seasons: [{ episodes: Array.from({ length: count }, (_, index) => ({ viewCount: 1, index })) }],
        },
      ]),
      'wrappers.json': `${times(count, () => '{"data":')}[]${times(count, () => '}')}`,
    }),
  },
  'lists of ids': {
    text: (text) => ({
      'ids.txt': `tt9900001\n${text}`,
      'addresses.txt': `tt9900001 https://www.imdb.com/title/${text}`,
    }),
    many: (count) => ({
      'ids.txt': times(count, (at) => `tt${at + 10_000}\n`),
      'line.txt': times(count, () => 'tt9900001,'),
    }),
  },
  "one's own data": {
    text: (text) => ({
      'data.json': JSON.stringify({
        [text]: text,
        ratings: [{ kind: 'movie', entity_id: 1, value: 7, created_at: text, title: text }],
        watchlist: [{ kind: text, entity_id: 1, created_at: text, title: text }],
        reviews: [{ kind: 'movie', entity_id: 1, rating: 7, created_at: text, title: text, content: text }],
        lists: [{ name: text, description: text, items: [{ kind: text, entity_id: 1 }] }],
      }),
    }),
    many: (count) => ({
      'data.json': JSON.stringify({
        lists: [{ name: 'a', items: Array.from({ length: count }, (_, at) => ({ kind: 'movie', entity_id: at + 1 })) }],
      }),
    }),
  },
  'an archive': {
    text: (text) => ({
      'a.zip': zipOf([
        { path: `lists/${text.slice(0, 10_000)}.csv`, content: `Name,Letterboxd URI\n${text}` },
        { path: 'ratings.csv', content: text },
      ]),
    }),
    many: (count) => ({
      'a.zip': zipOf(
        Array.from({ length: Math.min(count, readLimits.archiveFiles) }, (_, at) => ({
          path: `lists/${at}.csv`,
          content: 'Name,Letterboxd URI\n',
        })),
      ),
    }),
  },
}
