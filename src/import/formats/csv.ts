import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { maxId } from '#src/contract/path-parameters.ts'
import { isWebAddress } from '#src/contract/web-address.ts'
import { delimiterOf, rowsOf } from '#src/file-formats/csv.ts'
import { namesIn, peopleIn } from '#src/file-formats/names-in-cells.ts'
import { isAmbiguousDay, isNumberedDay, isoDay } from '#src/file-formats/numbered-days.ts'
import { textOf, UnreadableError } from '#src/file-formats/text.ts'
import type { OutsideId } from '#src/matching/wanted-title.ts'
import { wordTable } from '#src/reference/word-table.ts'
import { fileAt, type InputFile, plainChunks, unreadableReason } from '../files/read-files.ts'
import type { ForeignInput, ForeignRecord, Format, FormatOptions } from '../foreign/foreign-record.ts'
import { distinctNames, externalIdsLine, idsFor, isNumber, keyOf, Mentions } from '../foreign/named-records.ts'
import { maxLineBytes } from '../line.ts'
import { certificateIn, countriesNamed, genresNamed, languageNamed, textLanguage } from './words.ts'

/** What a column may hold, and names under which it is recognised, beside its own. */
const meanings: Readonly<Record<string, readonly string[]>> = wordTable({
  kind: ['type', 'art', 'typ'],
  key: ['id', 'nr', 'no', 'number', 'signature', 'signatur', 'shelfmark', 'inventory number'],
  title: ['name', 'titel', 'titre'],
  original_title: ['original title', 'original name', 'originaltitel', 'titre original'],
  year: ['jahr', 'année', 'release year', 'production year'],
  date: ['release date', 'premiered', 'first air date', 'datum'],
  runtime: ['duration', 'minutes', 'laufzeit', 'dauer', 'length', 'runtime minutes', 'runtime (mins)'],
  overview: ['plot', 'description', 'summary', 'synopsis', 'beschreibung', 'inhalt'],
  tagline: [],
  homepage: ['website', 'link', 'address'],
  language: ['original language', 'sprache', 'langue'],
  country: ['countries', 'land', 'pays', 'production country'],
  genres: ['genre'],
  directors: ['director', 'regie', 'réalisateur', 'directed by'],
  writers: ['writer', 'screenplay', 'drehbuch', 'scénario'],
  cast: ['actors', 'actor', 'darsteller', 'besetzung', 'starring', 'acteurs'],
  companies: ['company', 'studio', 'studios', 'production company', 'produktion'],
  certificate: ['certification', 'fsk', 'mpaa'],
  collection: ['set', 'reihe', 'series of films'],
  imdb: ['imdb id', 'const', 'imdb_id', 'tconst', 'filmdb_id'],
  tmdb: ['tmdb id', 'tmdb_id'],
  wikidata: ['wikidata id', 'wikidata_id', 'item', 'kb2_id'],
})

const startBytes = 4_096

/** Any table with a row for each film or series, as archives and clubs keep them. */
export const csv: Format = {
  name: 'csv',
  summary: 'tables with one film or series per row; columns are recognised by their names, or named with --columns',
  source: { id: 'csv', name: 'Table', licence: 'unknown', url: '', rank: 400, redistributable: false },
  async *read(paths, options) {
    for (const path of paths) yield* readTable(await fileAt(path, options.stdin), options)
  },
}

async function* readTable(file: InputFile, options: FormatOptions): AsyncGenerator<ForeignInput[]> {
  const refused: ForeignInput[] = []
  const refuse = (line: number, reason: string, field = '') =>
    void refused.push({ file: file.name, line, field, reason })
  const kept = file.bytes === undefined ? await inScratch(file, options) : file
  const bytes = () => plainChunks(kept, () => {})
  const text = () => textOf(bytes(), maxLineBytes, (line) => refuse(line, `is longer than ${maxLineBytes} bytes`))
  try {
    const delimiter = delimiterOf(await startOf(text()))
    const rows = rowsOf(text, { delimiter, maxRow: maxLineBytes, onBroken: (line) => refuse(line, 'breaks the table') })
    let columns: Map<string, number> | undefined
    for await (const { cells, line } of rows) {
      if (!columns) {
        columns = columnsOf(cells, options.columns, (reason) => refuse(line, reason))
        if (refused.length > 0) break
        if (!columns.has('title')) {
          refuse(line, 'names no column with titles; --columns title=NAME says which one it is')
          break
        }
        continue
      }
      if (cells.every((cell) => cell.trim() === '')) continue
      const records = recordsOf(cells, columns, options, (field, reason) => refuse(line, reason, field))
      yield [...refused.splice(0), ...records.map((record) => ({ ...record, file: file.name, number_in_file: line }))]
    }
  } catch (error) {
    if (error instanceof UnreadableError) refuse(0, 'is not text')
    else refuse(0, unreadableReason(error))
  }
  if (refused.length > 0) yield refused
}

