import { createReadStream } from 'node:fs'
import { open as openFile, stat } from 'node:fs/promises'
import { isArchive, openArchive } from '#src/file-formats/archive.ts'
import { delimiterOf, type Row, rowsOf } from '#src/file-formats/csv.ts'
import { isGzip, unpackedGzip } from '#src/file-formats/gzip.ts'
import { elementsOf } from '#src/file-formats/json.ts'
import { type ReadLimits, readLimits } from '#src/file-formats/limits.ts'
import { type DayOrder, orderOfDay } from '#src/file-formats/numbered-days.ts'
import { textOf, UnreadableError, unlinedTextOf } from '#src/file-formats/text.ts'
import { recordsOf, rootOf } from '#src/file-formats/xml.ts'
import type { Refused } from '#src/kept/kept-entry.ts'
import { baseName, type FileContext, isBlankRow, type Read, refused, type TableFormat } from './format.ts'
import { idListEntries, isIdList } from './id-list.ts'
import { imdb } from './imdb.ts'
import { isOfJellyfin, jellyfinEntries } from './jellyfin.ts'
import { kodi } from './kodi.ts'
import { letterboxd, letterboxdList } from './letterboxd.ts'
import { mal } from './mal.ts'
import { netflix } from './netflix.ts'
import { tablesOfOtherSites } from './other-sites.ts'
import { isOfOwnExport, ownEntries } from './own-export.ts'
import { playReports } from './play-reports.ts'
import { isOfPlex, plexEntries, whoOfPlex, wrappersOfPlex } from './plex.ts'
import { isOfSimkl, simklEntries } from './simkl.ts'
import { isOfTrakt, traktEntries } from './trakt.ts'
import { unknownFile, unknownMember, unknownText } from './unknown.ts'
import { peopleInRows, type ReadChoices, refuseSeveral, rowsOfPerson } from './whose.ts'
import type { XmlFormat } from './xml-format.ts'

const tables: readonly TableFormat[] = [letterboxdList, letterboxd, imdb, ...tablesOfOtherSites, netflix, playReports]
const ofXml: readonly XmlFormat[] = [mal, kodi]
/** As many bytes of a file as show what it is if it is no text, and as much of a text. */
const signatureBytes = 16
const startBytes = 4_096
/** Files that are not opened in an archive: names and addresses of the person, and what nobody can keep here. */
const unread =
  /^(profile|comments|comments-lists.*|user-.*|account.*|settings.*|hidden-.*|network-.*|collection-.*)\.(csv|json)$/
const unreadFolders = /(^|\/)(deleted|orphaned|__macosx)\//
/** Of what people liked there, only films are titles. */
const unreadLikes = /(^|\/)likes\/(?!films\.csv$)/

/** What is said about a file, and when it is read, if that is known. */
type Choices = ReadChoices & { readAt?: string | undefined }

type Source = { file: string; open(): AsyncIterable<Buffer> }

/**
 * Reads what somebody keeps elsewhere out of a file: tables, lists, archives and libraries of other sites and players,
 * and the file of one's own data of this server. What it is, is found by its content. It is read
 * as a stream: an entry at a time, and never more than a line or an entry of it is in memory. `name` is that of the
 * file as it was uploaded, `path` where it is. Throws `SeveralPeople` where somebody has to say first who counts.
 */
export async function* readKept(
  path: string,
  name: string,
  limits: ReadLimits = readLimits,
  choices: Choices = {},
): AsyncGenerator<Read> {
  let entries = 0
  for await (const read of readAll(path, name, limits, choices)) {
    entries++
    if (entries > limits.entries) return yield { place: { file: name }, reason: 'too_many_entries' }
    yield read
  }
}

async function* readAll(path: string, name: string, limits: ReadLimits, said: Choices): AsyncGenerator<Read> {
  const { size } = await stat(path)
  const whole = (reason: Refused['reason']): Refused => ({ place: { file: name }, reason })
  if (size === 0) return yield whole('is_empty')
  if (size > limits.fileBytes) return yield whole('file_too_large')
  const start = await firstBytes(path)
  if (isArchive(start)) return yield* readArchive(path, name, limits, said)
  const isOfOther = unknownFile(start)
  if (isOfOther) return yield whole(isOfOther)
  const context = { file: name, siblings: [name.toLowerCase()], lists: new Map(), choices: said, readAt: said.readAt }
  const bytes = () => createReadStream(path) as AsyncIterable<Buffer>
  const open = isGzip(start) ? () => unpackedGzip(bytes(), size, limits) : bytes
  const unknown = yield* readFile({ file: name, open }, context, limits)
  if (unknown) yield { ...whole(unknown.reason), ...(unknown.value && { value: unknown.value }) }
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = await openFile(path)
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(signatureBytes) })
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function* readArchive(path: string, name: string, limits: ReadLimits, said: Choices): AsyncGenerator<Read> {
  let archive: Awaited<ReturnType<typeof openArchive>>
  try {
    archive = await openArchive(path, limits)
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error
    return yield { place: { file: name }, reason: error.reason }
  }
  try {
    const members = archive.members.filter(({ path }) => isRead(path.toLowerCase())).sort(listsFirst)
    const context = {
      siblings: members.map(({ path }) => path.toLowerCase()),
      lists: new Map(),
      choices: said,
      readAt: said.readAt,
    }
    let isKnown = false
    for (const { path, open } of members) {
      const unknown = yield* readFile({ file: path, open }, { ...context, file: path }, limits)
      isKnown ||= unknown === undefined
    }
    if (!isKnown) yield { place: { file: name }, reason: unknownMember(archive.members.map(({ path }) => path)) }
  } finally {
    archive.close()
  }
}

