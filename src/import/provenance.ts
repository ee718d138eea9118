import { type TProperties, type TSchema, Type } from 'typebox'
import { type StoredPart, shapeOf } from '#src/catalogue/edits/kind-shape.ts'
import { type EntriesStatement, isEmpty, type TextStatement, type ValueOrigin } from '#src/catalogue/edits/merge.ts'
import { fieldKey, languageKey, type StoredRecord, type Translation } from '#src/catalogue/edits/record-loader.ts'
import { isKind, type PartName } from '#src/catalogue/kinds.ts'
import { maxEntries } from '#src/catalogue/line-entries.ts'
import { type RecordKind, recordKind } from '#src/catalogue/record-kinds.ts'
import { householdSource, sourceIdPattern } from '#src/catalogue/sources.ts'

/**
 * What a line says about where its values come from: `sources` has those of fields and texts that are not the record's,
 * or the translation's; `removed` has what is gone and may not come back from a lower rank.
 */

const maxSources = 5_000
const SourceId = Type.String({ pattern: sourceIdPattern })

/** The name of a text of a translation in `sources`. */
const textName = (name: string, language: { iso_639_1: string; iso_3166_1: string }) =>
  `${name}.${languageKey(language)}`

/** What lines of a kind may say about that. */
export function provenanceLines(of: RecordKind): TProperties {
  const removed = shapeOf(of).storedParts.map(({ name, store }): [string, TSchema] => {
    const stated = isKind(of) ? store.entry(of).properties : {}
    const identity = Object.fromEntries(
      store.key.map((column): [string, TSchema] => [column, (stated[column] ?? store.columns[column]) as TSchema]),
    )
    const entry = Type.Object({ ...identity, source: Type.Optional(SourceId) })
    return [name, Type.Optional(Type.Array(entry, { maxItems: maxEntries }))]
  })
  return {
    sources: Type.Optional(Type.Record(Type.String(), SourceId, { maxProperties: maxSources })),
    ...(removed.length > 0 && { removed: Type.Optional(Type.Object(Object.fromEntries(removed))) }),
  }
}

/** `written` is the line without what this adds. */
export function provenanceOf(record: StoredRecord, written: Readonly<Record<string, unknown>>): object {
  const sources = { ...sourcesOfFields(record, written), ...sourcesOfTexts(record) }
  const removed = Object.fromEntries(
    shapeOf(record.kind).storedParts.flatMap((part) => {
      const entries = removedOf(record, part)
      return entries.length > 0 ? [[part.name, entries]] : []
    }),
  )
  return {
    ...(Object.keys(sources).length > 0 && { sources }),
    ...(Object.keys(removed).length > 0 && { removed }),
  }
}

/** A field that has a source and no value is one that this source says is none. */
function sourcesOfFields({ kind: of, values, owners, source_id }: StoredRecord, written: object) {
  if (owners.size === 0) return {}
  return Object.fromEntries(
    shapeOf(of).fields.flatMap(([column, { lineName = column }]) => {
      const owner = owners.get(fieldKey(column))
      if (!owner || owner.source_id === source_id) return []
      return isEmpty(values[column]) || Object.hasOwn(written, lineName) ? [[lineName, owner.source_id]] : []
    }),
  )
}

/**
 * The source of a translation as a line names it: whose texts it has, or that of its first text. So whoever reads the
 * line and writes it again writes the same.
 */
export function holderOf({ kind: of, owners }: StoredRecord, translation: Translation): string {
  const { texts, iso_639_1, iso_3166_1, source_id } = translation
  if (owners.size === 0) return source_id
  const sources = recordKind(of)
    .texts.filter((name) => !isNoText(texts[name]))
    .map((name) => owners.get(fieldKey(name, iso_639_1, iso_3166_1))?.source_id ?? source_id)
  return sources.includes(source_id) ? source_id : (sources[0] ?? source_id)
}

/** Whether a text of a translation says nothing; its running time is 0 then. */
export const isNoText = (text: unknown): boolean => isEmpty(text) || text === 0

function sourcesOfTexts(record: StoredRecord) {
  const { owners, translations } = record
  const named = languagesOf(record).flatMap((language) => {
    const translation = translations.get(languageKey(language))
    const { iso_639_1, iso_3166_1 } = language
    return recordKind(record.kind).texts.flatMap((name) => {
      const owner = owners.get(fieldKey(name, iso_639_1, iso_3166_1))?.source_id
      const isThere = translation !== undefined && !isNoText(translation.texts[name])
      // A text that nobody noted as removed is just not there.
      if (!isThere) return owner === undefined ? [] : [[textName(name, language), owner]]
      const source_id = owner ?? translation.source_id
      return source_id === holderOf(record, translation) ? [] : [[textName(name, language), source_id]]
    })
  })
  return Object.fromEntries(named)
}

