import type { ForeignInput, Format, FormatOptions } from '../../foreign/foreign-record.ts'
import { maxLineBytes } from '../../line.ts'
import { fileAt, textLines } from '../../read-files.ts'
import type { Entity } from './entities.ts'
import { kindOf, recordOf } from './records.ts'

/** Entities of Wikidata: its dump, or saved replies with some of them. */
export const wikidata: Format = {
  name: 'wikidata',
  summary: 'the JSON dump of Wikidata, an entity a line (also .gz and .zst), and saved entities',
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
    for (const path of paths) yield* readFile(path, options)
  },
}

async function* readFile(path: string, { stdin, onBytes }: FormatOptions): AsyncGenerator<ForeignInput[]> {
  const file = await fileAt(path, stdin)
  let last = 0
  try {
    for await (const lines of textLines(file, onBytes)) {
      const inputs: ForeignInput[] = []
      for (const { number, text } of lines) {
        last = number
        if (text === undefined)
          inputs.push({ file: file.name, line: number, field: '', reason: `is longer than ${maxLineBytes} bytes` })
        else inputs.push(...readLine(text, file.name, number))
      }
      if (inputs.length > 0) yield inputs
    }
  } catch (error) {
    const reason = `cannot be read any further: ${error instanceof Error ? error.message : String(error)}`
    yield [{ file: file.name, line: last + 1, field: '', reason }]
  }
}

/** Classes and properties that a line of something else has not: most of the dump is passed over without parsing it. */
const mayBeOfFilm = /"P31"/

function readLine(text: string, file: string, line: number): ForeignInput[] {
  const json = text.trim().replace(/,$/, '')
  // The brackets of the list that the dump is.
  if (json === '[' || json === ']' || json === '') return []
  if (!mayBeOfFilm.test(json)) {
    if (json.startsWith('{')) return []
    return [{ file, line, field: '', reason: 'is no entity' }]
  }
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    return [{ file, line, field: '', reason: 'is not JSON' }]
  }
  return entitiesIn(value).flatMap((entity): ForeignInput[] => {
    const kind = kindOf(entity)
    const record = kind && recordOf(entity, kind)
    return record ? [{ ...record, file, number_in_file: line }] : []
  })
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
