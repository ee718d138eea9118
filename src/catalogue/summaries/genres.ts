import { type Static, Type } from 'typebox'
import { showsRecord } from '#src/contract/cache-tags.ts'
import type { Language } from '#src/contract/parameters.ts'
import type { Database } from '#src/database/database.ts'
import { type Sql, sql } from '#src/database/sql.ts'
import { genreNames } from '#src/reference/reference.ts'
import { perLanguage } from './per-language.ts'

export const Genre = Type.Object(
  { id: Type.Integer(), name: Type.String() },
  { title: 'Genre', ...showsRecord('genre') },
)

const NamedGenre = Type.Object({ ...Genre.properties, stated_name: Type.String() })

/** Only the language counts: where sources state names for several of its countries, that of the request goes first. */
const columns = perLanguage(({ iso_639_1, iso_3166_1 }: Language): Sql => {
  if (iso_639_1 === 'en') return sql`g.id, g.name, '' as stated_name`
  return sql`g.id, g.name, coalesce((select name from translation
    where kind = 'genre' and entity_id = g.id and iso_639_1 = ${iso_639_1} and name <> ''
    order by case when iso_3166_1 = ${iso_3166_1} then 0 else 1 end, iso_3166_1 limit 1), '') as stated_name`
})

/**
 * Genres `g` with their names in a language: what a source states, else what the reference lists have, else the English
 * name.
 */
export async function genresIn(db: Database, language: Language, from: Sql): Promise<Static<typeof Genre>[]> {
  const rows = await db.all(NamedGenre, sql`select ${columns(language)} ${from}`)
  const names = genreNames[language.iso_639_1]
  return rows.map(({ id, name, stated_name }) => ({ id, name: stated_name || (names?.[id] ?? name) }))
}
