import { type TProperties, Type } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { goneProperties } from '#src/catalogue/edits/gone/gone-line.ts'
import { RecordId } from '#src/catalogue/fields.ts'
import { parts } from '#src/catalogue/parts/index.ts'
import { isRecordKind, type RecordKind } from '#src/catalogue/record-kinds.ts'
import { maxImportRank, sourceIdPattern } from '#src/catalogue/sources.ts'
import { brokenText, brokenTextReason, faultsOf } from '#src/catalogue/statements/faults.ts'
import { lineSchema, optional } from '#src/catalogue/statements/schema.ts'
import { WebAddress } from '#src/contract/web-address.ts'
import { oneLine } from '#src/reference/hidden.ts'
import { isJsonObject } from '#src/reference/json-object.ts'
import { provenanceLines } from './provenance.ts'

/** A longer line is refused. The write lock is held for at least one record at a time. */
export const maxLineBytes = 4_194_304
/** Longest name of a source, and of its licence. */
const maxNameLength = 200

/** A line of the import format, parsed as JSON. */
export type Line = Record<string, any> & { kind: LineKind; id: number; source?: string | null }
export type LineKind = RecordKind | 'source' | 'gone'

/**
 * A line that was refused, and why. The field is empty if the line as a whole is at fault, and its number is 0 if the
 * whole file is.
 */
export type Refusal = { file: string; line: number; field: string; reason: string }
type LineFault = Pick<Refusal, 'field' | 'reason'>

const Name = Type.String({ minLength: 1, maxLength: maxNameLength, pattern: oneLine })
const SourceId = Type.String({ pattern: sourceIdPattern })

const source = {
  id: SourceId,
  name: Name,
  licence: Name,
  url: optional(WebAddress),
  rank: Type.Integer({ minimum: 0, maximum: maxImportRank }),
  redistributable: Type.Optional(Type.Boolean()),
  private_only: Type.Optional(Type.Boolean()),
}

type Reader = { validator: Validator; names: ReadonlySet<string>; computed: ReadonlySet<string> }

/** What replies show and the catalogue computes from other facts. */
const computed = [
  ...['_id', 'account_states', 'changes', 'episodes', 'known_for', 'last_episode_to_air', 'lists', 'media_type'],
  ...['next_episode_to_air', 'parts', 'recommendations', 'seasons'],
  ...['show_id', 'similar', 'similar_movies', 'softcore', 'tagged_images'],
  ...['aggregate_credits', 'casts', 'combined_credits', 'movie_credits', 'movies', 'releases', 'tv_credits'],
]
/** Seasons and episodes that were appended to a series. */
const appended = /^season\//

/** What the lines of a kind may contain, besides `kind`. */
export const lineProperties = (of: LineKind): TProperties =>
  of === 'source'
    ? source
    : of === 'gone'
      ? goneProperties
      : { ...lineSchema(of), ...provenanceLines(of), id: RecordId, source: optional(SourceId) }

function readerOf(of: LineKind): Reader {
  const properties = lineProperties(of)
  const withoutStore = parts.filter(({ store, name }) => !store && !Object.hasOwn(properties, name))
  return {
    validator: Compile(Type.Object(properties)),
    names: new Set(['kind', ...Object.keys(properties)]),
    computed: new Set([...computed, ...withoutStore.map(({ name }) => name), ...(of === 'season' ? ['networks'] : [])]),
  }
}

const readers = new Map<LineKind, Reader>()
const isLineKind = (name: string): name is LineKind => name === 'source' || name === 'gone' || isRecordKind(name)

/** Counts of skipped fields, by name. */
export type SkippedFields = { ignored: Map<string, number>; computed: Map<string, number> }
/** Names that are counted separately; further ones are counted together. */
const maxNames = 1_000
const otherNames = '(other names)'

/** Reads the text of a line: returns the line, or what is wrong with it. Skipped fields are counted. */
export function readLine(text: string, skipped: SkippedFields, parsed?: unknown): Line | LineFault {
  let line: unknown
  try {
    line = parsed ?? JSON.parse(text)
  } catch {
    return { field: '', reason: 'is not JSON' }
  }
  if (!isJsonObject(line)) return { field: '', reason: 'is not an object' }
  const { kind: of } = line as { kind?: unknown }
  if (of === undefined) return { field: 'kind', reason: 'is missing' }
  if (typeof of !== 'string' || !isLineKind(of)) return { field: 'kind', reason: 'is not a kind of line' }
  if (hasBrokenText(text, line)) return { field: '', reason: brokenTextReason }
  let reader = readers.get(of as LineKind)
  if (!reader) {
    reader = readerOf(of as LineKind)
    readers.set(of as LineKind, reader)
  }
  if (!reader.validator.Check(line)) return faultOf(reader.validator, line)
  for (const name in line) {
    if (reader.names.has(name)) continue
    count(reader.computed.has(name) || appended.test(name) ? skipped.computed : skipped.ignored, name)
  }
  return line as Line
}

function faultOf(validator: Validator, line: unknown): LineFault {
  const [fault] = faultsOf(validator.Errors(line), line)
  return fault ? { field: fault.place, reason: fault.reason } : { field: '', reason: 'is not valid' }
}

export const isFault = (line: Line | LineFault): line is LineFault => 'reason' in line && !('kind' in line)

function count(names: Map<string, number>, name: string) {
  const counted = names.has(name) || names.size < maxNames ? name : otherNames
  names.set(counted, (names.get(counted) ?? 0) + 1)
}

/** Texts that PostgreSQL cannot store only come as escapes, which are rare, so most lines need no search. */
const hasBrokenText = (text: string, line: unknown) =>
  /\\u(0000|[dD][89a-fA-F])/.test(text) && brokenText(line) !== undefined
