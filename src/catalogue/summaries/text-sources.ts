import { type Static, Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { type Kind, kind, type TextName } from '../kinds.ts'

const TextSource = Type.Object({
  iso_639_1: Type.String(),
  iso_3166_1: Type.String(),
  source_id: Type.String(),
  name: Type.String(),
  licence: Type.String(),
  url: Type.String(),
})
/** Where the text of a record in a language comes from. */
export type TextSource = Static<typeof TextSource>

/**
 * Where a longer text of records comes from, in each language that has it; that of the record's own column is in en-US,
 * as among the translations of a reply. They stand in the order of their sources' names.
 */
export async function sourcesOfText(
  db: Database,
  of: Kind,
  ids: readonly number[],
  name: TextName & ('overview' | 'biography'),
): Promise<TextSource[]> {
  if (ids.length === 0 || !kind(of).texts.includes(name)) return []
  const column = raw(`t.${name}`)
  return db.all(
    TextSource,
    sql`
    select g.iso_639_1, g.iso_3166_1, g.source_id, s.name, s.licence, s.url
    from (
      select 'en' as iso_639_1, 'US' as iso_3166_1, coalesce(f.source_id, r.source_id) as source_id
      from ${raw(of)} t join record r on r.kind = ${of} and r.id = t.id
      left join field_source f on f.kind = ${of} and f.entity_id = t.id and f.key = ${name}
        and f.iso_639_1 = '' and f.iso_3166_1 = ''
      where ${db.engine.anyOf(raw('t.id'), ids)} and ${column} <> ''
      union all
      select t.iso_639_1, t.iso_3166_1, coalesce(f.source_id, t.source_id)
      from translation t
      left join field_source f on f.kind = t.kind and f.entity_id = t.entity_id and f.key = ${name}
        and f.iso_639_1 = t.iso_639_1 and f.iso_3166_1 = t.iso_3166_1
      where t.kind = ${of} and ${db.engine.anyOf(raw('t.entity_id'), ids)} and ${column} <> ''
    ) as g cross join source s where s.id = g.source_id
    order by s.name, g.source_id, g.iso_639_1, g.iso_3166_1`,
  )
}
