import { type Static, Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'

/** Suspended accounts are told nothing. */
export const isThere = sql`a.disabled_at is null and a.deleted_at is null`

const FoundSearch = Type.Object({
  account_id: Type.Integer(),
  id: Type.Integer(),
  match_key: Type.String(),
  query: Type.String(),
  kind: Type.String(),
  person_id: nullable(Type.Integer()),
  source_id: Type.String(),
  iso_639_1: Type.String(),
  field: Type.String(),
  include_adult: Type.Boolean(),
})
type FoundSearch = Static<typeof FoundSearch>

/** The followed searches that have one of these keys. */
export const searchesWithKeys = (tx: Database, keys: readonly string[]): Promise<FoundSearch[]> =>
  tx.all(
    FoundSearch,
    sql`
    select s.account_id, s.id, s.match_key, s.query, s.kind, s.person_id, s.source_id, s.iso_639_1, s.field,
      a.include_adult
    from search_follow s join account a on a.id = s.account_id and ${isThere}
    where ${tx.engine.anyOf(raw('s.match_key'), keys)} order by s.id`,
  )

/** What notifications tell of a search, from which its address can be made. */
export const aboutSearch = ({ query, kind, person_id, source_id, iso_639_1, field }: FoundSearch) => ({
  ...{ query, search_kind: kind, person_id, source_id, iso_639_1, field },
})