/**
 * Standard input can be read only once, and a table is begun again where a quotation mark breaks it: it is kept in a
 * file while it is read.
 */
async function inScratch(file: InputFile, { scratch, stdin, onBytes }: FormatOptions): Promise<InputFile> {
  const path = join(scratch, 'table')
  await pipeline(plainChunks(file, onBytes), createWriteStream(path))
  return await fileAt(path, stdin)
}

async function startOf(text: AsyncIterable<string>): Promise<string> {
  let start = ''
  for await (const piece of text) {
    start += piece
    if (start.length >= startBytes) break
  }
  return start
}

/** Which column holds what: as `--columns` says, or else by their names. */
function columnsOf(header: readonly string[], stated = '', refuse: (reason: string) => void): Map<string, number> {
  const names = header.map((name) => name.trim().toLowerCase())
  const columns = new Map<string, number>()
  for (const pair of stated.split(',').filter(Boolean)) {
    const [meaning = '', name = ''] = pair.split('=').map((part) => part.trim())
    const at = names.indexOf(name.toLowerCase())
    if (!Object.hasOwn(meanings, meaning))
      refuse(`--columns names ${JSON.stringify(meaning)}, which is none of ${Object.keys(meanings).join(', ')}`)
    else if (at < 0) refuse(`has no column ${JSON.stringify(name)}, which --columns names`)
    else columns.set(meaning, at)
  }
  for (const [meaning, others] of Object.entries(meanings)) {
    if (columns.has(meaning)) continue
    const at = [meaning, meaning.replace('_', ' '), ...others]
      .map((name) => names.indexOf(name))
      .find((one) => one >= 0)
    if (at !== undefined && ![...columns.values()].includes(at)) columns.set(meaning, at)
  }
  return columns
}

function recordsOf(
  cells: readonly string[],
  columns: ReadonlyMap<string, number>,
  { language = '' }: FormatOptions,
  refuse: (field: string, reason: string) => void,
): ForeignRecord[] {
  const cell = (meaning: string) => (cells[columns.get(meaning) ?? -1] ?? '').trim()
  const list = (meaning: string) => distinctNames(namesIn(cell(meaning)))
  const people = (meaning: string) => distinctNames(peopleIn(cell(meaning)))
  const title = cell('title')
  if (title === '') {
    refuse('title', 'is empty')
    return []
  }
  const isSeries = /^(tv|series|serie|show|mini-?series|tvseries|tvminiseries)/i.test(cell('kind'))
  const kind = isSeries ? 'series' : 'movie'
  const [name, from] = isSeries ? (['name', 'first_air_date'] as const) : (['title', 'release_date'] as const)
  const mentions = new Mentions()
  const ids = idsFor(kind, idsOf(cell))
  const number = isNumber(cell('tmdb')) && Number(cell('tmdb')) <= maxId ? Number(cell('tmdb')) : undefined
  const original = cell('original_title') || title
  const dated = cell('date').replaceAll('. ', '.')
  const day = dayIn(dated)
  if (isAmbiguousDay(dated)) refuse('date', 'may have its day or its month first')
  else if (!day && isNumberedDay(dated)) refuse('date', 'is no day of a year with four digits')
  // `(2001)`, and of several years the first.
  const [, stated] = /^\(?(\d{4})\)?(?:\s*[-–/]\s*\d{4})?$/.exec(cell('year')) ?? []
  const year = stated !== undefined ? Number(stated) : day ? Number(day.date.slice(0, 4)) : undefined
  const runtime = minutesIn(cell('runtime'))
  const countries = countriesNamed(list('country').flatMap((names) => names.split(/[/,]/).map((name) => name.trim())))
  const genres = genresNamed(list('genres'), isSeries ? 'tv' : 'movie')
  const own = languageNamed(cell('language'))
  const date = day ?? (year === undefined ? undefined : { date: `${year}-01-01`, precision: 'year' })
  const line = {
    ...textsLine({ [name]: title }, cell, language),
    [`original_${name}`]: original,
    ...(own && { original_language: own }),
    ...(date && { [from]: date.date, [`${from}_precision`]: date.precision }),
    ...(runtime !== undefined && (isSeries ? { episode_run_time: [runtime] } : { runtime })),
    ...(isWebAddress(cell('homepage')) && { homepage: cell('homepage') }),
    ...(countries.length > 0 && { origin_country: countries }),
    ...(genres.length > 0 && { genres }),
    ...(list('companies').length > 0 && {
      production_companies: list('companies').map((one) => ({ id: mentions.named('company', one) })),
    }),
    ...certificateLine(cell('certificate'), kind, day?.date),
    ...(!isSeries &&
      cell('collection') && { belongs_to_collection: { id: mentions.named('collection', cell('collection')) } }),
    ...externalIdsLine(ids),
    ...creditsLine(people, mentions),
  }
  const record: ForeignRecord = {
    kind,
    key: cell('key') ? `key:${cell('key')}` : keyOf(ids, number, original, year),
    ids,
    number,
    titles: distinctNames([title, original]),
    year,
    people: people('directors'),
    line,
  }
  return [...mentions.records, record]
}

