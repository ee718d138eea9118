import { type Static, Type } from 'typebox'
import { isPublic } from '#src/catalogue/summaries/lists.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'

const Found = Type.Object({ found: Type.Integer() })
/** A title that was added to a list, until its followers were told. */
export const Addition = Type.Object({
  list_id: Type.Integer(),
  kind: Type.Unsafe<'movie' | 'series'>({ type: 'string' }),
  entity_id: Type.Integer(),
})
const additions = { name: 'list_addition', key: ['list_id', 'kind', 'entity_id'], row: Addition }

export type Addition = Static<typeof Addition>
export type Title = Omit<Addition, 'list_id'>

/** Notes titles that were added to a list, for its followers. What is added while nobody else sees it is no news. */
export async function noteAdditions(tx: Database, list_id: number, titles: readonly Title[]): Promise<void> {
  const followed = await tx.one(
    Found,
    sql`
    select 1 as found from user_list l where l.id = ${list_id} and ${isPublic}
      and exists (select 1 from list_follow w where w.list_id = l.id)`,
  )
  if (!followed) return
  await tx.put(
    additions,
    titles.map(({ kind, entity_id }) => ({ list_id, kind, entity_id })),
  )
}
