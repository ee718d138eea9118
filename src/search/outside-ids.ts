import { Type } from 'typebox'
import { survivorOf, survivorsWithExternalId } from '#src/catalogue/edits/gone/survivors.ts'
import { type ExternalSource, externalSources } from '#src/catalogue/kinds.ts'
import { canonicalId } from '#src/catalogue/parts/external-ids.ts'
import type { RecordKind } from '#src/catalogue/record-kinds.ts'
import { namesInRequests } from '#src/contract/dialects.ts'
import { maxId } from '#src/contract/path-parameters.ts'
import type { Reader } from '#src/database/database.ts'
import { limit, raw, sql } from '#src/database/sql.ts'
import { wordTable } from '#src/reference/word-table.ts'
import type { SearchedKind } from './searched-kinds.ts'

/** Records that one id finds at most; nearly all ids have one. */
const maxOfId = 100

/** An id of another system, or of a record itself, whose kind is not always said. */
type StatedId = { source: ExternalSource; values: readonly string[] } | { kind?: SearchedKind; id: number }

/** What comes before ids, without `_id`: the names of systems in both dialects. */
const sources = new Map(
  (Object.keys(externalSources) as ExternalSource[]).flatMap((source) =>
    namesInRequests(source).map((name) => [name.replace(/_id$/, ''), source] as const),
  ),
)
const own = namesInRequests('homesite')
const prefixed = new RegExp(
  `(?<![\\p{L}\\p{N}])(${[...sources.keys(), ...own].join('|')})(?:[_ ]?id)?\\s*[:=-]\\s*([\\w/]+)`,
  'iu',
)
const filmId = /(?<![\p{L}\p{N}])(tt|nm)(\d{4,10})(?![\p{L}\p{N}])/iu
/** Entities and mids are too like words to be taken for ids among other words. */
const entity = /^\s*(Q\d+)\s*$|\/(Q\d+)(?![\p{L}\p{N}])/iu
const mid = /^\s*(\/m\/\w+)\s*$/i
const places: Readonly<Record<string, SearchedKind>> = wordTable({
  movie: 'movie',
  tv: 'series',
  person: 'person',
  company: 'company',
  network: 'network',
  collection: 'collection',
  keyword: 'keyword',
})
const address = new RegExp(`/(${Object.keys(places).join('|')})/(\\d{1,10})(?!\\d)`)
/** Digits of the ids of films and their people, which are filled up with zeros. */
const filmDigits = 7

/** Longest text in which an id is looked for: an address with much behind it. */
export const maxStated = 2_048

/** The id that a text has or is, also within an address. */
export function idIn(text: string): StatedId | undefined {
  if (text.length > maxStated) return undefined
  const [, place, number] = address.exec(text) ?? []
  if (place !== undefined)
    return Number(number) > maxId ? undefined : { kind: places[place] as SearchedKind, id: Number(number) }
  const [, letters, digits] = filmId.exec(text) ?? []
  if (letters !== undefined && digits !== undefined) {
    const prefix = letters.toLowerCase()
    const values = [digits, digits.padStart(filmDigits, '0'), digits.replace(/^0+/, '').padStart(filmDigits, '0')]
    return { source: 'filmdb_id', values: [...new Set(values.map((value) => `${prefix}${value}`))] }
  }
  const [, alone, inPath] = entity.exec(text) ?? []
  if (alone ?? inPath) return { source: 'kb2_id', values: [(alone ?? inPath ?? '').toUpperCase()] }
  const [, named] = mid.exec(text) ?? []
  if (named !== undefined) return { source: 'kb1_mid', values: [named] }
  const [, name, value] = prefixed.exec(text) ?? []
  if (name === undefined || value === undefined) return undefined
  const source = sources.get(name.toLowerCase())
  if (source !== undefined) return { source, values: [canonicalId(source, value)] }
  return /^\d{1,10}$/.test(value) && Number(value) <= maxId ? { id: Number(value) } : undefined
}

const Found = Type.Object({ kind: Type.Unsafe<SearchedKind>({ type: 'string' }), entity_id: Type.Integer() })

/** The records of some kinds with an id, in the order of kinds and ids. */
export async function recordsWith(db: Reader, kinds: readonly SearchedKind[], stated: StatedId) {
  const found = await presentWith(db, kinds, stated)
  return found.length > 0 ? found : mergedWith(db, kinds, stated)
}

/** The survivors of merged records with an id. */
async function mergedWith(db: Reader, kinds: readonly SearchedKind[], stated: StatedId) {
  const isSought = ({ kind }: { kind: RecordKind }) => (kinds as readonly RecordKind[]).includes(kind)
  if ('source' in stated) {
    const found = await survivorsWithExternalId(db, stated.source, stated.values)
    return found.filter(isSought) as { kind: SearchedKind; entity_id: number }[]
  }
  const found: { kind: SearchedKind; entity_id: number }[] = []
  for (const kind of stated.kind === undefined ? kinds : kinds.filter((one) => one === stated.kind)) {
    const survivor = await survivorOf(db, kind, stated.id)
    if (survivor) found.push({ kind, entity_id: survivor.id })
  }
  return found
}

function presentWith(db: Reader, kinds: readonly SearchedKind[], stated: StatedId) {
  const ofKinds = db.engine.anyOf(raw('kind'), kinds)
  if ('source' in stated)
    return db.all(
      Found,
      sql`
      select kind, entity_id from external_id
      where external_source = ${stated.source} and ${db.engine.anyOf(raw('value'), stated.values)} and ${ofKinds}
      order by kind, entity_id ${limit(maxOfId)}`,
    )
  const { kind } = stated
  return db.all(
    Found,
    sql`
    select kind, id as entity_id from record
    where ${kind === undefined ? ofKinds : sql`kind = ${kind} and ${ofKinds}`} and id = ${stated.id}
    order by kind`,
  )
}