type Cell = (meaning: string) => string

function textsLine(named: Record<string, string>, cell: Cell, language: string) {
  const texts = {
    ...named,
    ...(cell('overview') && { overview: cell('overview') }),
    ...(cell('tagline') && { tagline: cell('tagline') }),
  }
  const other = textLanguage(language)
  return other ? { translations: { translations: [{ ...other, data: texts }] } } : texts
}

/** A movie has its certificates with the dates of its releases. */
function certificateLine(text: string, kind: 'movie' | 'series', date: string | undefined) {
  const found = certificateIn(text, kind === 'series' ? 'tv' : 'movie')
  if (!found) return {}
  const { country: iso_3166_1, certification } = found
  if (kind === 'series') return { content_ratings: { results: [{ iso_3166_1, rating: certification }] } }
  const release = { certification, type: 3, release_date: `${date}T00:00:00.000Z` }
  return date === undefined ? {} : { release_dates: { results: [{ iso_3166_1, release_dates: [release] }] } }
}

function creditsLine(named: (meaning: string) => string[], mentions: Mentions) {
  const people = (meaning: string) => named(meaning).map((one) => mentions.named('person', one))
  const cast = people('cast').map((id, order) => ({ id, character: '', order }))
  const crew = [
    ...people('directors').map((id) => ({ id, department: 'Directing', job: 'Director' })),
    ...people('writers').map((id) => ({ id, department: 'Writing', job: 'Writer' })),
  ]
  return cast.length > 0 || crew.length > 0 ? { credits: { cast, crew } } : {}
}

function idsOf(cell: (meaning: string) => string): OutsideId[] {
  const ids: OutsideId[] = []
  const imdb =
    /(tt\d{4,10})/.exec(cell('imdb'))?.[1] ??
    (/^\d{5,8}$/.test(cell('imdb')) ? `tt${cell('imdb').padStart(7, '0')}` : undefined)
  if (imdb) ids.push({ source: 'filmdb_id', value: imdb })
  const item = /(Q\d+)$/.exec(cell('wikidata'))?.[1]
  if (item) ids.push({ source: 'kb2_id', value: item })
  return ids
}

/** `1978-10-24`, `24.10.1978`, `24/10/1978`: a day, unless its month may stand first. `78` may be of any century. */
function dayIn(text: string): { date: string; precision: string } | undefined {
  const date = /^\d{4}-\d\d-\d\d/.exec(text)?.[0] ?? (/[./]\d{4}/.test(text) ? isoDay(text, undefined) : undefined)
  if (date === undefined) return undefined
  const time = Date.parse(`${date}T00:00:00Z`)
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date) return undefined
  return { date, precision: 'day' }
}

/** `91`, `91 min`, `1:31`, `1h 31m`. */
function minutesIn(text: string): number | undefined {
  const [, hours, minutes] = /^(\d{1,2})\s*(?:h|:)\s*(\d{1,2})/i.exec(text) ?? []
  if (hours !== undefined) return Number(hours) * 60 + Number(minutes)
  const alone = /^(\d{1,4})(?=\D|$)/.exec(text)?.[1]
  return alone === undefined || alone === '0' ? undefined : Number(alone)
}
