import { createReadStream } from 'node:fs'
import { open as openFile, stat } from 'node:fs/promises'
import { isArchive, openArchive } from '#src/file-formats/archive.ts'
import { delimiterOf, type Row, rowsOf } from '#src/file-formats/csv.ts'
import { elementsOf } from '#src/file-formats/json.ts'
import { type ReadLimits, readLimits } from '#src/file-formats/limits.ts'
import { type DayOrder, orderOfDay } from '#src/file-formats/numbered-days.ts'
import { textOf, UnreadableError, unlinedTextOf } from '#src/file-formats/text.ts'
import type { Refused } from '#src/kept/kept-entry.ts'
import { baseName, type FileContext, isBlankRow, type Read, refused, type TableFormat } from './format.ts'
import { imdb } from './imdb.ts'
import { letterboxd, letterboxdList } from './letterboxd.ts'
import { netflix } from './netflix.ts'
import { tablesOfOtherSites } from './other-sites.ts'
import { isOfOwnExport, ownEntries } from './own-export.ts'
import { isOfSimkl, simklEntries } from './simkl.ts'
import { isOfTrakt, traktEntries } from './trakt.ts'

const tables: readonly TableFormat[] = [letterboxdList, letterboxd, imdb, ...tablesOfOtherSites, netflix]
/** As much of a file as shows what it is. */
const startBytes = 4_096
/** Files that are not opened in an archive: names and addresses of the person, and what nobody can keep here. */
const unread = /^(profile|comments|user-.*|account.*|settings.*|hidden-.*|network-.*|collection-.*)\.(csv|json)$/
const unreadFolders = /(^|\/)(deleted|orphaned|__macosx)\//
/** Of what people liked there, only films are titles. */
const unreadLikes = /(^|\/)likes\/(?!films\.csv$)/

type Source = { file: string; open(): AsyncIterable<Buffer> }

/**
 * Reads what somebody keeps elsewhere out of a file: tables of IMDb and Letterboxd, archives of Letterboxd and Trakt or
 * single files of them, and the file of one's own data of this server. What it is, is found by its content. It is read
 * as a stream: an entry at a time, and never more than a line or an entry of it is in memory. `name` is that of the
 * file as it was uploaded, `path` where it is.
 */
export async function* readKept(path: string, name: string, limits: ReadLimits = readLimits): AsyncGenerator<Read> {
  let entries = 0
  for await (const read of readAll(path, name, limits)) {
    entries++
    if (entries > limits.entries) return yield { place: { file: name }, reason: 'too_many_entries' }
    yield read
  }
}

async function* readAll(path: string, name: string, limits: ReadLimits): AsyncGenerator<Read> {
  const { size } = await stat(path)
  const whole = (reason: Refused['reason']): Refused => ({ place: { file: name }, reason })
  if (size === 0) return yield whole('is_empty')
  if (size > limits.fileBytes) return yield whole('file_too_large')
  if (isArchive(await firstBytes(path))) return yield* readArchive(path, name, limits)
  const context = { file: name, siblings: [name.toLowerCase()], lists: new Map() }
  const reading = readFile({ file: name, open: () => createReadStream(path) as AsyncIterable<Buffer> }, context, limits)
  if (!(yield* reading)) yield whole('unknown_format')
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = await openFile(path)
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(4) })
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function* readArchive(path: string, name: string, limits: ReadLimits): AsyncGenerator<Read> {
  let archive: Awaited<ReturnType<typeof openArchive>>
  try {
    archive = await openArchive(path, limits)
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error
    return yield { place: { file: name }, reason: error.reason }
  }
  try {
    const members = archive.members.filter(({ path }) => isRead(path.toLowerCase())).sort(listsFirst)
    const context = { siblings: members.map(({ path }) => path.toLowerCase()), lists: new Map() }
    let isKnown = false
    for (const { path, open } of members) {
      const knows = yield* readFile({ file: path, open }, { ...context, file: path }, limits)
      isKnown ||= knows
    }
    if (!isKnown) yield { place: { file: name }, reason: 'unknown_format' }
  } finally {
    archive.close()
  }
}

const isRead = (path: string) =>
  /\.(csv|json)$/.test(path) && !unread.test(baseName(path)) && !unreadFolders.test(path) && !unreadLikes.test(path)

