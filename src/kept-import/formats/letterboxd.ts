import type { Row } from '#src/file-formats/csv.ts'
import type { KeptList } from '#src/kept/kept-entry.ts'
import { inOneLine } from '#src/reference/hidden.ts'
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
import { halvesOf, timeOf, yearOf } from './values.ts'

const columns = ['date', 'name', 'year', 'letterboxd uri', 'rating', 'rewatch', 'tags', 'watched date', 'review']

/**
 * The tables of Letterboxd but for lists. Three of them have the same columns, and only their names tell them apart.
 * Addresses in them lead to films in some and to entries of a diary in others; a title is known by name and year.
 */
export const letterboxd: TableFormat = {
  columns,
  recognises: (header) => header.includes('letterboxd uri') && header.includes('name'),
  async *read(rows, header, context) {
    for await (const row of rows) if (!isBlankRow(row)) yield* entriesOf(row, header, context)
  },
}

function* entriesOf(row: Row, header: readonly string[], context: FileContext): Generator<Read> {
  const { file } = context
  const cell = cellsOf(header, row)
  const place = { file, line: row.line }
  const wrong = (reason: Parameters<typeof refused>[2], value: string) => refused(file, row.line, reason, value)
  if (cell('name') === '') return yield wrong('no_title', row.cells.join(' '))
  const about = titleOf(cell)
  const time = (column: string) => (cell(column) === '' ? undefined : timeOf(cell(column)))
  for (const column of ['date', 'watched date'])
    if (cell(column) !== '' && time(column) === undefined) yield wrong('wrong_date', cell(column))
  const [at, watchedAt] = [time('date'), time('watched date')]
  const value = cell('rating') === '' ? undefined : halvesOf(Number(cell('rating')), 5)
  if (cell('rating') !== '' && value === undefined) yield wrong('wrong_rating', cell('rating'))
  const isDiary = header.includes('watched date')
  const isGiven = (name: string) => context.siblings.some((path) => baseName(path) === name)
  // Where both are given, the rating of today is that of the other file.
  const rating = value === undefined || isGiven('ratings.csv') ? undefined : { ...about, value, at, place }
  if (header.includes('review')) {
    if (cell('review') !== '') yield entryOf({ what: 'review', ...about, at, text: markdownOf(cell('review')), place })
    if (rating) yield entryOf({ what: 'rating', ...rating })
    // A review is an entry of the diary, too, which has all of them.
    if (watchedAt !== undefined && !isGiven('diary.csv'))
      yield entryOf({ what: 'watched', ...about, at: watchedAt, place })
  } else if (isDiary) {
    yield entryOf({ what: 'watched', ...about, at: watchedAt ?? at, place })
    if (rating) yield entryOf({ what: 'rating', ...rating })
  } else if (header.includes('rating')) {
    if (value !== undefined) yield entryOf({ what: 'rating', ...about, value, at, place })
  } else {
    const what = listOf(file)
    if (what === undefined) yield wrong('unknown_list', cell('name'))
    // The day on which it was marked as watched; that on which it was watched stands in the diary, or nowhere.
    else yield entryOf({ what, ...about, ...(what === 'watched' ? { by: at } : { at }), place })
  }
}

/** Series stand there, too, and nothing tells them from films. */
const titleOf = (cell: (column: string) => string) =>
  ({ kind: 'movie', isKindGuessed: true, ids: {}, title: cell('name'), year: yearOf(cell('year')) }) as const

/** Reviews have some elements of HTML, which stand for marks of ours. */
const markdownOf = (text: string): string =>
  text
    .replace(/<br ?\/?>/gi, '\n')
    .replace(/<\/?(?:i|em)>/gi, '*')
    .replace(/<\/?(?:b|strong)>/gi, '**')
    .replace(/<a href="(https?:\/\/[^"<>\s]{1,500})"[^<>]{0,200}>([^<>]{1,500})<\/a>/gi, '[$2]($1)')
    .replace(/<\/?(?:blockquote|p)>/gi, '\n')
    .replace(/&(amp|lt|gt|quot|#0?39);/gi, (_, name: string) => characters[name.toLowerCase()] ?? "'")
    .trim()
const characters: Readonly<Record<string, string>> = wordTable({ amp: '&', lt: '<', gt: '>', quot: '"' })

function listOf(file: string): 'watchlist' | 'watched' | 'favourite' | undefined {
  const name = baseName(file)
  if (/watch ?list/.test(name)) return 'watchlist'
  if (/watched/.test(name)) return 'watched'
  return /film|like/.test(name) ? 'favourite' : undefined
}

/** A list: a line that says so, a table of the list itself, and one of its films. */
export const letterboxdList: TableFormat = {
  columns: [...columns, 'position', 'url', 'description'],
  recognises: ([first = '']) => /^letterboxd list export/.test(first),
  async *read(rows, _header, { file }) {
    let header: string[] = []
    let list: KeptList | undefined
    for await (const row of rows) {
      if (isBlankRow(row)) continue
      const small = row.cells.map((cell) => cell.trim().toLowerCase())
      if (small.includes('name') && small.includes('url')) {
        header = small
        continue
      }
      const cell = cellsOf(header, row)
      if (!header.includes('position')) {
        list = { name: cell('name'), description: cell('description'), isRanked: false }
        continue
      }
      if (!list || inOneLine(list.name) === '')
        list = { name: baseName(file).replace(/\.csv$/, ''), description: '', isRanked: false }
      if (cell('name') === '') {
        yield refused(file, row.line, 'no_title', row.cells.join(' '))
        continue
      }
      const text = cell('description') === '' ? undefined : cell('description')
      yield entryOf({ what: 'listed', ...titleOf(cell), list, text, place: { file, line: row.line } })
    }
  },
}
