import { type Static, Type } from 'typebox'
import { showsRecord } from '#src/contract/cache-tags.ts'
import { type Language, type Locale, languagesOf } from '#src/contract/languages.ts'
import type { Reader } from '#src/database/database.ts'
import { join, raw, type Sql, sql } from '#src/database/sql.ts'
import { genreNames } from '#src/reference/reference.ts'
import { perLanguage } from './per-language.ts'

export const Genre = Type.Object(
  { id: Type.Integer(), name: Type.String() },
  { title: 'Genre', ...showsRecord('genre') },
)

/** The column with the stated name in the language at a place of a chain. */
const columnAt = (place: number) => (place === 0 ? 'stated_name' : `stated_name_${place}`)

/** Only the language counts: where sources state names for several of its countries, that of the request goes first. */
function statedName({ iso_639_1, iso_3166_1 }: Locale, place: number): Sql {
  const column = raw(columnAt(place))
  if (iso_639_1 === 'en') return sql`'' as ${column}`
  return sql`coalesce((select name from translation
    where kind = 'genre' and entity_id = g.id and iso_639_1 = ${iso_639_1} and name <> ''
    order by case when iso_3166_1 = ${iso_3166_1} then 0 else 1 end, iso_3166_1 limit 1), '') as ${column}`
}

/** What is read about genres in a language or a chain. */
const reading = perLanguage((language: Language) => {
  const locales = languagesOf(language)
  const stated = locales.map((_, place) => [columnAt(place), Type.String()])
  return {
    locales,
    row: Type.Object({ ...Genre.properties, ...Object.fromEntries(stated) }) as typeof Genre,
    columns: sql`g.id, g.name, ${join(locales.map(statedName))}`,
  }
})

/**
 * Genres `g` with their names in a language: what a source states, else what the reference lists have, else that in the
 * next language of a chain, else the English name.
 */
export async function genresIn(db: Reader, language: Language, from: Sql): Promise<Static<typeof Genre>[]> {
  const { locales, row, columns } = reading(language)
  const rows = await db.all(row, sql`select ${columns} ${from}`)
  return rows.map((genre) => ({ id: genre.id, name: nameIn(locales, genre) }))
}

/** The name of a genre in the first language that has one. Its own name is the English one. */
function nameIn(locales: readonly Locale[], genre: Static<typeof Genre>): string {
  const names = locales.map(({ iso_639_1 }, place) => {
    const stated = (genre as Record<string, unknown>)[columnAt(place)] as string
    return stated || (iso_639_1 === 'en' ? genre.name : genreNames[iso_639_1]?.[genre.id])
  })
  return names.find((name) => name) ?? genre.name
}
