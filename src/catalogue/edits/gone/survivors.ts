import { Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import type { Reader } from '#src/database/database.ts'
import { limit, raw, type Sql, sql } from '#src/database/sql.ts'
import { type RecordKind, recordKindNames } from '../../record-kinds.ts'

/** Most merges that one id is followed through: none of them leads back, so only the number of records bounds it. */
const maxSteps = 1_000

const Gone = Type.Object({ id: Type.Integer(), into_id: nullable(Type.Integer()), source_id: Type.String() })

/** What became of a record that is gone on purpose, and who did it. */
export type Fate = { is: 'merged'; into_id: number; source_id: string } | { is: 'removed'; source_id: string }

/** What became of records of a kind, among `ids`, that are gone on purpose. */
export async function fatesOf(db: Reader, of: RecordKind, ids: readonly number[]): Promise<Map<number, Fate>> {
  if (ids.length === 0) return new Map()
  const rows = await db.all(
    Gone,
    sql`
    select id, into_id, source_id from gone_record
    where kind = ${of} and ${db.engine.anyOf(raw('id'), ids)}`,
  )
  return new Map(
    rows.map(({ id, into_id, source_id }): [number, Fate] => [
      id,
      into_id === null ? { is: 'removed', source_id } : { is: 'merged', into_id, source_id },
    ]),
  )
}

/** A merged record, the ids that its merges led through, and the one where they end. */
export type Survivor = { id: number; through: readonly number[] }

/**
 * The survivors of merged records among `ids`, over all later merges. The caller knows that these ids have no record:
 * nothing is looked up for existing records.
 */
export async function survivorsOf(db: Reader, of: RecordKind, ids: readonly number[]): Promise<Map<number, Survivor>> {
  const survivors = new Map<number, Survivor>()
  let open = new Map(ids.map((id) => [id, { id, through: [] as number[] }]))
  for (let step = 0; open.size > 0 && step < maxSteps; step++) {
    const fates = await fatesOf(db, of, [...new Set([...open.values()].map(({ id }) => id))])
    const next: typeof open = new Map()
    for (const [id, at] of open) {
      const fate = fates.get(at.id)
      if (fate?.is === 'merged') next.set(id, { id: fate.into_id, through: [...at.through, at.id] })
      else if (at.through.length > 0) survivors.set(id, at)
    }
    open = next
  }
  return survivors
}

/** The survivor of one record; undefined if it was not merged. */
export const survivorOf = async (db: Reader, of: RecordKind, id: number): Promise<Survivor | undefined> =>
  (await survivorsOf(db, of, [id])).get(id)

const Id = Type.Object({ id: Type.Integer() })

/** The record that an id means: its own, or the one that it was merged into; undefined if there is neither. */
export async function presentIdOf(db: Reader, of: RecordKind, id: number): Promise<number | undefined> {
  const own = await db.one(Id, sql`select id from record where kind = ${of} and id = ${id}`)
  return own?.id ?? (await survivorOf(db, of, id))?.id
}

type PlaceBelow = { series_id: number; season_number: number; episode_number?: number }

/** The id of the season or the episode that was merged from this place. */
export const mergedFrom = (db: Reader, of: 'season' | 'episode', place: PlaceBelow): Promise<number | undefined> =>
  goneFrom(db, of, place, sql`into_id is not null`)

/** The id of the season or the episode that was deleted from this place, the last one if there were several. */
export const removedFrom = (db: Reader, of: 'season' | 'episode', place: PlaceBelow): Promise<number | undefined> =>
  goneFrom(db, of, place, sql`into_id is null`)

async function goneFrom(db: Reader, of: 'season' | 'episode', place: PlaceBelow, fate: Sql) {
  const { series_id, season_number, episode_number } = place
  const number = of === 'season' ? sql`episode_number is null` : sql`episode_number = ${episode_number ?? 0}`
  const found = await db.one(
    Id,
    sql`
    select id from gone_record
    where series_id = ${series_id} and season_number = ${season_number} and ${number} and kind = ${of}
      and ${fate}
    order by id desc ${limit(1)}`,
  )
  return found?.id
}

const Found = Type.Object({
  kind: Type.Unsafe<RecordKind>({ type: 'string', enum: recordKindNames }),
  entity_id: Type.Integer(),
})

/** Merged records that one id in another system finds at most. */
const maxOfExternalId = 100

/** The merged records that had one of these ids in another system, which their survivors do not have. */
export const mergedWithExternalId = (db: Reader, external_source: string, values: readonly string[]) =>
  db.all(
    Found,
    sql`
    select kind, entity_id from merged_external_id
    where external_source = ${external_source} and ${db.engine.anyOf(raw('value'), values)}
    order by kind, entity_id ${limit(maxOfExternalId)}`,
  )

/** The survivors of the records that had one of these ids in another system, each once. */
export async function survivorsWithExternalId(db: Reader, external_source: string, values: readonly string[]) {
  const merged = await mergedWithExternalId(db, external_source, values)
  const found = new Map<string, { kind: RecordKind; entity_id: number }>()
  for (const [kind, some] of Map.groupBy(merged, (one) => one.kind)) {
    const survivors = await survivorsOf(
      db,
      kind,
      some.map(({ entity_id }) => entity_id),
    )
    for (const { id: entity_id } of survivors.values()) found.set(`${kind} ${entity_id}`, { kind, entity_id })
  }
  return [...found.values()]
}
