import { Type } from 'typebox'
import { externalIdsTag } from '#src/contract/cache-tags.ts'
import { nullable } from '#src/contract/schema.ts'
import type { Reader } from '#src/database/database.ts'
import { raw } from '#src/database/sql.ts'
import { changeKeys } from '#src/reference/reference.ts'
import { type ExternalSource, externalSources, type Kind, kind, type kinds } from '../kinds.ts'
import { columnsFrom, OptionalWord, statedEntry, Word } from '../line-entries.ts'
import { byKind, entriesOfOne, type Loaded, type Part, type PartStatement, part } from '../part.ts'

const sourceNames = Object.keys(externalSources) as ExternalSource[]
const isNumber = (name: ExternalSource) => externalSources[name].isNumber

/** Digits that a reply shows as a number. */
const digits = '[1-9]\\d{0,14}'
const stated = { external_source: Type.String({ enum: sourceNames }), value: Word }
const columns = columnsFrom(stated)
const isText = { external_source: { enum: sourceNames.filter((name) => !isNumber(name)) } }

/** An id as it is stored and compared: text; a number has no leading zeros, and letters are as the system has them. */
export function canonicalId(name: ExternalSource, id: string | number): string {
  const text = `${id}`
  if (isNumber(name)) return /^\d+$/.test(text) ? text.replace(/^0+(?=\d)/, '') : text
  if (name === 'filmdb_id' && /^[A-Z]{2}\d+$/i.test(text)) return text.toLowerCase()
  return name === 'kb2_id' && /^q\d+$/.test(text) ? text.toUpperCase() : text
}

/** As a line gives it; numbers may be written as text. */
const lineId = (name: ExternalSource) =>
  isNumber(name)
    ? Type.Union([
        Type.Integer({ minimum: 1, maximum: 999_999_999_999_999 }),
        Type.String({ pattern: `^(0{0,9}${digits})?$` }),
        Type.Null(),
      ])
    : nullable(OptionalWord)

/** The sources of single ids are listed beside them, because an id is not an object that could name its source. */
const lineIds = Type.Object({
  ...Object.fromEntries(sourceNames.map((name) => [name, Type.Optional(lineId(name))])),
  sources: Type.Optional(
    Type.Object(Object.fromEntries(sourceNames.map((name) => [name, Type.Optional(OptionalWord)]))),
  ),
})

/** The details of these kinds show the filmdb id, so a line may have it there. */
const showsFilmdbId = (of: Kind) => of === 'movie' || of === 'person'

const hasOwnKey = (source: string) => changeKeys.includes(source)

const store = {
  table: 'external_id',
  key: ['external_source'],
  columns,
  entry: () =>
    statedEntry(stated, { anyOf: [{ properties: { value: { pattern: `^${digits}$` } } }, { properties: isText }] }),
  order: raw('external_source'),
  changeKeys: [...sourceNames.filter(hasOwnKey), 'general'],
  changeKey: ({ external_source }) => (hasOwnKey(external_source as string) ? `${external_source}` : 'general'),
  tag: externalIdsTag,
  lines: (of) => ({
    external_ids: lineIds,
    ...(showsFilmdbId(of) ? { filmdb_id: lineId('filmdb_id') } : {}),
  }),
  read({ external_ids, filmdb_id }, of): PartStatement | undefined {
    const ownId = showsFilmdbId(of) && filmdb_id ? { filmdb_id } : undefined
    if (!external_ids && !ownId) return undefined
    const given: Record<string, any> = { ...external_ids, filmdb_id: external_ids?.filmdb_id || ownId?.filmdb_id }
    const entries = sourceNames
      .filter((name) => given[name])
      .map((name) => {
        const source = given.sources?.[name]
        const entry = { external_source: name, value: canonicalId(name, given[name]) }
        return source ? { ...entry, source_id: source as string } : entry
      })
    return { entries, isComplete: external_ids !== undefined }
  },
  write(entries) {
    if (entries.length === 0) return {}
    const ids = entries.map(({ external_source, value }) => {
      const name = external_source as ExternalSource
      return [name, isNumber(name) ? Number(value) : value]
    })
    const sources = entries.flatMap(({ external_source, source }) => (source ? [[external_source, source]] : []))
    return {
      external_ids: {
        ...Object.fromEntries(ids),
        ...(sources.length ? { sources: Object.fromEntries(sources) } : {}),
      },
    }
  },
} satisfies Part['store']

const NumberOrNull = nullable(Type.Integer())
const TextOrNull = nullable(Type.String())

const reply = byKind<{
  [Of in Kind]: {
    [Name in (typeof kinds)[Of]['external_ids'][number]]: (typeof externalSources)[Name]['isNumber'] extends true
      ? typeof NumberOrNull
      : typeof TextOrNull
  }
}>((of) => Object.fromEntries(kind(of).external_ids.map((name) => [name, isNumber(name) ? NumberOrNull : TextOrNull])))

/** All ids of a record in other systems, by system, also of kinds of which no operation shows them. */
export async function externalIdsOf(db: Reader, of: Kind, id: number): Promise<Record<string, string>> {
  const found = await entriesOfOne(db, store, of, id)
  return Object.fromEntries(found.map(({ external_source, value }) => [external_source, value]))
}

export const externalIds = part({
  name: 'external_ids',
  summary: 'IDs of the record in other systems',
  reply,
  async load({ db }, of, id) {
    const found = await entriesOfOne(db, store, of, id)
    const ids = new Map(found.map(({ external_source, value }) => [external_source, value]))
    const shown = Object.fromEntries(
      kind(of).external_ids.map((name) => {
        const value = ids.get(name)
        return [name, value === undefined ? null : isNumber(name) ? Number(value) : value]
      }),
    )
    return shown as Loaded<typeof reply>
  },
  store,
})
