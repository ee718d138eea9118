import { type Static, Type } from 'typebox'
import type { Reader } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { changeKeys } from '#src/reference/reference.ts'
import { wordTable } from '#src/reference/word-table.ts'

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
/** The names of the words and records that values refer to, by table and id. */
type Names = ReadonlyMap<string, string>

const known = new Set(changeKeys)

/** Paths of pictures are changes of images. Everything else without a key of its own is general. */
const keyOf = ({ key }: LoggedChange): string => (known.has(key) ? key : key.endsWith('_path') ? 'images' : 'general')

/** Entries that refer to something by its id are shown with its name. */
const referred: Readonly<Record<string, string>> = wordTable({
  genres: 'genre',
  network: 'network',
  plot_keywords: 'keyword',
  production_companies: 'company',
})

const isObject = (value: unknown): value is Logged =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** How the log's value of a key is shown. */
function shownValue(key: string, value: unknown, names: Names): unknown {
  // Which record it was merged into is no value of the record.
  if (value === null || key === '') return null
  const table = referred[key]
  if (!isObject(value))
    return key.endsWith('_path') ? { [key.slice(0, -5)]: { file_path: value } } : generalValue(key, value)
  if (table !== undefined) {
    const id = value[`${table}_id`]
    return { id, name: names.get(`${table} ${id}`) ?? '' }
  }
  return entryValue(key, value)
}

const generalValue = (key: string, value: unknown): unknown => (known.has(key) ? value : { [key]: value })

/** An entry of a part, with the names that other replies use. */
function entryValue(key: string, entry: Logged): unknown {
  if ('image_id' in entry) {
    const { gallery, image_id, person_id } = entry
    return { [gallery.replace(/s$/, '')]: { id: image_id, person_id } }
  }
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

async function namesOf(db: Reader, changes: readonly LoggedChange[]): Promise<Names> {
  const names = new Map<string, string>()
  for (const [key, table] of Object.entries(referred)) {
    const logged = changes.flatMap((change) => (change.key === key ? [change.value, change.original_value] : []))
    const ids = [...new Set(logged.flatMap((value) => (isObject(value) ? [value[`${table}_id`] as number] : [])))]
    if (ids.length === 0) continue
    const found = await db.all(Named, sql`select id, name from ${raw(table)} where ${db.engine.anyOf(raw('id'), ids)}`)
    for (const { id, name } of found) names.set(`${table} ${id}`, name)
  }
  return names
}

/** Changes of a record with the keys and values that replies show. */
export async function changeValues(db: Reader, changes: readonly LoggedChange[]): Promise<Shown[]> {
  const names = await namesOf(db, changes)
  return changes.map((change) => ({
    change,
    key: keyOf(change),
    value: shownValue(change.key, change.value, names),
    original_value: shownValue(change.key, change.original_value, names),
  }))
}
