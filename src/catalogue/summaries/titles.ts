import { Type } from 'typebox'
import { showsRecord } from '#src/contract/cache-tags.ts'
import type { Language } from '#src/contract/parameters.ts'
import { extend, nullable } from '#src/contract/schema.ts'
import type { Engine } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { perLanguage } from './per-language.ts'
import { pictureOf, type Selection } from './selection.ts'
import { textLanguages, textsOf } from './texts.ts'

/** A movie in a list; lists of mixed rows add `media_type`. */
export const MovieSummary = Type.Object(
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
    ...textLanguages('title', 'overview'),
  },
  { title: 'MovieSummary', ...showsRecord('movie') },
)

/** A series in a list; lists of mixed rows add `media_type`. */
export const SeriesSummary = Type.Object(
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
    ...textLanguages('name', 'overview'),
  },
  { title: 'TvSummary', ...showsRecord('series') },
)

export const MovieRow = extend(MovieSummary, { media_type: Type.Literal('movie') }, 'MovieRow')
export const SeriesRow = extend(SeriesSummary, { media_type: Type.Literal('tv') }, 'TvRow')

const genreIds = (engine: Engine, of: 'movie' | 'series', alias: string) =>
  engine.list(sql`select genre_id as value from title_genre
    where kind = ${of} and entity_id = ${raw(alias)}.id order by position, genre_id`)

/** A MovieSummary, from `movie m`. */
export const movieSummary = perLanguage((language: Language, engine: Engine): Selection => {
  const { title, beginning, languages, join } = textsOf('movie', 'm', language, engine)
  const columns = sql`m.adult, ${pictureOf('movie', 'm', 'backdrops', 'backdrop_path')} as backdrop_path,
    ${genreIds(engine, 'movie', 'm')} as genre_ids, m.id, m.original_language, m.original_title,
    ${beginning('overview')} as overview, m.popularity,
    ${pictureOf('movie', 'm', 'posters', 'poster_path', language)} as poster_path,
    m.release_date, ${title} as title, m.video, m.vote_average, m.vote_count${languages('title', 'overview')}`
  return { columns, join }
})

/** A SeriesSummary, from `series s`. */
export const seriesSummary = perLanguage((language: Language, engine: Engine): Selection => {
  const { title, beginning, languages, join } = textsOf('series', 's', language, engine)
  const columns = sql`s.adult, ${pictureOf('series', 's', 'backdrops', 'backdrop_path')} as backdrop_path,
    s.first_air_date, ${genreIds(engine, 'series', 's')} as genre_ids, s.id, ${title} as name, s.origin_country,
    s.original_language, s.original_name, ${beginning('overview')} as overview, s.popularity,
    ${pictureOf('series', 's', 'posters', 'poster_path', language)} as poster_path, s.vote_average, s.vote_count
    ${languages('name', 'overview')}`
  return { columns, join }
})
