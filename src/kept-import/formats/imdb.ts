import type { Row } from '#src/file-formats/csv.ts'
import { peopleIn } from '#src/file-formats/names-in-cells.ts'
import type { KeptEntry } from '#src/kept/kept-entry.ts'
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
import { halvesOf, imdbId, timeOf, yearOf } from './values.ts'

/** Kinds of title as the files name them, without blanks and in small letters; what is missing here is a movie. */
const kinds: Readonly<Record<string, KeptEntry['kind']>> = wordTable({
  tvseries: 'tv',
  tvminiseries: 'tv',
  miniseries: 'tv',
  tvepisode: 'episode',
})
const otherKinds = ['videogame', 'podcastseries', 'podcastepisode', 'musicvideo']

/** The files of ratings, watchlists and lists of IMDb. */
export const imdb: TableFormat = {
  columns: [
    ...['position', 'const', 'created', 'modified', 'description', 'title', 'original title', 'url', 'title type'],
    ...[
      'imdb rating',
      'runtime (mins)',
      'year',
      'genres',
      'num votes',
      'release date',
      'release date (month/day/year)',
    ],
    ...['directors', 'your rating', 'date rated', 'you rated', 'known for', 'birth date', 'name'],
  ],
  recognises: (header) => header.includes('const') && (header.includes('title') || header.includes('name')),
  async *read(rows, header, context) {
    for await (const row of rows) if (!isBlankRow(row)) yield* entriesOf(row, header, context)
  },
}

function* entriesOf(row: Row, header: readonly string[], { file }: FileContext): Generator<Read> {
  const cell = cellsOf(header, row)
  const wrong = (reason: Parameters<typeof refused>[2], value: string) => refused(file, row.line, reason, value)
  const type = cell('title type').toLowerCase().replace(/[\s-]/g, '')
  const imdb = imdbId(cell('const'))
  if (otherKinds.includes(type)) return yield wrong('other_kind', cell('title type'))
  if (/^(nm|co|ch)\d/.test(cell('const'))) return yield wrong('other_kind', cell('const'))
  if (imdb === undefined && cell('title') === '') return yield wrong('no_title', row.cells.join(' '))
  const isKindGuessed = kinds[type] === undefined && !/movie|film/.test(type) ? (true as const) : undefined
  const about = { ...titleOf(cell, kinds[type] ?? 'movie', imdb), isKindGuessed }
  const place = { file, line: row.line }
  const time = (column: string) => (cell(column) === '' ? undefined : timeOf(cell(column)))
  for (const column of ['date rated', 'created'])
    if (cell(column) !== '' && time(column) === undefined) yield wrong('wrong_date', cell(column))
  // Until 2017 the column had another name, and the day stood where that of a list stands.
  const points = cell('your rating') || cell('you rated')
  if (points !== '') {
    const value = halvesOf(Number(points), 10)
    const at = time('date rated') ?? (isRatings(file) ? time('created') : undefined)
    if (value === undefined) yield wrong('wrong_rating', points)
    else yield entryOf({ what: 'rating', ...about, value, at, place })
  }
  const hasRatings = header.includes('your rating') || header.includes('you rated')
  if (!header.includes('position')) {
    if (!hasRatings) yield wrong('unknown_list', file)
    return
  }
  if (hasRatings && isRatings(file)) return
  const text = cell('description') === '' ? undefined : cell('description')
  const at = time('created')
  if (isHistory(file)) return yield entryOf({ what: 'watched', ...about, at, text, place })
  const name = listName(file)
  const list = name === undefined ? undefined : listOf(name)
  yield entryOf({ what: list ? 'listed' : 'watchlist', ...about, at, list, text, place })
}

/** Episodes stand there with the series before their title. */
function titleOf(cell: (column: string) => string, kind: KeptEntry['kind'], imdb: string | undefined) {
  const title = cell('title')
  const original = cell('original title')
  const people = peopleIn(cell('directors'))
  const [series, episode] = kind === 'episode' && title.includes(': ') ? splitAt(title, ': ') : [undefined, title]
  return {
    kind,
    ids: imdb === undefined ? {} : { imdb },
    title: episode === '' ? undefined : episode,
    originalTitle: original === '' || original === episode ? undefined : original,
    // That of an episode is not the year in which its series began.
    year: kind === 'episode' ? undefined : yearOf(cell('year')),
    series: series === undefined ? undefined : { ids: {}, title: series },
    people: people.length > 0 && kind === 'movie' ? people : undefined,
  }
}

const splitAt = (text: string, sign: string) => {
  const at = text.indexOf(sign)
  return [text.slice(0, at), text.slice(at + sign.length)] as const
}

/** What somebody watched is a list like others there; it was put on it when it was watched. */
const isHistory = (file: string) => /^(check-?ins|watched|watch[ _-]?history)( ?\(\d+\))?\.csv$/.test(baseName(file))

/** The file of all ratings is no list, though it may count its lines. */
const isRatings = (file: string) => /^(?:my|imdb|your)?[ _-]?(?:imdb)?[ _-]?ratings(?![a-z])/.test(baseName(file))

/** The name of a list is that of its file; that of the watchlist is none. */
function listName(file: string): string | undefined {
  const name = file
    .slice(file.lastIndexOf('/') + 1)
    .replace(/\.csv$/i, '')
    .trim()
  return /^watch ?list\b/.test(baseName(file)) ? undefined : name
}
