import type { Row } from '#src/file-formats/csv.ts'
import { peopleIn } from '#src/file-formats/names-in-cells.ts'
import type { KeptEntry, KeptIds } from '#src/kept/kept-entry.ts'
import { wordTable } from '#src/reference/word-table.ts'
import {
  baseName,
  cellsOf,
  entryOf,
  type FileContext,
  isBlankRow,
  type Read,
  refused,
  type TableFormat,
} from './format.ts'
import { dateFault, halvesOf, idsIn, timeOf, yearOf } from './values.ts'

/** What a column may hold; `rating5` has five as its best. */
type Field =
  | ('title' | 'year' | 'released' | 'imdb' | 'tmdb' | 'tvdb' | 'link' | 'id' | 'idSource' | 'kind')
  | ('series' | 'season' | 'episode' | 'rating5' | 'rating' | 'ratedAt' | 'watchedAt' | 'status' | 'review')
  | ('directors' | 'passedOver')

/** The table of another site: the columns by which it is known, and what they hold. */
type OtherSite = {
  /** It has all of these, and one of each further group. */
  has: readonly (string | readonly string[])[]
  columns: Readonly<Record<string, Field>>
  /** What a row says that has no rating, no day, no review and no status, if the name of the file does not say it. */
  bare?: 'watched'
}

const words = (field: Field, ...columns: string[]) => Object.fromEntries(columns.map((column) => [column, field]))

/** Columns that mean the same wherever they stand. */
const common: Readonly<Record<string, Field>> = wordTable({
  ...words('title', 'title', 'name', 'movie_name', 'film'),
  ...words('year', 'year', 'release_year', 'released'),
  ...words('imdb', 'imdbid', 'imdb_id', 'imdb id', 'imdb'),
  ...words('tmdb', 'tmdbid', 'tmdb_id', 'tmdb id', 'tmdb'),
  ...words('tvdb', 'tvdbid', 'tvdb_id', 'tvdb id', 'tvdb'),
  ...words('kind', 'type', 'media_type', 'kind'),
  ...words('season', 'season', 'season_number', 'season number'),
  ...words('episode', 'episode', 'episode_number', 'episode number'),
  ...words('passedOver', 'image', 'progress', 'tags', 'rewatch', 'location', 'poster', 'created_at_index'),
})

const sites: readonly OtherSite[] = [
  // The table in which diaries of films are exchanged: any of its columns in any order.
  {
    has: [
      ['title', 'imdbid', 'tmdbid'],
      ['imdbid', 'tmdbid', 'rating10', 'watcheddate', 'letterboxduri', 'rewatch', 'review'],
    ],
    columns: {
      ...common,
      ...words('link', 'letterboxduri', 'url'),
      ...words('directors', 'directors'),
      ...words('rating5', 'rating'),
      ...words('rating', 'rating10', 'userrating'),
      ...words('watchedAt', 'watcheddate', 'watchdate', 'watchedat'),
      ...words('review', 'review', 'comment'),
    },
    bare: 'watched',
  },
  // The big provider: ratings, watchlists and favourites.
  {
    has: ['tmdb id', 'type', 'name', ['your rating', 'release date']],
    columns: {
      ...common,
      ...words('released', 'release date'),
      ...words('rating', 'your rating'),
      ...words('ratedAt', 'date rated'),
      ...words('passedOver', 'rating'),
    },
  },
  // Yamtrack.
  {
    has: ['media_id', 'source', 'media_type', 'status'],
    columns: {
      ...common,
      ...words('id', 'media_id'),
      ...words('idSource', 'source'),
      ...words('rating', 'score'),
      ...words('status', 'status'),
      ...words('review', 'notes'),
      ...words('watchedAt', 'end_date'),
      ...words('passedOver', 'start_date', 'progressed_at', 'created_at'),
    },
  },
  // TV Time: episodes and films that were seen, or are to be.
  {
    has: [
      ['series_name', 'tv_show_name', 'show_name', 'movie_name'],
      ['season_number', 'episode_season_number', 'movie_name'],
      ['created_at', 'watched_at', 'seen_at', 'updated_at'],
    ],
    columns: {
      ...common,
      ...words('series', 'series_name', 'tv_show_name', 'show_name'),
      ...words('season', 'episode_season_number'),
      ...words('watchedAt', 'watched_at', 'seen_at', 'created_at'),
      ...words('status', 'type'),
      ...words('passedOver', 'updated_at', 'user_id', 'uuid', 'key', 'runtime', 'entity_type'),
    },
  },
]

/** Kinds as the tables name them, in small letters. */
const kinds: Readonly<Record<string, KeptEntry['kind']>> = wordTable({
  movie: 'movie',
  film: 'movie',
  tv: 'tv',
  show: 'tv',
  series: 'tv',
  anime: 'tv',
  season: 'season',
  episode: 'episode',
})

/** What became of a title; what is missing here says neither that it was watched nor that it is to be. */
const statuses: Readonly<Record<string, 'watched' | 'watchlist'>> = wordTable({
  completed: 'watched',
  watched: 'watched',
  seen: 'watched',
  watch: 'watched',
  planning: 'watchlist',
  planned: 'watchlist',
  'plan to watch': 'watchlist',
  towatch: 'watchlist',
  watchlist: 'watchlist',
})

const fits = (header: readonly string[], { has }: OtherSite) =>
  has.every((one) => (typeof one === 'string' ? header.includes(one) : one.some((each) => header.includes(each))))

