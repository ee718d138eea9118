import { type Static, Type } from 'typebox'
import type { RecordKind } from '#src/catalogue/record-kinds.ts'
import { nullable } from '#src/contract/schema.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { namesOf, placesOf } from '../editing/names.ts'

const Change = Type.Object({
  seq: Type.Integer(),
  edit_id: Type.Integer(),
  account_id: nullable(Type.Integer()),
  source_id: Type.String(),
  kind: Type.Unsafe<RecordKind>({ type: 'string' }),
  entity_id: Type.Integer(),
  key: Type.String(),
  place: Type.String(),
  action: Type.String(),
  iso_639_1: Type.String(),
  is_deleted: Type.Boolean(),
  deleted_name: nullable(Type.String()),
})
export type FollowedChange = Static<typeof Change>

/** Some changes with who made them. What seasons and episodes leave on their series is among them. */
export const changesWith = (tx: Database, seqs: readonly number[]): Promise<FollowedChange[]> =>
  tx.all(
    Change,
    sql`
    select c.seq, c.edit_id, e.account_id, e.source_id, c.kind, c.entity_id, c.key, c.place, c.action, c.iso_639_1,
      c.action = 'destroyed' and c.value is null as is_deleted,
      case when c.action = 'destroyed'
        then coalesce(c.replaced -> 'record' -> 'values' ->> 'title', c.replaced -> 'record' -> 'values' ->> 'name')
      end as deleted_name
    from change c join edit e on e.id = c.edit_id
    where ${tx.engine.anyOf(raw('c.seq'), seqs)} and not c.same_value order by c.seq`,
  )

export const recordName = ({ kind, entity_id }: Pick<FollowedChange, 'kind' | 'entity_id'>) => `${kind} ${entity_id}`

/** What records are called: a season or an episode with its series. */
export async function titlesOf(
  tx: Reader,
  records: readonly { kind: RecordKind; entity_id: number; deleted_name?: string | null }[],
): Promise<Map<string, string>> {
  const wanted = new Map<RecordKind, Set<number>>()
  const want = (kind: RecordKind, id: number) => wanted.set(kind, (wanted.get(kind) ?? new Set()).add(id))
  for (const { kind, entity_id } of records) want(kind, entity_id)
  const placed = [
    { kind: 'season', places: await placesOf(tx, 'season', [...(wanted.get('season') ?? [])]) },
    { kind: 'episode', places: await placesOf(tx, 'episode', [...(wanted.get('episode') ?? [])]) },
  ].flatMap(({ kind, places }) => [...places.values()].map((place) => ({ kind, ...place })))
  for (const { series_id } of placed) want('series', series_id)
  const names = await namesOf(tx, wanted)
  for (const { kind, id, series_id, season_number, episode_number } of placed) {
    const number =
      kind === 'season' ? `${season_number}` : `${season_number}x${String(episode_number).padStart(2, '0')}`
    names.set(`${kind} ${id}`, `${names.get(`series ${series_id}`) ?? ''}: ${names.get(`${kind} ${id}`) || number}`)
  }
  for (const record of records)
    if (record.deleted_name && !names.has(recordName(record as FollowedChange)))
      names.set(recordName(record as FollowedChange), record.deleted_name)
  return names
}

export type Names = ReadonlyMap<string, string>

/** Edits of some changes, the last one last, without those of whoever is told. */
export const editsFor = (account_id: number, changes: readonly FollowedChange[]): number[] => [
  ...new Set(changes.filter((change) => change.account_id !== account_id).map(({ edit_id }) => edit_id)),
]

/** The record that was changed last. */
export function lastRecord(changes: readonly FollowedChange[], names: Names) {
  const last = changes.findLast((change) => names.has(recordName(change))) ?? changes.at(-1)
  if (!last) return { title: '' }
  return { kind: last.kind, entity_id: last.entity_id, title: names.get(recordName(last)) ?? '' }
}
