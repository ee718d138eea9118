import { countriesByLanguage, type Language, type Locale, languagesOf } from '#src/contract/languages.ts'
import { empty, join, raw, type Sql, sql } from '#src/database/sql.ts'
import { type Gallery, type Kind, kind } from '../kinds.ts'

/** What a query selects for one shape of row, and the joins that it needs. */
export type Selection = { columns: Sql; join: Sql }

/**
 * The path of the best picture of a gallery, else the one that the record itself names in `column`. Among pictures with
 * the same votes that one comes first, then their stated order counts. Posters: one in the requested language, or in
 * the first of a chain that has one (of its country, else of none, else of any), else in the original language, else
 * any; backdrops: one without language first; others: the best.
 */
export function pictureOf(of: Kind, alias: string, gallery: Gallery, column: string, language?: Language): Sql {
  const a = raw(alias)
  // All but those of a language are among the first entries of a fitting index, and one query for all of them would
  // take twice as long.
  const best = (condition: Sql, first = empty) => sql`(select file_path from image
    where kind = '${raw(of)}' and entity_id = ${a}.id and gallery = '${raw(gallery)}' ${condition}
    order by ${first} vote_average desc, vote_count desc,
      case when file_path = ${a}.${raw(column)} then 0 else 1 end, position, file_path limit 1)`
  const preferred =
    gallery === 'backdrops'
      ? sql`${best(sql`and iso_639_1 is null`)},`
      : gallery === 'posters' && language
        ? sql`${inEach(language, (code, countries) => best(sql`and iso_639_1 = ${code}`, sql`${placeOf(countries)},`))},
            ${best(sql`and iso_639_1 = ${originalLanguage(of, a)}`)},`
        : empty
  return sql`coalesce(${preferred} ${best(empty)}, ${a}.${raw(column)})`
}

/** For kinds with posters; a season has the original language of its series. */
const originalLanguage = (of: Kind, alias: Sql) =>
  of === 'season'
    ? sql`(select original_language from series where id = ${alias}.series_id)`
    : sql`${alias}.original_language`

/** A query for each language of a chain, with its countries. */
const inEach = (language: Language, queryFor: (code: string, countries: readonly string[]) => Sql): Sql =>
  join([...countriesByLanguage(languagesOf(language))].map(([code, countries]) => queryFor(code, countries)))

/** The place of an image among those of its language: that of its country, then without one, then of any other. */
function placeOf(countries: readonly string[], from = 0): Sql {
  const named = countries.map((country, place) => sql`when iso_3166_1 = ${country} then ${raw(String(from + place))}`)
  const [without, others] = [from + countries.length, from + countries.length + 1]
  return sql`case ${join(named, ' ')} when iso_3166_1 is null then ${raw(`${without} else ${others}`)} end`
}

/**
 * The place of an image by its language and country: each language that is asked for in turn, and behind them all that
 * is shown besides. Backdrops without a language fit any, so their votes decide.
 */
export function languageFirst(asked: readonly Locale[]): Sql {
  const byLanguage = [...countriesByLanguage(asked)]
  let place = 0
  const places = byLanguage.map(([code, countries]) => {
    const own = sql`when iso_639_1 = ${code} then ${placeOf(countries, place)}`
    place += countries.length + 2
    return own
  })
  return sql`case when gallery = 'backdrops' and iso_639_1 is null then 0 ${join(places, ' ')}
    else ${raw(String(place))} end`
}

const pathColumns: Readonly<Record<Gallery, string>> = {
  backdrops: 'backdrop_path',
  logos: 'logo_path',
  posters: 'poster_path',
  profiles: 'profile_path',
  stills: 'still_path',
}

/** 0 for an image, from `image`, that its record names, and 1 for others. */
export function namedFirst(of: Kind, id: number): Sql {
  const columns = kind(of).galleries.flatMap((gallery) =>
    Object.hasOwn(kind(of).fields, pathColumns[gallery]) ? [pathColumns[gallery]] : [],
  )
  const named = columns.map((column) => sql`select ${raw(column)} from ${raw(of)} where id = ${id}`)
  return named.length > 0 ? sql`case when file_path in (${join(named, ' union all ')}) then 0 else 1 end` : raw('1')
}

/** The order of the images of a record: by votes, then those that it names itself, then as their source has them. */
export const bestFirst = (of: Kind, id: number): Sql =>
  sql`vote_average desc, vote_count desc, ${namedFirst(of, id)}, position, file_path, gallery, id`
