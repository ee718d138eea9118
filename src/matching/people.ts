import { Type } from 'typebox'
import type { Reader } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { normalName } from '#src/search/words.ts'
import type { MatchedRecord } from './wanted-title.ts'

/** Names of one title that are compared. */
export const maxPeople = 20

const Asked = Type.Object({ kind: Type.String(), id: Type.Integer() })
const Credited = Type.Object({ kind: Type.String(), entity_id: Type.Integer(), name: Type.String() })

/** Those of some records on which one of these people worked, as `kind id`. */
export async function recordsWithPeople(
  db: Reader,
  records: readonly MatchedRecord[],
  people: readonly string[],
): Promise<ReadonlySet<string>> {
  const names = new Set(people.slice(0, maxPeople).map(normalName))
  if (names.size === 0 || records.length === 0) return new Set()
  const rows = await db.all(
    Credited,
    sql`
    select distinct c.kind, c.entity_id, p.name from ${db.engine.rows(Asked, records)} as r
    cross join credit c join person p on p.id = c.person_id
    where c.kind = r.kind and c.entity_id = r.id`,
  )
  const found = rows.filter(({ name }) => names.has(normalName(name)))
  return new Set(found.map(({ kind, entity_id }) => `${kind} ${entity_id}`))
}
