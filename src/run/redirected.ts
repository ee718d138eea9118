import { type TObject, Type } from 'typebox'
import { mergedFrom, mergedWithExternalId, survivorOf } from '#src/catalogue/edits/merging/survivors.ts'
import { recordTag, type Tag } from '#src/contract/cache-tags.ts'
import type { Asked, Operation } from '#src/contract/operation.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { kindOfParameter } from './cacheable.ts'

/** A question about a merged record, asked about its survivor. */
export type Redirected = {
  params: Asked['params']
  /** The path that the survivor has itself. */
  path: string
  /** All records that the merges led through: what happens to them may change the answer. */
  tags: readonly Tag[]
}

/**
 * The same question about the survivor, if its path names a record that was merged into another one. It is looked up
 * where a record is not found, and so costs nothing where it is.
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
    tags.push(...[...survivor.through, survivor.id].map((id) => recordTag(of, id)))
    params[name] = survivor.id
  }
  if (names.includes('season_number')) Object.assign(params, await placeOf(db, params))
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

const Season = Type.Object({ series_id: Type.Integer(), season_number: Type.Integer() })
const Episode = Type.Object({ ...Season.properties, episode_number: Type.Integer() })

/** Where the season or the episode is that was merged from the place that the parameters name. */
async function placeOf(db: Database, params: Asked['params']): Promise<Record<string, number>> {
  const { series_id, season_number, episode_number } = params as Record<string, number>
  if (series_id === undefined || season_number === undefined) return {}
  const season = await survivorAt(db, 'season', { series_id, season_number })
  const place = { series_id, season_number, ...season }
  if (episode_number === undefined) return place
  return (await survivorAt(db, 'episode', { ...place, episode_number })) ?? { ...place, episode_number }
}

async function survivorAt(
  db: Database,
  of: 'season' | 'episode',
  place: { series_id: number; season_number: number; episode_number?: number },
): Promise<Record<string, number> | undefined> {
  const id = await mergedFrom(db, of, place)
  const survivor = id === undefined ? undefined : await survivorOf(db, of, id)
  if (!survivor) return undefined
  const [row, query]: [TObject, ReturnType<typeof sql>] =
    of === 'season'
      ? [Season, sql`select series_id, season_number from season where id = ${survivor.id}`]
      : [Episode, sql`select series_id, season_number, episode_number from episode where id = ${survivor.id}`]
  return (await db.one(row, query)) as Record<string, number> | undefined
}
