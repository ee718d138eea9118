import { type TProperties, Type } from 'typebox'
import { showing, showingAs } from '#src/contract/cache-tags.ts'
import type { Language } from '#src/contract/parameters.ts'
import { nullable } from '#src/contract/schema.ts'
import type { Engine } from '#src/database/database.ts'
import { empty, raw, type Sql, sql } from '#src/database/sql.ts'
import { type Gallery, type Kind, kind, type TextName } from '../kinds.ts'
import { inLanguage } from './per-language.ts'

/** A movie in a list; lists of mixed rows add `media_type`. */
export const MovieSummary = showing(
  'movie',
  Type.Object(
    {
      adult: Type.Boolean(),
      backdrop_path: nullable(Type.String()),
      genre_ids: Type.Array(Type.Integer()),
      id: Type.Integer(),
      original_language: Type.String(),
      original_title: Type.String(),
      overview: Type.String(),
      popularity: Type.Number(),
      poster_path: nullable(Type.String()),
      release_date: Type.String(),
      title: Type.String(),
      video: Type.Boolean(),
      vote_average: Type.Number(),
      vote_count: Type.Integer(),
    },
    { title: 'MovieSummary' },
  ),
)

/** A series in a list; lists of mixed rows add `media_type`. */
export const TvSummary = showing(
  'series',
  Type.Object(
    {
      adult: Type.Boolean(),
      backdrop_path: nullable(Type.String()),
      first_air_date: Type.String(),
      genre_ids: Type.Array(Type.Integer()),
      id: Type.Integer(),
      name: Type.String(),
      origin_country: Type.Array(Type.String()),
      original_language: Type.String(),
      original_name: Type.String(),
      overview: Type.String(),
      popularity: Type.Number(),
      poster_path: nullable(Type.String()),
      vote_average: Type.Number(),
      vote_count: Type.Integer(),
    },
    { title: 'TvSummary' },
  ),
)

/** A row with further fields; `title` names the shape in the contract. */
export const extend = <Base extends TProperties, More extends TProperties>(
  base: { properties: Base },
  more: More,
  title: string,
) => showingAs(base, Type.Object({ ...base.properties, ...more }, { title }))

export const MovieRow = extend(MovieSummary, { media_type: Type.Literal('movie') }, 'MovieRow')
export const TvRow = extend(TvSummary, { media_type: Type.Literal('tv') }, 'TvRow')

/** Columns and joins that make the texts of a kind's table `alias` in a language. */
export type Texts = {
  /** The title in the language, else the original one, else the en-US one: a record is never without a name. */
  title: Sql
  /** A text in the language, else ''. */
  text(name: TextName): Sql
  join: Sql
}

/**
 * The texts of records: en-US ones stand in the kind's own table, others in translations. There is no fallback from one
 * language or region to another, but the title falls back to the original one, and to that of en-US if it has none.
 */
export function textsOf(of: Kind, alias: string, language: Language): Texts {
  const { title, original, texts } = kind(of)
  const own = texts.length === 0 || (language.iso_639_1 === 'en' && language.iso_3166_1 === 'US')
  const from = own ? alias : `${alias}_texts`
  // A collection's translations call its name a title.
  const column = own ? title : texts.includes('title') ? 'title' : 'name'
  return {
    title: raw(`coalesce(nullif(${from}.${column}, ''), nullif(${alias}.${original}, ''), ${alias}.${title})`),
    text: (name) => raw(own ? `${alias}.${name}` : `coalesce(${from}.${name}, '')`),
    join: own
      ? empty
      : sql`left join translation ${raw(from)}
          on ${raw(from)}.kind = ${of} and ${raw(from)}.entity_id = ${raw(alias)}.id
          and ${raw(from)}.iso_639_1 = ${language.iso_639_1} and ${raw(from)}.iso_3166_1 = ${language.iso_3166_1}`,
  }
}

/**
 * The path of the best picture of a gallery, else what the record itself names in `column`. Posters and logos: one in
 * the language, else in the original language, else any; backdrops: one without language first; others: the best.
 */
export function pictureOf(of: Kind, alias: string, gallery: Gallery, column: string, language?: Language): Sql {
  const a = raw(alias)
  // Each is the first entry of an index that fits: one query that sorts by preference takes twice as long.
  const best = (condition: Sql) => sql`(select file_path from image
    where kind = '${raw(of)}' and entity_id = ${a}.id and gallery = '${raw(gallery)}' ${condition}
    order by vote_average desc, vote_count desc, file_path limit 1)`
  const preferred =
    gallery === 'backdrops'
      ? sql`${best(sql`and iso_639_1 is null`)},`
      : gallery === 'posters' && language
        ? sql`${best(sql`and iso_639_1 = ${language.iso_639_1}`)},
            ${best(sql`and iso_639_1 = ${originalLanguage(of, a)}`)},`
        : empty
  return sql`coalesce(${preferred} ${best(empty)}, ${a}.${raw(column)})`
}

/** Of whatever has posters; a season has the original language of its series. */
const originalLanguage = (of: Kind, alias: Sql) =>
  of === 'season'
    ? sql`(select original_language from series where id = ${alias}.series_id)`
    : sql`${alias}.original_language`

const genreIds = (engine: Engine, of: 'movie' | 'series', alias: string) =>
  engine.list(sql`select genre_id as value from title_genre
    where kind = ${of} and entity_id = ${raw(alias)}.id order by position, genre_id`)

/** What a query selects for one shape of row, and the joins that it needs. */
export type Selection = { columns: Sql; join: Sql }

/** A MovieSummary, from `movie m`. */
export const movieSummary = inLanguage((language: Language, engine: Engine): Selection => {
  const { title, text, join } = textsOf('movie', 'm', language)
  const columns = sql`m.adult, ${pictureOf('movie', 'm', 'backdrops', 'backdrop_path')} as backdrop_path,
    ${genreIds(engine, 'movie', 'm')} as genre_ids, m.id, m.original_language, m.original_title,
    ${text('overview')} as overview, m.popularity,
    ${pictureOf('movie', 'm', 'posters', 'poster_path', language)} as poster_path,
    m.release_date, ${title} as title, m.video, m.vote_average, m.vote_count`
  return { columns, join }
})

/** A TvSummary, from `series s`. */
export const tvSummary = inLanguage((language: Language, engine: Engine): Selection => {
  const { title, text, join } = textsOf('series', 's', language)
  const columns = sql`s.adult, ${pictureOf('series', 's', 'backdrops', 'backdrop_path')} as backdrop_path,
    s.first_air_date, ${genreIds(engine, 'series', 's')} as genre_ids, s.id, ${title} as name, s.origin_country,
    s.original_language, s.original_name, ${text('overview')} as overview, s.popularity,
    ${pictureOf('series', 's', 'posters', 'poster_path', language)} as poster_path, s.vote_average, s.vote_count`
  return { columns, join }
})
