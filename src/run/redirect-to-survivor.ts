import { placeOfSurvivor } from '#src/catalogue/edits/gone/survivor-places.ts'
import { mergedWithExternalId, survivorOf } from '#src/catalogue/edits/gone/survivors.ts'
import { recordTag, type Tag } from '#src/contract/cache-tags.ts'
import type { Asked, Operation } from '#src/contract/operation.ts'
import type { Database } from '#src/database/database.ts'
import { kindOfParameter } from './cacheable.ts'

/** A request about a merged record, redirected to its survivor. */
type Redirected = {
  params: Asked['params']
  /** The path that the survivor has itself. */
  path: string
  /** All records that the merges led through: changes to them may change the answer. */
  tags: readonly Tag[]
}

/**
 * The same request about the survivor, if its path names a record that was merged into another one. This is looked up
 * only when a record is not found, so it costs other requests nothing.
 */
export async function redirected(
  db: Database,
  { params: names, path }: Pick<Operation, 'params' | 'path'>,
  asked: Asked,
): Promise<Redirected | undefined> {
  const params = { ...asked.params }
  const tags: Tag[] = []
  for (const name of names) {
    const of = kindOfParameter(name)
    const value = of && (await recordIn(db, of, params[name]))
    const survivor = of && value !== undefined && (await survivorOf(db, of, value))
    if (!of || !survivor) continue
    for (const id of [...survivor.through, survivor.id]) tags.push(recordTag(of, id))
    params[name] = survivor.id
  }
  if (names.includes('season_number')) Object.assign(params, await placeOfSurvivor(db, params))
  const isOther = names.some((name) => params[name] !== asked.params[name])
  if (!isOther) return undefined
  const told = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  return { params, path: told, tags }
}

/** The id of the merged record that a parameter names: a number, or an id in another system that it had. */
async function recordIn(db: Database, of: string, value: unknown): Promise<number | undefined> {
  if (typeof value === 'number') return value
  const found = await mergedWithExternalId(db, 'filmdb_id', [String(value)])
  return found.find(({ kind }) => kind === of)?.entity_id
}
