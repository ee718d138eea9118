import { isPicturePath } from '#src/catalogue/galleries.ts'
import type { RecordKind } from '#src/catalogue/record-kinds.ts'
import { lineProperties } from '#src/import/line.ts'
import { isJson, type Values } from './references.ts'
import { type Selection, takesLanguage } from './selection.ts'

/** What is deeper in a line than any part is nothing that a line may have. */
const maxDepth = 12
/** What says which record a line is about. */
const about: ReadonlySet<string> = new Set(['kind', 'id', 'series_id', 'season_number', 'episode_number'])

/** The id here of a source of the publisher; undefined if its values are not taken. */
export type SourceOf = (id: string) => string | undefined

const known = new Map<RecordKind, ReadonlySet<string>>()
function namesOf(of: RecordKind): ReadonlySet<string> {
  const names = known.get(of) ?? new Set(Object.keys(lineProperties(of)))
  known.set(of, names)
  return names
}

/**
 * What is taken of a line: values of the sources that come along, under their names here, in the wanted languages.
 * Undefined if there is nothing.
 */
export function takenOf(of: RecordKind, line: Values, sourceOf: SourceOf, selection: Selection): Values | undefined {
  const base = typeof line.source === 'string' ? sourceOf(line.source) : undefined
  const stated: Values = isJson(line.sources) ? line.sources : {}
  const sources: Record<string, string> = {}
  const taken: Values = {}
  let first: string | undefined = base
  for (const name of namesOf(of)) {
    if (about.has(name) || name === 'source' || name === 'sources' || name === 'removed') continue
    const value = line[name]
    if (value === undefined || !isWanted(name, selection)) continue
    const named = Object.hasOwn(stated, name) && typeof stated[name] === 'string' ? stated[name] : undefined
    const source = named === undefined ? base : sourceOf(named)
    const told = source === undefined ? entriesOfOthers(value, sourceOf, 0) : translated(value, sourceOf, 0)
    if (told === undefined) continue
    taken[name] = told
    if (source !== undefined && named !== undefined) sources[name] = source
    first ??= source
  }
  if (taken.translations) taken.translations = inLanguages(taken.translations, 'translations', selection)
  if (taken.videos) taken.videos = inLanguages(taken.videos, 'results', selection)
  if (isJson(taken.images))
    for (const gallery in taken.images) taken.images = inLanguages(taken.images, gallery, selection)
  noteTexts(stated, sourceOf, selection, sources, of)
  const removed = isJson(line.removed) ? removedBy(line.removed, base, sourceOf) : undefined
  first ??= Object.values(sources)[0] ?? firstSourceIn(taken, 0)
  if (first === undefined) return undefined
  for (const name of about) if (line[name] !== undefined) taken[name] = line[name]
  return {
    ...taken,
    ...(removed && { removed }),
    ...(Object.keys(sources).length > 0 && { sources }),
    source: first,
  }
}

const isWanted = (name: string, { pictures }: Selection): boolean =>
  pictures === 'fetch' || !(name === 'images' || isPicturePath(name))

/** Sources of texts in other languages, and of fields of which somebody says that they have no value. */
function noteTexts(
  stated: Values,
  sourceOf: SourceOf,
  selection: Selection,
  sources: Record<string, string>,
  of: RecordKind,
) {
  const names = namesOf(of)
  for (const name in stated) {
    if (Object.hasOwn(sources, name) || typeof stated[name] !== 'string') continue
    const language = /^[a-z_]{1,40}\.([a-z]{2})-/.exec(name)?.[1]
    const isOne =
      language === undefined ? names.has(name) && isWanted(name, selection) : takesLanguage(selection, language)
    const source = isOne ? sourceOf(stated[name]) : undefined
    if (source !== undefined) sources[name] = source
  }
}

/** A value with the names of sources here; entries of sources that are not taken go. */
function translated(value: unknown, sourceOf: SourceOf, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth > maxDepth) return undefined
  if (Array.isArray(value)) {
    const entries: unknown[] = []
    for (const entry of value) {
      const told = translated(entry, sourceOf, depth + 1)
      if (told !== undefined) entries.push(told)
    }
    return entries
  }
  const object = value as Values
  if (typeof object.source === 'string' && object.source !== '') {
    const source = sourceOf(object.source)
    return source === undefined ? undefined : { ...inside(object, sourceOf, depth), source }
  }
  return inside(object, sourceOf, depth)
}

/** What an object holds; beside single values `sources` may say whose they are. */
function inside(object: Values, sourceOf: SourceOf, depth: number): Values {
  const stated = isJson(object.sources) ? object.sources : undefined
  const told: Values = {}
  const sources: Record<string, string> = {}
  for (const name of Object.keys(object)) {
    if (name === 'source' || (name === 'sources' && stated)) continue
    const named = stated && Object.hasOwn(stated, name) && typeof stated[name] === 'string' ? stated[name] : undefined
    const source = named === undefined ? undefined : sourceOf(named)
    if (named !== undefined && source === undefined) continue
    const value = translated(object[name], sourceOf, depth + 1)
    if (value === undefined) continue
    told[name] = value
    if (source !== undefined) sources[name] = source
  }
  return Object.keys(sources).length > 0 ? { ...told, sources } : told
}

/** Of a value whose source is not taken, what names another source; undefined if nothing does. */
function entriesOfOthers(value: unknown, sourceOf: SourceOf, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > maxDepth) return undefined
  if (Array.isArray(value)) {
    const entries = value.filter((entry) => isJson(entry) && typeof entry.source === 'string' && entry.source !== '')
    const told = entries.map((entry) => translated(entry, sourceOf, depth + 1)).filter((entry) => entry !== undefined)
    return told.length > 0 ? told : undefined
  }
  const object = value as Values
  const told: Values = {}
  const stated = isJson(object.sources) ? object.sources : {}
  const sources: Record<string, string> = {}
  for (const name of Object.keys(object)) {
    const source = typeof stated[name] === 'string' ? sourceOf(stated[name]) : undefined
    const kept = source !== undefined ? object[name] : entriesOfOthers(object[name], sourceOf, depth + 1)
    if (kept === undefined || name === 'sources') continue
    told[name] = kept
    if (source !== undefined) sources[name] = source
  }
  if (Object.keys(told).length === 0) return undefined
  return Object.keys(sources).length > 0 ? { ...told, sources } : told
}

/** A source that something in a value names. */
function firstSourceIn(value: unknown, depth: number): string | undefined {
  if (typeof value !== 'object' || value === null || depth > maxDepth) return undefined
  if (isJson(value) && typeof value.source === 'string') return value.source
  for (const one of Object.values(value)) {
    const found = firstSourceIn(one, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}

function inLanguages(holder: unknown, name: string, selection: Selection): unknown {
  if (!isJson(holder) || !Array.isArray(holder[name])) return holder
  return { ...holder, [name]: holder[name].filter((entry) => takesLanguage(selection, entry?.iso_639_1)) }
}

/** What was removed by sources that are taken. */
function removedBy(removed: Values, base: string | undefined, sourceOf: SourceOf): Values | undefined {
  const parts = Object.entries(removed).flatMap(([name, entries]): [string, Values[]][] => {
    if (!Array.isArray(entries)) return []
    const told = entries.filter(isJson).flatMap(({ source: named, ...entry }): Values[] => {
      const source = typeof named === 'string' ? sourceOf(named) : base
      if (source === undefined) return []
      return [source === base && named === undefined ? entry : { ...entry, source }]
    })
    return told.length > 0 ? [[name, told]] : []
  })
  return parts.length > 0 ? Object.fromEntries(parts) : undefined
}