/** Names of lists have to be known before what is on them. */
const listsFirst = (one: { path: string }, other: { path: string }) =>
  Number(baseName(other.path) === 'lists-lists.json') - Number(baseName(one.path) === 'lists-lists.json')

/** Reads a file, and tells whether it is one of those that are known. */
async function* readFile(source: Source, context: FileContext, limits: ReadLimits): AsyncGenerator<Read, boolean> {
  try {
    const start = await startOf(source)
    if (start === '') return false
    if (start.startsWith('<')) {
      yield { place: { file: source.file }, reason: 'is_html' }
      return true
    }
    if (/^[[{]/.test(start)) return yield* readJson(source, context, limits)
    return yield* readTable(source, start, context, limits)
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error
    yield { place: { file: source.file }, reason: error.reason }
    return true
  }
}

/** The beginning of a file as text, without blanks. */
async function startOf({ open }: Source): Promise<string> {
  let text = ''
  for await (const piece of unlinedTextOf(open())) {
    text += piece
    if (text.length >= startBytes) break
  }
  return text.trimStart().slice(0, startBytes)
}

async function* readJson(
  { file, open }: Source,
  context: FileContext,
  limits: ReadLimits,
): AsyncGenerator<Read, boolean> {
  const waiting: Refused[] = []
  const onRefused = (number: number, reason: Refused['reason'], value?: string) =>
    void waiting.push(refused(file, number, reason, value))
  let isKnown = false
  for await (const element of elementsOf(unlinedTextOf(open()), limits.lineBytes, onRefused)) {
    yield* waiting.splice(0)
    const entries = [
      [isOfOwnExport(element), ownEntries],
      [isOfSimkl(element), simklEntries],
      [isOfTrakt(element.value), traktEntries],
    ] as const
    const [, read] = entries.find(([is]) => is) ?? []
    if (!read) continue
    isKnown = true
    yield* read(element, context)
  }
  yield* waiting
  return isKnown || waiting.length > 0
}

async function* readTable(
  { file, open }: Source,
  start: string,
  context: FileContext,
  limits: ReadLimits,
): AsyncGenerator<Read, boolean> {
  const waiting: Refused[] = []
  const tooLong = new Set<number>()
  const onTooLong = (line: number) => {
    if (tooLong.has(line)) return
    tooLong.add(line)
    waiting.push(refused(file, line, 'line_too_long'))
  }
  const onBroken = (line: number) => void waiting.push(refused(file, line, 'broken_line'))
  const text = () => textOf(open(), limits.lineBytes, onTooLong)
  const openRows = (onBroken: (line: number) => void) =>
    rowsOf(text, { delimiter: delimiterOf(start), maxRow: limits.lineBytes, onBroken })
  const rows = openRows(onBroken)
  let first = await rows.next()
  while (!first.done && isBlankRow(first.value)) first = await rows.next()
  const header = first.done ? [] : first.value.cells.map((cell) => cell.trim().toLowerCase())
  const format = tables.find(({ recognises }) => recognises(header))
  if (!format || first.done) {
    await rows.return(undefined)
    return false
  }
  for (const [index, column] of header.entries())
    if (column !== '' && format !== letterboxdList && !format.columns.includes(column))
      yield refused(file, first.value.line, 'unknown_column', first.value.cells[index])
  const places = header.flatMap((column, place) => (format.dayColumns?.includes(column) ? place : []))
  const again = openRows(() => {})
  const dayOrder = places.length > 0 ? await dayOrderIn(again, places) : undefined
  for await (const read of format.read(rows, header, dayOrder === undefined ? context : { ...context, dayOrder })) {
    yield* waiting.splice(0)
    yield read
  }
  yield* waiting
  return true
}

/** Whether days of a table have their day or their month first: the first that shows it decides, for all of them. */
async function dayOrderIn(rows: AsyncIterable<Row>, places: readonly number[]): Promise<DayOrder | undefined> {
  for await (const { cells } of rows) {
    const days = places.map((place) => (cells[place] ?? '').trim()).filter((day) => day.includes('/'))
    const order = days.map(orderOfDay).find((known) => known !== undefined)
    if (order !== undefined) return order
  }
  return undefined
}
