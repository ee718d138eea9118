import { Type } from 'typebox'
import { canonicalId } from '#src/catalogue/parts/external-ids.ts'
import type { Reader } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { idIn } from '#src/search/outside-ids.ts'
import type { MatchedKind, MatchedRecord, OutsideId, Wanted } from './wanted-title.ts'

const Asked = Type.Object({ place: Type.Integer(), external_source: Type.String(), value: Type.String() })
const Found = Type.Object({
  place: Type.Integer(),
  kind: Type.Unsafe<MatchedKind>({ type: 'string' }),
  entity_id: Type.Integer(),
})

/** The forms in which an id is stored: those of films and their people may have lost or gained zeros. */
function storedForms({ source, value }: OutsideId): readonly string[] {
  const stated = source === 'filmdb_id' ? idIn(value) : undefined
  return stated && 'source' in stated && stated.source === source ? stated.values : [canonicalId(source, value.trim())]
}

/** For each of those that are wanted, the records of its kinds that have one of its ids. */
export async function recordsById(db: Reader, wanted: readonly Wanted[]): Promise<MatchedRecord[][]> {
  const asked = wanted.flatMap(({ ids = [] }, place) =>
    ids.flatMap((id) => storedForms(id).map((value) => ({ place, external_source: id.source, value }))),
  )
  const found: MatchedRecord[][] = wanted.map(() => [])
  if (asked.length === 0) return found
  const rows = await db.all(
    Found,
    sql`
    select distinct a.place, e.kind, e.entity_id from ${db.engine.rows(Asked, asked)} as a
    cross join external_id e
    where e.external_source = a.external_source and e.value = a.value
    order by a.place, e.kind, e.entity_id`,
  )
  for (const { place, kind, entity_id: id } of rows)
    if (wanted[place]?.kinds.includes(kind)) found[place]?.push({ kind, id })
  return found
}

const Stored = Type.Object({
  kind: Type.String(),
  entity_id: Type.Integer(),
  external_source: Type.String(),
  value: Type.String(),
})
const Key = Type.Object({ kind: Type.String(), id: Type.Integer() })

/** All ids of some records, by `kind id`. */
export async function idsOfRecords(db: Reader, records: readonly MatchedRecord[]): Promise<Map<string, OutsideId[]>> {
  if (records.length === 0) return new Map()
  const rows = await db.all(
    Stored,
    sql`
    select e.kind, e.entity_id, e.external_source, e.value from ${db.engine.rows(Key, records)} as r
    cross join external_id e where e.kind = r.kind and e.entity_id = r.id`,
  )
  const byRecord = Map.groupBy(rows, ({ kind, entity_id }) => `${kind} ${entity_id}`)
  return new Map(
    [...byRecord].map(([key, ids]) => [
      key,
      ids.map(({ external_source, value }) => ({ source: external_source, value }) as OutsideId),
    ]),
  )
}

/** Whether a record has another id in a system in which something wanted has one, and none that agrees. */
export function contradicts(wanted: readonly OutsideId[], stored: readonly OutsideId[]): boolean {
  return wanted.some((id) => {
    const others = stored.filter(({ source }) => source === id.source)
    return others.length > 0 && !others.some(({ value }) => storedForms(id).includes(value))
  })
}
