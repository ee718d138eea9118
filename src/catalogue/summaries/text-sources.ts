import { type Static, Type } from 'typebox'
import type { Reader } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { type Kind, kind, type TextName } from '../kinds.ts'

const TextSource = Type.Object({
  iso_639_1: Type.String(),
  iso_3166_1: Type.String(),
  source_id: Type.String(),
  name: Type.String(),
  licence: Type.String(),
  url: Type.String(),
  /** How the publisher of a followed catalogue wants the source to be named. */
  attribution: Type.String(),
})
/** Where the text of a record in a language comes from. */
export type TextSource = Static<typeof TextSource>

/**
 * Where a longer text of records comes from, in each language that has it; that in the record's own column is in en-US,
 * as among the translations in a reply. They come in order of their sources' names.
 */
export async function sourcesOfText(
  db: Reader,
  of: Kind,
  ids: readonly number[],
  name: TextName & ('overview' | 'biography'),
): Promise<TextSource[]> {
  if (ids.length === 0 || !kind(of).texts.includes(name)) return []
  return db.all(
    TextSource,
    sql`
    select g.iso_639_1, g.iso_3166_1, g.source_id, s.name, s.licence, s.url, coalesce(c.attribution, '') as attribution
    from (
      select 'en' as iso_639_1, 'US' as iso_3166_1, coalesce(f.source_id, r.source_id) as source_id
      from ${raw(of)} t join record r on r.kind = ${of} and r.id = t.id
      left join field_source f on f.kind = ${of} and f.entity_id = t.id and f.key = ${name}
        and f.iso_639_1 = '' and f.iso_3166_1 = ''
      where ${db.engine.anyOf(raw('t.id'), ids)} and ${raw(`t.${name}`)} <> ''
      union all
      select w.iso_639_1, w.iso_3166_1, coalesce(o.source_id, w.source_id)
      from translation w
      left join field_source o on o.kind = w.kind and o.entity_id = w.entity_id and o.key = ${name}
        and o.iso_639_1 = w.iso_639_1 and o.iso_3166_1 = w.iso_3166_1
      where w.kind = ${of} and ${db.engine.anyOf(raw('w.entity_id'), ids)} and ${raw(`w.${name}`)} <> ''
    ) as g cross join source s left join followed_source c on c.source_id = s.id where s.id = g.source_id
    order by s.name, g.source_id, g.iso_639_1, g.iso_3166_1`,
  )
}