/** Tables of other sites, known by their columns. */
export const tablesOfOtherSites: readonly TableFormat[] = sites.map((site) => ({
  columns: Object.keys(site.columns),
  dayColumns: Object.keys(site.columns).filter((column) =>
    ['watchedAt', 'ratedAt'].includes(site.columns[column] ?? ''),
  ),
  recognises: (header) => fits(header, site),
  async *read(rows, header, context) {
    for await (const row of rows) if (!isBlankRow(row)) yield* entriesOf(row, header, context, site)
  },
}))

/** The first cell of a field that has a text. */
type Cells = (field: Field) => string

function cellsOfFields(row: Row, header: readonly string[], { columns }: OtherSite): Cells {
  const cell = cellsOf(header, row)
  const texts = new Map<Field, string>()
  for (const column of header) {
    const field = columns[column]
    if (field !== undefined && !texts.get(field)) texts.set(field, cell(column))
  }
  return (field) => texts.get(field) ?? ''
}

function* entriesOf(row: Row, header: readonly string[], context: FileContext, site: OtherSite): Generator<Read> {
  const field = cellsOfFields(row, header, site)
  const { file } = context
  const wrong = (reason: Parameters<typeof refused>[2], value: string) => refused(file, row.line, reason, value)
  const about = titleOf(field)
  if (about === undefined) return yield wrong('other_kind', field('kind'))
  const { ids, title, series } = about
  if (Object.keys({ ...ids, ...series?.ids }).length === 0 && (title ?? series?.title) === undefined)
    return yield wrong('no_title', row.cells.join(' '))
  const time = (name: Field) => (field(name) === '' ? undefined : timeOf(field(name), context.dayOrder))
  for (const name of ['watchedAt', 'ratedAt'] as const)
    if (field(name) !== '' && time(name) === undefined) yield wrong(dateFault(field(name)), field(name))
  const at = time('watchedAt')
  const value = ratingOf(field)
  if (value === 'wrong') yield wrong('wrong_rating', field('rating') || field('rating5'))
  const rating = value === 'wrong' ? undefined : value
  const text = field('review') === '' ? undefined : field('review')
  const shared = { ...about, place: { file, line: row.line } }
  if (text !== undefined) yield entryOf({ what: 'review', ...shared, value: rating, at, text })
  else if (rating !== undefined) yield entryOf({ what: 'rating', ...shared, value: rating, at: time('ratedAt') ?? at })
  const says = keptAs(field, file, at, site)
  if (says !== undefined && about.kind !== 'season') yield entryOf({ what: says, ...shared, at })
  else if (says === undefined && value === undefined && text === undefined && field('status') === '')
    yield wrong('unknown_list', title ?? series?.title ?? '')
}

/** What a row says besides a rating and a review: by its status, by the name of the file, or by its day. */
function keptAs(field: Cells, file: string, at: string | undefined, { bare }: OtherSite) {
  if (field('status') !== '') return statuses[field('status').toLowerCase()]
  const name = baseName(file)
  if (/watch[ _-]?list|to[ _-]?watch/.test(name)) return 'watchlist'
  if (/favou?rite|liked/.test(name)) return 'favourite'
  if (at !== undefined || /watched|history|seen|diary/.test(name)) return 'watched'
  const isBare = field('rating') === '' && field('rating5') === '' && field('review') === ''
  return isBare ? bare : undefined
}

/** A rating in halves. Sites write 0 where there is none. */
function ratingOf(field: Cells): number | 'wrong' | undefined {
  const [points, best] = field('rating') !== '' ? ([field('rating'), 10] as const) : ([field('rating5'), 5] as const)
  if (points === '' || Number(points) === 0) return undefined
  return halvesOf(Number(points), best) ?? 'wrong'
}

type Title = Pick<KeptEntry, 'kind' | 'ids'> & {
  [Name in 'title' | 'year' | 'people' | 'series' | 'season' | 'episode']: KeptEntry[Name] | undefined
}

/** What a row is about; undefined if it is of a kind that nobody keeps here. */
function titleOf(field: Cells): Title | undefined {
  const [season, episode] = [numberOf(field('season')), numberOf(field('episode'))]
  const isEpisode = field('series') !== '' || (season !== undefined && episode !== undefined)
  const kind = field('kind') === '' ? (isEpisode ? 'episode' : 'movie') : kinds[field('kind').toLowerCase()]
  if (kind === undefined) return undefined
  const [title, ids] = [field('title') || undefined, idsOf(field)]
  const none = { title: undefined, year: undefined, people: undefined, series: undefined, season, episode: undefined }
  if (kind === 'movie' || kind === 'tv') {
    const year = yearOf(field('year')) ?? yearOf(field('released').slice(0, 4))
    const people = peopleIn(field('directors'))
    return { ...none, kind, ids, title, year, season: undefined, ...(people.length > 0 && { people }) }
  }
  // Where no column names the series, the id and the name of an episode in these tables are its series'.
  const name = field('series') || title
  const series = { ids, ...(name !== undefined && { title: name }) }
  return { ...none, kind, ids: {}, series, ...(field('series') && { title }), ...(kind === 'episode' && { episode }) }
}

const numberOf = (text: string) => (/^\d{1,5}$/.test(text) ? Number(text) : undefined)

function idsOf(field: Cells): KeptIds {
  const source = field('idSource').toLowerCase()
  const of = (system: 'imdb' | 'tmdb' | 'tvdb') => field(system) || (source === system ? field('id') : '')
  return idsIn({ imdb: of('imdb'), tmdb: of('tmdb'), tvdb: of('tvdb') })
}
