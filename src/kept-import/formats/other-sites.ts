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
  listOf,
  type Read,
  refused,
  type TableFormat,
} from './format.ts'
import { type Field, type OtherSite, sites } from './tables-of-sites.ts'
import { dateFault, dayIn, halvesOf, idsIn, playerTime, positive, timeOf, yearOf } from './values.ts'

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
  rewatch: 'watched',
  seen: 'watched',
  watch: 'watched',
  planning: 'watchlist',
  planned: 'watchlist',
  'plan to watch': 'watchlist',
  towatch: 'watchlist',
  watchlist: 'watchlist',
})

const timeFields: readonly Field[] = ['watchedOn', 'watchedAt', 'ratedAt', 'reviewedAt', 'addedAt']

const fits = (header: readonly string[], { has }: OtherSite) =>
  has.every((one) => (typeof one === 'string' ? header.includes(one) : one.some((each) => header.includes(each))))

/** Tables of other sites, known by their columns. */
export const tablesOfOtherSites: readonly TableFormat[] = sites.map((site) => ({
  columns: Object.keys(site.columns),
  ...(site.hasMore && { hasMore: true as const }),
  dayColumns: Object.keys(site.columns).filter((column) => timeFields.includes(site.columns[column] as Field)),
  whoIn: (header) => header.indexOf((site.who ?? []).find((column) => header.includes(column)) ?? '-'),
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
  // The sums of a table.
  if (/^tracking-stats/.test(field('rowKey'))) return
  if (/^user-series/.test(field('rowKey'))) return yield wrong('other_state', field('series'))
  const about = titleOf(field)
  if (about === undefined) return yield wrong('other_kind', field('kind'))
  const { ids, title, series } = about
  if (Object.keys({ ...ids, ...series?.ids }).length === 0 && (title ?? series?.title) === undefined)
    return yield wrong('no_title', row.cells.join(' '))
  // Of a library, most titles are neither watched nor rated.
  if (isUnwatched(field, site) && ratingOf(field) === undefined) return
  const times = new Map(timeFields.map((name) => [name, timeIn(field(name), context, site)]))
  for (const [name, time] of times)
    if (field(name) !== '' && time === undefined) yield wrong(dateFault(field(name)), field(name))
  const list = field('list') === '' ? undefined : { ...listOf(field('list')), description: field('listDescription') }
  if (list) {
    const at = times.get('addedAt')
    return yield entryOf({ what: 'listed', ...about, list, at, place: { file, line: row.line } })
  }
  const value = ratingOf(field)
  if (value === 'wrong') yield wrong('wrong_rating', field('rating') || field('rating5'))
  const shared = { ...about, place: { file, line: row.line } }
  yield* opinionsOf(field, value, times, shared)
  const at = times.get('watchedAt') ?? times.get('watchedOn')
  const says = isUnwatched(field, site) ? undefined : keptAs(field, file, at, site)
  if (says === undefined && value === undefined && field('review') === '' && saysNothing(field))
    yield wrong('unknown_list', title ?? series?.title ?? '')
  if (says === undefined || about.kind === 'season') return
  // Where the moment is given, too, the day is that of the person.
  const on = times.get('watchedAt') === undefined ? undefined : dayIn(field('watchedOn'))
  yield entryOf({ what: says, ...shared, ...(says === 'watched' ? { at, on } : { at: times.get('addedAt') ?? at }) })
}

const saysNothing = (field: Cells) => field('status') === '' && field('isWatched') === ''

type Times = ReadonlyMap<Field, string | undefined>

/** The review and the rating of a row. */
function* opinionsOf(
  field: Cells,
  value: number | 'wrong' | undefined,
  times: Times,
  shared: Title & Pick<KeptEntry, 'place'>,
): Generator<Read> {
  const at = times.get('watchedAt') ?? times.get('watchedOn')
  const [text, language] = [field('review'), field('language') || undefined]
  if (text !== '') yield entryOf({ what: 'review', ...shared, at: times.get('reviewedAt') ?? at, text, language })
  if (typeof value === 'number') yield entryOf({ what: 'rating', ...shared, value, at: times.get('ratedAt') ?? at })
}

function timeIn(text: string, { dayOrder }: FileContext, { hasMore }: OtherSite): string | undefined {
  if (text === '') return undefined
  return timeOf(text, dayOrder) ?? (hasMore ? playerTime(text) : undefined)
}

/** Whether a row says that something was not watched, or not to its end. */
const isUnwatched = (field: Cells, { hasMore }: OtherSite) =>
  /^(false|no|0)$/i.test(field('isWatched')) || (hasMore === true && !(Number(field('plays')) >= 1))

/** What a row says besides a rating and a review: by its status, by the name of the file, or by its day. */
function keptAs(field: Cells, file: string, at: string | undefined, { bare }: OtherSite) {
  if (field('plays') !== '') return 'watched'
  if (/^(?:re)?watch-/.test(field('rowKey'))) return 'watched'
  if (field('status') !== '') return statuses[field('status').toLowerCase()]
  const name = baseName(file)
  if (/watch[ _-]?list|to[ _-]?watch/.test(name)) return 'watchlist'
  if (/favou?rite|liked/.test(name)) return 'favourite'
  if (at !== undefined || /watched|history|seen|diary/.test(name)) return 'watched'
  // Our own tables say of everything that was watched whether it was again, also where nobody knows the day.
  if (field('own') !== '' && field('rewatch') !== '') return 'watched'
  const isBare = field('rating') === '' && field('rating5') === '' && field('review') === ''
  return isBare ? bare : undefined
}

/** A rating in halves. Sites write 0 where there is none. */
function ratingOf(field: Cells): number | 'wrong' | undefined {
  const [points, best] = field('rating') !== '' ? ([field('rating'), 10] as const) : ([field('rating5'), 5] as const)
  if (points === '' || Number(points) === 0) return undefined
  return halvesOf(Number(points), best) ?? 'wrong'
}

type Title = Pick<KeptEntry, 'kind' | 'isKindGuessed' | 'ids'> & {
  [Name in 'title' | 'year' | 'people' | 'series' | 'season' | 'episode']: KeptEntry[Name] | undefined
}

/** What a row is about; undefined if it is of a kind that nobody keeps here. */
function titleOf(field: Cells): Title | undefined {
  const [season, episode] = [numberOf(field('season')), numberOf(field('episode'))]
  const isEpisode = field('series') !== '' || (season !== undefined && episode !== undefined)
  const kind = field('kind') === '' ? (isEpisode ? 'episode' : 'movie') : kinds[field('kind').toLowerCase()]
  if (kind === undefined) return undefined
  const [title, ids] = [field('title') || field('movie') || undefined, idsOf(field)]
  const none = { title: undefined, year: undefined, people: undefined, series: undefined, season, episode: undefined }
  if (kind === 'movie' || kind === 'tv') {
    const year = yearOf(field('year')) ?? yearOf(field('released').slice(0, 4))
    const people = peopleIn(field('directors'))
    // What is animated may be either there.
    const isGuessed = field('kind') === '' ? field('movie') === '' : field('kind').toLowerCase() === 'anime'
    const guessed = isGuessed ? { isKindGuessed: true as const } : {}
    return { ...none, kind, ...guessed, ids, title, year, season: undefined, ...(people.length > 0 && { people }) }
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
  const own = positive(Number(field('own')))
  return { ...idsIn({ imdb: of('imdb'), tmdb: of('tmdb'), tvdb: of('tvdb') }), ...(own !== undefined && { own }) }
}
