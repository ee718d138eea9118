import { wordTable } from '#src/reference/word-table.ts'
import type { StatusName } from './statuses.ts'

/**
 * The two dialects of the interface: `neutral` follows the specification to the letter, `common` uses the names that
 * existing apps know. This file holds every difference between them. The dialect of the key decides how a reply is
 * written; requests may use the names of both.
 */
export const dialectNames = ['neutral', 'common'] as const
export type DialectName = (typeof dialectNames)[number]

/** Names of external systems, which are fields of replies and values of parameters. */
const commonNames: Readonly<Record<string, string>> = wordTable({
  filmdb_id: 'imdb_id',
  kb1_id: 'freebase_id',
  kb1_mid: 'freebase_mid',
  kb2_id: 'wikidata_id',
  tvdata_id: 'tvdb_id',
  tvguide_id: 'tvrage_id',
  socialnet1_id: 'facebook_id',
  socialnet2_id: 'instagram_id',
  socialnet3_id: 'twitter_id',
  socialnet4_id: 'tiktok_id',
  socialnet5_id: 'threads_id',
  videosite1_id: 'youtube_id',
  videosite1: 'youtube',
  avatarsite1: 'gravatar',
  homesite: 'tmdb',
})

/** The same systems as they call themselves. */
const commonSystems: Readonly<Record<string, string>> = wordTable({
  filmdb_id: 'IMDb',
  kb1_id: 'Freebase',
  kb1_mid: 'Freebase (mid)',
  kb2_id: 'Wikidata',
  tvdata_id: 'TheTVDB',
  tvguide_id: 'TVRage',
  socialnet1_id: 'Facebook',
  socialnet2_id: 'Instagram',
  socialnet3_id: 'Twitter',
  socialnet4_id: 'TikTok',
  socialnet5_id: 'Threads',
  videosite1_id: 'YouTube',
})

/** Statuses that the common dialect replaces by others. */
const commonStatuses: Partial<Record<StatusName, StatusName>> = {
  entry_added: 'created',
  entry_added_again: 'updated',
  method_not_offered: 'not_found',
}

type Schema = {
  title?: string
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  required?: string[]
  enum?: string[]
  [keyword: string]: unknown
}
type Rename = (value: unknown) => unknown

export type Dialect = {
  name: DialectName
  status(name: StatusName): StatusName
  /** The schema of a reply as it is on the wire. */
  schema(schema: object): object
  /** Turns a reply into its form on the wire; undefined if nothing differs. */
  renamer(schema: object): Rename | undefined
  /** A parameter's value as the dialect writes it. */
  wireWord(word: string): string
  /** How an external system calls itself, by the neutral name of its ids; undefined in the neutral dialect. */
  systemName(source: string): string | undefined
}

const neutral: Dialect = {
  name: 'neutral',
  status: (name) => name,
  schema: (schema) => schema,
  renamer: () => undefined,
  wireWord: (word) => word,
  systemName: () => undefined,
}

const neutralNames = new Map(Object.entries(commonNames).map(([own, common]) => [common, own]))
const wireName = (name: string) => commonNames[name] ?? name

/** The neutral form of a name in a request, which may be of either dialect. No name means one thing in each. */
export const neutralName = (name: string): string => neutralNames.get(name) ?? name

/** The names under which a request may have something: the neutral one first. */
export const namesInRequests = (name: string): string[] => [...new Set([name, wireName(name)])]

const common: Dialect = {
  name: 'common',
  status: (name) => commonStatuses[name] ?? name,
  schema: (schema) => commonSchema(schema as Schema),
  renamer: (schema) => commonRenamer(schema as Schema),
  wireWord: wireName,
  systemName: (source) => commonSystems[source],
}

export const dialects: Record<DialectName, Dialect> = { neutral, common }

/** In the common dialect, movies and series in rows and details, and changed ids, have the field `softcore`. */
const hasSoftcore = ({ properties = {}, title }: Schema): boolean =>
  'adult' in properties && ('vote_average' in properties || title === 'ChangedId')

function commonSchema(schema: Schema): Schema {
  const { properties, patternProperties, items, anyOf, required } = schema
  const changed: Schema = { ...schema }
  if (schema.enum) changed.enum = schema.enum.map(wireName)
  if (items) changed.items = commonSchema(items)
  if (anyOf) changed.anyOf = anyOf.map(commonSchema)
  if (patternProperties) changed.patternProperties = mapValues(patternProperties, commonSchema)
  if (properties) {
    changed.properties = Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [wireName(name), commonSchema(property)]),
    )
    if (required) changed.required = required.map(wireName)
    if (hasSoftcore(schema)) {
      changed.properties.softcore = { type: 'boolean' }
      changed.required = [...(changed.required ?? []), 'softcore']
    }
  }
  return changed
}

/** Built once for each schema, so that replies are only walked where something differs. */
function commonRenamer(schema: Schema): Rename | undefined {
  if (schema.items) {
    const item = commonRenamer(schema.items)
    if (!item) return undefined
    // Lists of words (`change_keys`) are in alphabetical order, which is another one after some words have changed.
    const isOfWords = schema.items.enum !== undefined
    return (values) => {
      const renamed = (values as unknown[]).map((value) => item(value))
      return isOfWords ? renamed.sort() : renamed
    }
  }
  if (schema.enum?.some((word) => wireName(word) !== word)) return (word) => wireName(word as string)
  if (schema.enum) return undefined
  if (schema.anyOf) return renamerOfAny(schema.anyOf)
  const addsSoftcore = hasSoftcore(schema)
  const properties = Object.entries(schema.properties ?? {})
    .map(([name, property]) => ({ name, wire: wireName(name), rename: commonRenamer(property) }))
    .filter(({ name, wire, rename }) => name !== wire || rename)
  const patterns = Object.entries(schema.patternProperties ?? {})
    .map(([pattern, property]) => ({ pattern: new RegExp(pattern), rename: commonRenamer(property) }))
    .filter(({ rename }) => rename)
  if (!addsSoftcore && properties.length === 0 && patterns.length === 0) return undefined

  return (given) => {
    if (given === null) return null
    const value = given as Record<string, unknown>
    const renamed: Record<string, unknown> = { ...value }
    for (const { name, wire, rename } of properties) {
      if (!(name in value)) continue
      if (name !== wire) delete renamed[name]
      renamed[wire] = rename ? rename(value[name]) : value[name]
    }
    for (const { pattern, rename } of patterns) {
      for (const name of Object.keys(value)) if (pattern.test(name)) renamed[name] = rename?.(value[name])
    }
    if (addsSoftcore) renamed.softcore = false
    return renamed
  }
}

/** Rows of several shapes say in `media_type` which one they have. */
function renamerOfAny(shapes: readonly Schema[]): Rename | undefined {
  const byType = new Map(shapes.map((shape) => [shape.properties?.media_type?.const, commonRenamer(shape)]))
  if ([...byType.values()].every((rename) => rename === undefined)) return undefined
  return (row) => byType.get((row as { media_type?: unknown } | null)?.media_type)?.(row) ?? row
}

const mapValues = <From, To>(record: Record<string, From>, change: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
