import { type Static, Type } from 'typebox'
import type { Reader } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { isJsonObject } from '#src/reference/json-object.ts'
import { changeKeys } from '#src/reference/reference.ts'
import { wordTable } from '#src/reference/word-table.ts'
import { isPicturePath } from '../galleries.ts'
import type { Kind } from '../kinds.ts'

export const LoggedChange = Type.Object({
  seq: Type.Integer(),
  at: Type.String(),
  key: Type.String(),
  action: Type.String(),
  iso_639_1: Type.String(),
  iso_3166_1: Type.String(),
  original_value: Type.Unknown(),
  value: Type.Unknown(),
})
export type LoggedChange = Static<typeof LoggedChange>

/** A change as a reply shows it; null stands for no value. */
type Shown = { change: LoggedChange; key: string; value: unknown; original_value: unknown }

type Logged = Record<string, any>
/** The names of the words and records that values refer to, by table and id, and the paths of images by theirs. */
type Names = ReadonlyMap<string, string>

const known = new Set(changeKeys)

/** Paths of pictures are changes of images, and offers have a key. Whatever else has no key of its own is general. */
function keyOf({ key, value, original_value }: LoggedChange): string {
  if (isOffer(value ?? original_value)) return 'watch_providers'
  return known.has(key) ? key : isPicturePath(key) ? 'images' : 'general'
}

/** Entries that refer to something by its id are shown with its name. */
const referred: Readonly<Record<string, string>> = wordTable({
  genres: 'genre',
  network: 'network',
  plot_keywords: 'keyword',
  production_companies: 'company',
})

const isObject: (value: unknown) => value is Logged = isJsonObject

const isOffer = (value: unknown): boolean => isObject(value) && 'provider_id' in value

/** How the log's value of a key is shown. */
function shownValue(key: string, value: unknown, names: Names): unknown {
  // Which record it was merged into is no value of the record.
  if (value === null || key === '') return null
  const table = referred[key]
  if (!isObject(value))
    return isPicturePath(key) ? { [key.slice(0, -5)]: { file_path: value } } : generalValue(key, value)
  if (table !== undefined) {
    const id = value[`${table}_id`]
    return { id, name: names.get(`${table} ${id}`) ?? '' }
  }
  return entryValue(key, value, names)
}

const generalValue = (key: string, value: unknown): unknown => (known.has(key) ? value : { [key]: value })

/** An entry of a part, with the names that other replies use. */
function entryValue(key: string, entry: Logged, names: Names): unknown {
  if ('image_id' in entry) {
    const { gallery, image_id, person_id } = entry
    const file_path = names.get(imageName(gallery, image_id))
    return { [gallery.replace(/s$/, '')]: { ...(file_path && { file_path }), id: image_id, person_id } }
  }
  if ('provider_id' in entry) return { ...entry, provider_name: names.get(`provider ${entry.provider_id}`) ?? '' }
  if ('gallery' in entry) {
    const { gallery, file_path, iso_639_1 } = entry
    return { [gallery.replace(/s$/, '')]: { file_path, ...(iso_639_1 && { iso_639_1 }) } }
  }
  if ('credit_type' in entry) {
    const { id: credit_id, person_id, character, order, department, job, credit_type } = entry
    return credit_type === 'crew'
      ? { credit_id, person_id, department, job }
      : { credit_id, person_id, character, order }
  }
  if ('external_source' in entry) return entry.value
  if (key === 'videos') {
    const { id, key, name, site, size, type } = entry
    return { id, key, name, site, size, type }
  }
  // Of a review only the id: its author is an account.
  if ('account_id' in entry) return { review: { id: entry.id } }
  return known.has(key) ? entry : { [key]: entry }
}

const Named = Type.Object({ id: Type.Integer(), name: Type.String() })

async function namesOf(db: Reader, [of, id]: Changed, changes: readonly LoggedChange[]): Promise<Names> {
  const values = changes.flatMap(({ value, original_value }) => [value, original_value]).filter(isObject)
  const names = new Map(await imagePaths(db, [of, id], values))
  const valuesOf = (key: string) =>
    changes.flatMap((change) => (change.key === key ? [change.value, change.original_value] : [])).filter(isObject)
  const tables = Object.entries(referred).map(([key, table]) => [table, valuesOf(key)] as const)
  for (const [table, logged] of [...tables, ['provider', values.filter(isOffer)] as const]) {
    const ids = [...new Set(logged.map((value) => value[`${table}_id`] as number))]
    if (ids.length === 0) continue
    const found = await db.all(Named, sql`select id, name from ${raw(table)} where ${db.engine.anyOf(raw('id'), ids)}`)
    for (const { id, name } of found) names.set(`${table} ${id}`, name)
  }
  return names
}

const ImagePath = Type.Object({ gallery: Type.String(), id: Type.String(), file_path: Type.String() })
const imageName = (gallery: string, id: string) => `${gallery} ${id}`

/** The paths of images on which people were named, also of those that are gone as far as these changes say so. */
async function imagePaths(db: Reader, [of, id]: Changed, values: readonly Logged[]): Promise<[string, string][]> {
  const wanted = [...new Set(values.flatMap(({ image_id }) => (typeof image_id === 'string' ? image_id : [])))]
  if (wanted.length === 0) return []
  const stored = await db.all(
    ImagePath,
    sql`
    select gallery, id, file_path from image
    where kind = ${of} and entity_id = ${id} and ${db.engine.anyOf(raw('id'), wanted)}`,
  )
  const logged = values.filter((value): value is Static<typeof ImagePath> => 'gallery' in value && 'file_path' in value)
  return [...logged, ...stored].map((image) => [imageName(image.gallery, image.id), image.file_path])
}

type Changed = readonly [of: Kind, id: number]

/** Changes of a record with the keys and values that replies show. */
export async function changeValues(db: Reader, of: Changed, changes: readonly LoggedChange[]): Promise<Shown[]> {
  const names = await namesOf(db, of, changes)
  return changes.map((change) => ({
    change,
    key: keyOf(change),
    value: shownValue(change.key, change.value, names),
    original_value: shownValue(change.key, change.original_value, names),
  }))
}
