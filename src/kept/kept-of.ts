import { Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import type { Reader } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import type { RatedRecord } from './ratings.ts'

const Asked = Type.Object({ kind: Type.String(), entity_id: Type.Integer() })
const Found = Type.Object({
  ...Asked.properties,
  value: nullable(Type.Number()),
  favorite: Type.Boolean(),
  on_profile: Type.Boolean(),
  watchlist: Type.Boolean(),
  watched: Type.Boolean(),
})

/** What an account keeps of one record. */
export type Kept = {
  rating: number | null
  favorite: boolean
  /** It is a favourite that the profile shows. */
  on_profile: boolean
  watchlist: boolean
  watched: boolean
}
export const keptNothing: Kept = { rating: null, favorite: false, on_profile: false, watchlist: false, watched: false }

/** The name of a record among those of which something is kept. */
export const keptKey = ({ kind, entity_id }: RatedRecord): string => `${kind} ${entity_id}`

/** What an account keeps of many records, asked at once; those of which it keeps nothing are left out. */
export async function keptOf(
  db: Reader,
  account_id: number,
  records: readonly RatedRecord[],
): Promise<ReadonlyMap<string, Kept>> {
  if (records.length === 0) return new Map()
  const found = await db.all(
    Found,
    sql`
    select * from (
      select g.kind, g.entity_id,
        (select r.value from rating r
          where r.account_id = ${account_id} and r.kind = g.kind and r.entity_id = g.entity_id) as value,
        exists (select 1 from favorite f
          where f.account_id = ${account_id} and f.kind = g.kind and f.entity_id = g.entity_id) as favorite,
        exists (select 1 from favorite f where f.account_id = ${account_id} and f.kind = g.kind
          and f.entity_id = g.entity_id and f.place is not null) as on_profile,
        exists (select 1 from watchlist w
          where w.account_id = ${account_id} and w.kind = g.kind and w.entity_id = g.entity_id) as watchlist,
        exists (select 1 from watched d
          where d.account_id = ${account_id} and d.kind = g.kind and d.entity_id = g.entity_id) as watched
      from ${db.engine.rows(Asked, records)} as g) as kept
    where value is not null or favorite or watchlist or watched`,
  )
  return new Map(
    found.map(({ kind, entity_id, value, ...kept }) => [
      keptKey({ kind, entity_id } as RatedRecord),
      { rating: value, ...kept },
    ]),
  )
}