const isRead = (path: string) =>
  /\.(csv|json|tsv|xml)$/.test(path) &&
  !unread.test(baseName(path)) &&
  !unreadFolders.test(path) &&
  !unreadLikes.test(path)

/** Names of lists have to be known before what is on them. */
const listsFirst = (one: { path: string }, other: { path: string }) =>
  Number(baseName(other.path) === 'lists-lists.json') - Number(baseName(one.path) === 'lists-lists.json')

/** What a file seems to be that is none of those that are known. */
type Unknown = Pick<Refused, 'reason' | 'value'>
type Reading = AsyncGenerator<Read, Unknown | undefined>

/** Reads a file, and returns what it seems to be if it is none of those that are known. */
async function* readFile(source: Source, context: FileContext, limits: ReadLimits): Reading {
  try {
    const start = await startOf(source)
    if (start.startsWith('<')) return yield* readXml(source, start, context, limits)
    if (/^[[{]/.test(start)) return yield* readJson(source, context, limits)
    if (isIdList(start, start.length < startBytes)) return yield* readIdList(source, context, limits)
    return yield* readTable(source, start, context, limits)
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error
    yield { place: { file: source.file }, reason: error.reason }
    return undefined
  }
}

async function* readXml({ file, open }: Source, start: string, context: FileContext, limits: ReadLimits): Reading {
  const root = rootOf(start)
  const format = ofXml.find((one) => one.root === root)
  if (!format) return unknownText(start, root)
  const waiting: Refused[] = []
  const onTooLong = (line: number) => void waiting.push(refused(file, line, 'line_too_long'))
  for await (const record of recordsOf(unlinedTextOf(open()), format, limits.lineBytes, onTooLong)) {
    yield* waiting.splice(0)
    yield* format.read(record, context)
  }
  yield* waiting
  return undefined
}

async function* readIdList({ file, open }: Source, context: FileContext, limits: ReadLimits): Reading {
  const waiting: Refused[] = []
  const onTooLong = (line: number) => void waiting.push(refused(file, line, 'line_too_long'))
  for await (const read of idListEntries(textOf(open(), limits.lineBytes, onTooLong), context)) {
    yield* waiting.splice(0)
    yield read
  }
  yield* waiting
  return undefined
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

async function* readJson({ file, open }: Source, context: FileContext, limits: ReadLimits): Reading {
  const waiting: Refused[] = []
  const onRefused = (number: number, reason: Refused['reason'], value?: string) =>
    void waiting.push(refused(file, number, reason, value))
  let isKnown = false
  let hasLooked = false
  const { person } = context.choices
  for await (const element of elementsOf(unlinedTextOf(open()), limits.lineBytes, onRefused, wrappersOfPlex)) {
    yield* waiting.splice(0)
    const entries = [
      [isOfOwnExport(element), ownEntries],
      [isOfSimkl(element), simklEntries],
      [isOfTrakt(element.value), traktEntries],
      [isOfJellyfin(element), jellyfinEntries],
      [isOfPlex(element), plexEntries],
    ] as const
    const [, read] = entries.find(([is]) => is) ?? []
    if (!read) continue
    isKnown = true
    if (read === plexEntries && whoOfPlex(element) !== '') {
      if (person !== undefined && whoOfPlex(element) !== person) continue
      if (person === undefined && !hasLooked) await refuseSeveral(peopleOfPlex(open(), limits))
      hasLooked = true
    }
    yield* read(element, context)
  }
  const isBroken = waiting.length > 0
  yield* waiting
  return isKnown || isBroken ? undefined : { reason: 'unknown_json' }
}

/** Who has watched something in a history of Plex or Tautulli. */
async function* peopleOfPlex(bytes: AsyncIterable<Buffer>, { lineBytes }: ReadLimits): AsyncGenerator<string> {
  for await (const element of elementsOf(unlinedTextOf(bytes), lineBytes, () => {}, wrappersOfPlex))
    if (isOfPlex(element)) yield whoOfPlex(element)
}

async function* readTable({ file, open }: Source, start: string, context: FileContext, limits: ReadLimits): Reading {
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
    return unknownText(start, undefined, first.done ? [] : first.value.cells)
  }
  const hasMore = format === letterboxdList || format.hasMore || format.hasNoHeader
  for (const [index, column] of header.entries())
    if (column !== '' && !hasMore && !format.columns.includes(column))
      yield refused(file, first.value.line, 'unknown_column', first.value.cells[index])
  const places = header.flatMap((column, place) => (format.dayColumns?.includes(column) ? place : []))
  const again = openRows(() => {})
  const dayOrder = places.length > 0 ? await dayOrderIn(again, places) : undefined
  const who = format.whoIn?.(header) ?? -1
  const { person } = context.choices
  if (who >= 0 && person === undefined) {
    const people = openRows(() => {})
    // The first row may be the names of the columns.
    if (!format.hasNoHeader) await people.next()
    await refuseSeveral(peopleInRows(people, who))
  }
  const whole = format.hasNoHeader ? withFirst(first.value, rows) : rows
  const all = who >= 0 && person !== undefined ? rowsOfPerson(whole, who, person) : whole
  for await (const read of format.read(all, header, dayOrder === undefined ? context : { ...context, dayOrder })) {
    yield* waiting.splice(0)
    yield read
  }
  yield* waiting
  return undefined
}

async function* withFirst(first: Row, rows: AsyncIterable<Row>): AsyncGenerator<Row> {
  yield first
  yield* rows
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
