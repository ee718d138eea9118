import { baseColumnOf, emptyText, shapeOf } from '#src/catalogue/edits/kind-shape.ts'
import {
  type EntriesStatement,
  isBaseLanguage,
  type Statement,
  type TextStatement,
} from '#src/catalogue/edits/merge.ts'
import { withTidyProse } from '#src/catalogue/edits/prose.ts'
import { fieldKey, languageKey, type StoredEntry } from '#src/catalogue/edits/record-loader.ts'
import type { PartName } from '#src/catalogue/kinds.ts'
import type { LineEntry } from '#src/catalogue/line-entries.ts'
import type { PartStatement } from '#src/catalogue/part.ts'
import { type RecordKind, recordKind } from '#src/catalogue/record-kinds.ts'
import type { Line } from './line.ts'
import { originsIn, removedIn, withNoTexts } from './provenance.ts'

/** A source that an entry names and that does not exist. */
type UnknownSource = { field: string; source: string }

/** The source of an entry: the one that it names, or that of the line. */
type SourceOf = (named: string | undefined | null, field: string) => string

/**
 * What a line states about the record `id`. Entries that name an unknown source count as the line's own; `unknown`
 * lists them.
 */
export function statementOf(
  line: Line,
  of: RecordKind,
  id: number,
  source_id: string,
  isSource: (id: string) => boolean,
): { statement: Statement; unknown: UnknownSource[] } {
  const unknown: UnknownSource[] = []
  const sourceOf: SourceOf = (named, field) => {
    if (!named) return source_id
    if (isSource(named)) return named
    unknown.push({ field, source: named })
    return source_id
  }
  const known = (named: string, field: string) => {
    if (isSource(named)) return named
    unknown.push({ field, source: named })
    return undefined
  }
  const origins = originsIn(line, of, known)
  const values: Record<string, unknown> = {}
  for (const [column, { lineName, read }] of shapeOf(of).fields) {
    const value = line[lineName ?? column]
    if (value !== undefined) values[column] = value !== null && read ? read(value) : value
    else if (origins?.get(fieldKey(column))?.isExplicit) values[column] = null
  }
  const texts = textsOf(line, of, sourceOf)
  for (const text of texts ?? []) {
    // A text of the same language in translations takes precedence.
    if (isBaseLanguage(text)) for (const name in text.texts) delete values[baseColumnOf(of, name)]
  }
  const parts = new Map<PartName, EntriesStatement>()
  for (const stored of shapeOf(of).storedParts) {
    const { name, properties, read } = stored
    const part = partOf(line, name, properties, (given) => read(given, id))
    const removed = removedIn(line, stored, known)
    if (!part && removed.removedKeys.length === 0) continue
    // The entries are new objects, so they may be changed.
    for (const entry of part?.entries ?? []) entry.source_id = sourceOf(entry.source_id, name)
    const entries = (part?.entries ?? []) as StoredEntry[]
    parts.set(name, { entries, ...removed, isComplete: part?.isComplete ?? false, isAbout: part?.isAbout })
  }
  const hasAllTexts = texts !== undefined
  const allTexts = origins ? withNoTexts(texts ?? [], origins) : (texts ?? [])
  const statement = { source_id, isExplicit: false, values, texts: allTexts, hasAllTexts, origins, parts, locks: [] }
  return { statement: withTidyProse(of, statement), unknown }
}

/** The texts of a line in other languages; undefined if it does not mention them. */
function textsOf(line: Line, of: RecordKind, sourceOf: SourceOf): TextStatement[] | undefined {
  if (line.translations === undefined || recordKind(of).texts.length === 0) return undefined
  const statements = new Map<string, TextStatement>()
  for (const { iso_639_1, iso_3166_1, data, source } of (line.translations?.translations ?? []) as LineEntry[]) {
    const language = { iso_639_1, iso_3166_1 }
    if (statements.has(languageKey(language))) continue
    const given = recordKind(of).texts.map((name) => [name, data[name] ?? emptyText(name)] as const)
    // An empty text in en-US leaves the line's own text alone; in other languages it withdraws what the source gave. A
    // record's running time is a fact of its own, whatever a translation to en-US says.
    const counts = ([name, text]: (typeof given)[number]) => text !== emptyText(name) && name !== 'runtime'
    const counted = isBaseLanguage(language) ? given.filter(counts) : given
    const texts = Object.fromEntries(counted)
    statements.set(languageKey(language), { ...language, source_id: sourceOf(source, 'translations'), texts })
  }
  return [...statements.values()]
}

type Read = (line: Record<string, any>) => PartStatement | undefined

/** Passes the properties of a part to `read`, without those that are null. A part that is null itself is emptied. */
function partOf(line: Line, part: string, properties: readonly string[], read: Read): ReturnType<Read> {
  const given: Record<string, unknown> = {}
  let isMentioned = false
  for (const name of properties) {
    const value = line[name]
    if (value === undefined) continue
    isMentioned = true
    if (value !== null) given[name] = value
  }
  if (!isMentioned) return undefined
  return read(given) ?? (line[part] === null ? { entries: [], isComplete: true } : undefined)
}
