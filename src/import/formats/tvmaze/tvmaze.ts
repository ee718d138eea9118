import { elementsOf } from '#src/file-formats/json.ts'
import { UnreadableError, unlinedTextOf } from '#src/file-formats/text.ts'
import { isJsonObject } from '#src/reference/json-object.ts'
import { fileAt, filesAt, plainChunks, unreadableReason } from '../../files/read-files.ts'
import type { ForeignInput, ForeignRecord, Format, FormatOptions } from '../../foreign/foreign-record.ts'
import { type Json, partOf, recordsOf } from './records.ts'

/** A show with all its episodes is one entry. */
const maxEntry = 16 * 2 ** 20

/** Saved replies of TVmaze: shows, with what was embedded in them, or lists of them. */
export const tvmaze: Format = {
  name: 'tvmaze',
  summary: 'saved replies of TVmaze (.json): shows with their episodes, casts and other titles',
  source: {
    id: 'tvmaze',
    name: 'TVmaze',
    licence: 'CC-BY-SA-4.0',
    url: 'https://www.tvmaze.com',
    rank: 35,
    redistributable: true,
  },
  takesFolders: true,
  async *read(paths, options) {
    for (const path of await filesAt(paths, /\.json(\.gz|\.zst)?$/i, { recursive: true }))
      yield* readFile(path, options)
  },
}

async function* readFile(path: string, { stdin, onBytes }: FormatOptions): AsyncGenerator<ForeignInput[]> {
  const file = await fileAt(path, stdin)
  const refused: ForeignInput[] = []
  const refuse = (line: number, reason: string) => void refused.push({ file: file.name, line, field: '', reason })
  const [, id, part] = ofShow.exec(path.replaceAll('\\', '/')) ?? []
  const entries: Json[] = []
  let known = 0
  function* found(records: readonly ForeignRecord[], number: number): Generator<ForeignInput[]> {
    if (records.length === 0) return
    known++
    yield records.map((record) => ({ ...record, file: file.name, number_in_file: number }))
  }
  try {
    const text = unlinedTextOf(plainChunks(file, onBytes))
    const broken = (line: number) => refuse(line, 'is not JSON that can be read')
    const elements = elementsOf(inList(text), maxEntry, (_number, _reason, _value, line) => broken(line))
    for await (const { value, line } of elements) {
      if ((part === 'cast' && isJsonObject(value.person)) || (part === 'akas' && typeof value.name === 'string')) {
        if (entries.length < maxEntries) entries.push(value)
        else refuse(line, `is more than ${maxEntries} entries of one show`)
        continue
      }
      yield* found(recordsOf(value, id), line)
    }
    if (id && (part === 'cast' || part === 'akas')) yield* found(partOf(id, part, entries), 0)
  } catch (error) {
    if (error instanceof UnreadableError) refuse(0, 'is not complete JSON')
    else refuse(0, unreadableReason(error))
  }
  if (known === 0 && refused.length === 0) refuse(0, 'has nothing of a show of TVmaze')
  if (refused.length > 0) yield refused
}

/** What a saved reply is about, by its address as part of its path: `shows/1/cast`, `shows_1_akas.json`. */
const ofShow = /shows?[^a-z0-9]*(\d+)[^a-z0-9]+(cast|akas|episodes)(?![a-z])/i
/** Whether the path of a file says that it is a reply about a show. */
export const isShowReply = (path: string): boolean => ofShow.test(path)

/** Entries of one cast, or other titles of one show. */
const maxEntries = 10_000

/** A single show as a list of one. */
async function* inList(text: AsyncIterable<string>): AsyncGenerator<string> {
  let begun = false
  let isList = true
  for await (const piece of text) {
    if (!begun && piece.trim() !== '') {
      begun = true
      isList = !piece.trimStart().startsWith('{')
      yield isList ? piece : `[${piece}`
    } else yield piece
  }
  if (!isList) yield ']'
}
