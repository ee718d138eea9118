import { fileAt, type InputFile, plainChunks, textLines, unreadableReason } from '../../files/read-files.ts'
import type { ForeignInput, Format, FormatOptions } from '../../foreign/foreign-record.ts'
import { maxLineBytes } from '../../line.ts'
import type { Entity } from './entities.ts'
import { kindOf, labelOf, recordOf } from './records.ts'
import { entitiesOfQuery } from './saved-queries.ts'
import { classes, named, organisations } from './words.ts'

/** A saved reply is read as a whole; a longer one is refused. */
const maxReplyBytes = 67_108_864
/** By its beginning a saved reply is told from a dump. */
const startBytes = 512

/** Entities of Wikidata: its dump, or saved replies with some of them. */
export const wikidata: Format = {
  name: 'wikidata',
  summary: 'the JSON dump of Wikidata (also .gz and .zst), saved entities, and results of queries',
  source: {
    id: 'wikidata',
    name: 'Wikidata',
    licence: 'CC0-1.0',
    url: 'https://www.wikidata.org',
    rank: 30,
    redistributable: true,
  },
  isPartial: true,
  async *read(paths, options) {
    for (const path of paths) {
      const file = await fileAt(path, options.stdin)
      let line = 0
      try {
        for await (const inputs of readFile(file, options, (last) => (line = last))) yield inputs
      } catch (error) {
        yield [{ file: file.name, line: line + 1, field: '', reason: unreadableReason(error) }]
      }
    }
  },
}

async function* readFile(file: InputFile, { onBytes }: FormatOptions, at: (line: number) => void) {
  const chunks = plainChunks(file, onBytes)
  const start: Buffer[] = []
  for (let bytes = 0; bytes < startBytes; ) {
    const next = await chunks.next()
    if (next.done) break
    start.push(next.value)
    bytes += next.value.length
  }
  async function* all() {
    yield* start
    yield* chunks
  }
  const beginning = Buffer.concat(start).toString('utf8', 0, startBytes)
  if (isReply(beginning)) yield* readReply(file.name, all())
  else yield* readDump({ ...file, open: all }, at)
}

/** A dump begins with a line that holds nothing but a bracket, or with an entity; replies begin otherwise. */
const isReply = (start: string): boolean =>
  /^\s*\{\s*"(entities|success|head|batchcomplete)"/.test(start) || /^\s*\[\s*\{\s*"item"/.test(start)

async function* readReply(file: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<ForeignInput[]> {
  const parts: Buffer[] = []
  let bytes = 0
  const refused = (reason: string): ForeignInput[] => [{ file, line: 0, field: '', reason }]
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > maxReplyBytes) return yield refused(`is longer than the ${maxReplyBytes} bytes of a saved reply`)
    parts.push(chunk)
  }
  let value: unknown
  try {
    value = JSON.parse(Buffer.concat(parts).toString('utf8'))
  } catch {
    return yield refused('is not JSON')
  }
  const entities = entitiesOfQuery(value) ?? entitiesIn(value)
  if (entities.length === 0) return yield refused('has no entity of Wikidata')
  yield entities.flatMap((entity) => inputsOf(entity, file, 0))
}

async function* readDump(file: InputFile, at: (line: number) => void): AsyncGenerator<ForeignInput[]> {
  for await (const lines of textLines(file, () => {})) {
    const inputs: ForeignInput[] = []
    for (const { number, text } of lines) {
      at(number)
      if (text === undefined)
        inputs.push({ file: file.name, line: number, field: '', reason: `is longer than ${maxLineBytes} bytes` })
      else for (const each of readLine(text, file.name, number)) inputs.push(each)
    }
    if (inputs.length > 0) yield inputs
  }
}

/**
 * The numbers of the classes that are read, as they stand in an entity: most of the dump has none of them, and is
 * passed over without parsing it.
 */
const mayBeOfFilm = new RegExp(
  `"(?:numeric-id":|id":"Q)(?:${[...Object.keys({ ...classes, ...organisations }), ...named]
    .map((item) => item.slice(1))
    .join('|')})[",}]`,
)

function readLine(text: string, file: string, line: number): ForeignInput[] {
  const json = text.trim().replace(/,$/, '')
  // The brackets of the list that the dump is.
  if (json === '[' || json === ']' || json === '') return []
  if (!json.startsWith('{')) return [{ file, line, field: '', reason: 'is not an entity' }]
  if (!mayBeOfFilm.test(json)) return []
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    return [{ file, line, field: '', reason: 'is not JSON' }]
  }
  return entitiesIn(value).flatMap((entity) => inputsOf(entity, file, line))
}

function inputsOf(entity: Entity, file: string, line: number): ForeignInput[] {
  const kind = kindOf(entity)
  const text = kind ? undefined : labelOf(entity)
  if (text !== undefined) return [{ labelOf: entity.id, text }]
  const record = kind && recordOf(entity, kind)
  return record ? [{ ...record, file, number_in_file: line }] : []
}

/** The entity that a line is, or those of a saved reply. */
function entitiesIn(value: unknown): Entity[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap(entitiesIn)
  if ('entities' in value && typeof value.entities === 'object' && value.entities !== null)
    return Object.values(value.entities).flatMap(entitiesIn)
  return 'id' in value && typeof value.id === 'string' && /^Q\d+$/.test(value.id) && 'claims' in value
    ? [value as Entity]
    : []
}