type LanguageOfText = { iso_639_1: string; iso_3166_1: string }

/** The languages in which somebody states texts, or says that there are none. */
function languagesOf({ owners, translations }: StoredRecord): LanguageOfText[] {
  if (owners.size === 0) return []
  const languages = new Map<string, LanguageOfText>()
  for (const [key, { iso_639_1, iso_3166_1 }] of translations) languages.set(key, { iso_639_1, iso_3166_1 })
  for (const place of owners.keys()) {
    const [, iso_639_1 = '', iso_3166_1 = ''] = place.split('|')
    if (iso_639_1 !== '') languages.set(languageKey({ iso_639_1, iso_3166_1 }), { iso_639_1, iso_3166_1 })
  }
  return [...languages].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, language]) => language)
}

function removedOf({ removed, source_id }: StoredRecord, { name, store }: StoredPart): object[] {
  const keys = [...(removed.get(name) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1))
  return keys.flatMap(([key, source]) => {
    if (source === householdSource.id) return []
    const values: unknown[] = JSON.parse(key)
    const identity = Object.fromEntries(store.key.map((column, at) => [column, values[at]]))
    return [{ ...identity, ...(source !== source_id && { source }) }]
  })
}

type Line = Readonly<Record<string, any>>
/** The source of what a line names, or undefined where that is not known. */
type Known = (source: string, field: string) => string | undefined

/** Who gave the fields and texts of a line, if not the line's own source, keyed by `fieldKey`. */
export function originsIn(line: Line, of: RecordKind, known: Known): Map<string, ValueOrigin> | undefined {
  if (!line.sources) return undefined
  const origins = new Map<string, ValueOrigin>()
  const note = (name: string, key: string, isThere: boolean) => {
    if (!Object.hasOwn(line.sources, name)) return
    const source_id = known(line.sources[name], `sources.${name}`)
    if (source_id !== undefined) origins.set(key, { source_id, isExplicit: !isThere })
  }
  for (const [column, { lineName = column }] of shapeOf(of).fields)
    note(lineName, fieldKey(column), line[lineName] !== undefined)
  const texts: readonly string[] = recordKind(of).texts
  const given = new Map<string, Line>()
  for (const entry of (line.translations?.translations ?? []) as Line[])
    if (!given.has(languageKey(entry as never))) given.set(languageKey(entry as never), entry)
  for (const name of Object.keys(line.sources)) {
    const [, text = '', iso_639_1 = '', iso_3166_1 = ''] = namedText.exec(name) ?? []
    if (!texts.includes(text) || (iso_639_1 === 'en' && iso_3166_1 === 'US')) continue
    const data = given.get(languageKey({ iso_639_1, iso_3166_1 }))?.data as Line | undefined
    note(name, fieldKey(text, iso_639_1, iso_3166_1), !isNoText(data?.[text]))
  }
  return origins
}
const namedText = /^([a-z_]{1,40})\.([a-z]{2})-([A-Z]{2})?$/

/** The texts of a line with those that somebody says are none. */
export function withNoTexts(
  texts: readonly TextStatement[],
  origins: ReadonlyMap<string, ValueOrigin>,
): readonly TextStatement[] {
  const stated = new Map(texts.map((one) => [languageKey(one), one]))
  for (const [key, { source_id, isExplicit }] of origins) {
    const [name = '', iso_639_1 = '', iso_3166_1 = ''] = key.split('|')
    if (!isExplicit || iso_639_1 === '') continue
    const language = languageKey({ iso_639_1, iso_3166_1 })
    const present = stated.get(language) ?? { iso_639_1, iso_3166_1, source_id, texts: {} }
    stated.set(language, { ...present, texts: { ...present.texts, [name]: '' } })
  }
  return [...stated.values()]
}

/** What a line says is removed from a part. */
export function removedIn(
  line: Line,
  { name, store }: StoredPart,
  known: Known,
): Pick<EntriesStatement, 'removedKeys' | 'removedBy'> {
  const given: Line[] = line.removed?.[name as PartName] ?? []
  const removedBy = new Map<string, string>()
  for (const identity of given) {
    const key = JSON.stringify(store.key.map((column) => identity[column]))
    const source = identity.source ? known(identity.source, `removed.${name}`) : undefined
    if (source !== undefined) removedBy.set(key, source)
    else if (!identity.source) removedBy.set(key, '')
  }
  return { removedKeys: [...removedBy.keys()], removedBy }
}
