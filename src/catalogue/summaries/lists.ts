import { Type } from 'typebox'
import { showsRevision } from '#src/contract/cache-tags.ts'
import type { Language } from '#src/contract/languages.ts'
import { nullable } from '#src/contract/schema.ts'
import { raw, type Sql, sql } from '#src/database/sql.ts'
import { perLanguage } from './per-language.ts'
import { pictureOf } from './selection.ts'

/** What every reply says of a list. */
export const listFacts = {
  description: Type.String(),
  /** Nothing in version 3 of the interface marks a list as a favourite, so nobody has. */
  favorite_count: Type.Integer(),
  id: Type.Integer(),
  item_count: Type.Integer(),
  iso_639_1: Type.String(),
  name: Type.String(),
  poster_path: nullable(Type.String()),
}
const list_type = Type.Literal('movie')
const iso_3166_1 = Type.String()

/** A list that somebody made, among the lists of their account. */
export const AccountListItem = Type.Object({ ...listFacts, list_type }, { title: 'AccountListItem' })
/** The same among the lists of everybody. */
export const ListSummary = Type.Object(
  { ...listFacts, iso_3166_1, list_type },
  { title: 'ListSummary', ...showsRevision('lists') },
)
/** Among the lists that hold a series; such rows have no type. */
export const SeriesListSummary = Type.Object(
  { ...listFacts, iso_3166_1 },
  { title: 'TvListSummary', ...showsRevision('lists') },
)

/** Of a list `l`: everybody may see it, and find it. */
export const isPublic = raw(`l.visibility = 'public' and (l.hidden is null or l.hidden = 'text')`)

/** The poster of the chosen item, else that of the first one. */
const cover = perLanguage((language: Language) => {
  const posterOf = (kind: 'movie' | 'series', alias: string) => sql`
    (select ${pictureOf(kind, alias, 'posters', 'poster_path', language)} from ${raw(kind)} ${raw(alias)}
      where ${raw(alias)}.id = i.entity_id)`
  const ofItem = sql`case when i.kind = 'movie' then ${posterOf('movie', 'm')} else ${posterOf('series', 's')} end`
  return sql`coalesce(
    (select ${ofItem} from list_item i
      where i.list_id = l.id and i.kind = l.cover_kind and i.entity_id = l.cover_id),
    (select ${ofItem} from list_item i where i.list_id = l.id order by i.position, i.kind, i.entity_id limit 1))`
})

/** The facts of all of these rows, from `user_list l`. Others do not see what moderators have hidden. */
export function listSummary(language: Language, isOwn = false): Sql {
  const text = (column: string) =>
    isOwn ? raw(`l.${column}`) : raw(`case when l.hidden is null then l.${column} else '' end`)
  return sql`${text('description')} as description, 0 as favorite_count, l.id,
    (select count(*) from list_item i where i.list_id = l.id) as item_count, l.iso_639_1, ${text('name')} as name,
    ${cover(language)} as poster_path, 'movie' as list_type`
}

/** The same with the country of the language of a list, which nobody states: it is empty. */
export const listRow = (language: Language): Sql => sql`${listSummary(language)}, '' as iso_3166_1`
