import { type TProperties, type TSchema, Type } from 'typebox'

/** The shapes of the peer's replies: Fastify makes a serializer of each. */

const text = Type.String()
const textOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'] })
const integer = Type.Integer()
const integerOrNull = Type.Unsafe<number | null>({ type: ['integer', 'null'] })
const number = Type.Number()
const numberOrNull = Type.Unsafe<number | null>({ type: ['number', 'null'] })

const page = (row: TSchema) => ({
  page: integer,
  results: Type.Array(row),
  total_pages: integer,
  total_results: integer,
})

const movie = {
  adult: Type.Boolean(),
  backdrop_path: textOrNull,
  genre_ids: Type.Array(integer),
  id: integer,
  original_language: text,
  original_title: text,
  overview: text,
  popularity: number,
  poster_path: textOrNull,
  release_date: text,
  title: text,
  video: Type.Boolean(),
  vote_average: number,
  vote_count: integer,
}
const movieRow = Type.Object({ ...movie, media_type: Type.Literal('movie') })

const series = {
  adult: Type.Boolean(),
  backdrop_path: textOrNull,
  first_air_date: text,
  genre_ids: Type.Array(integer),
  id: integer,
  name: text,
  origin_country: Type.Array(text),
  original_language: text,
  original_name: text,
  overview: text,
  popularity: number,
  poster_path: textOrNull,
  vote_average: number,
  vote_count: integer,
}
const seriesRow = Type.Object({ ...series, media_type: Type.Literal('tv') })

const personRow = Type.Object({
  adult: Type.Boolean(),
  gender: integer,
  id: integer,
  known_for_department: textOrNull,
  name: text,
  original_name: text,
  popularity: number,
  profile_path: textOrNull,
  known_for: Type.Array(Type.Union([movieRow, seriesRow])),
  media_type: text,
})

const episodeRow = Type.Object({
  id: integer,
  name: text,
  overview: text,
  vote_average: number,
  vote_count: integer,
  air_date: textOrNull,
  episode_number: integer,
  episode_type: text,
  production_code: text,
  runtime: integerOrNull,
  season_number: integer,
  show_id: integer,
  still_path: textOrNull,
  media_type: text,
})

const seasonRow = Type.Object({
  air_date: textOrNull,
  episode_count: integer,
  id: integer,
  name: text,
  overview: text,
  poster_path: textOrNull,
  season_number: integer,
  vote_average: number,
  media_type: text,
  show_id: integer,
})

const reply = (properties: TProperties) => Type.Object({ id: integer, ...properties })

export const movieCredits = reply({
  cast: Type.Array(Type.Object({ ...movie, character: text, credit_id: text, order: integer })),
  crew: Type.Array(Type.Object({ ...movie, credit_id: text, department: text, job: text })),
})

export const findResults = Type.Object({
  movie_results: Type.Array(movieRow),
  person_results: Type.Array(personRow),
  tv_results: Type.Array(seriesRow),
  tv_episode_results: Type.Array(episodeRow),
  tv_season_results: Type.Array(seasonRow),
})

export const reviews = reply(
  page(
    Type.Object({
      author: text,
      author_details: Type.Object({ name: text, username: text, avatar_path: textOrNull, rating: numberOrNull }),
      content: text,
      created_at: text,
      id: text,
      updated_at: text,
      url: text,
    }),
  ),
)

export const alternativeTitles = reply({
  results: Type.Array(Type.Object({ iso_3166_1: text, title: text, type: text })),
})

export const alternativeNames = reply({ results: Type.Array(Type.Object({ name: text, type: text })) })

export const videos = reply({
  results: Type.Array(
    Type.Object({
      iso_639_1: text,
      iso_3166_1: text,
      name: text,
      key: text,
      site: text,
      size: integer,
      type: text,
      official: Type.Boolean(),
      published_at: text,
      id: text,
    }),
  ),
})

export const logos = reply({
  logos: Type.Array(
    Type.Object({
      aspect_ratio: number,
      file_path: text,
      height: integer,
      id: text,
      file_type: text,
      vote_average: number,
      vote_count: integer,
      width: integer,
    }),
  ),
})

export const externalIds = reply({
  filmdb_id: textOrNull,
  kb1_mid: textOrNull,
  kb1_id: textOrNull,
  tvdata_id: integerOrNull,
  tvguide_id: integerOrNull,
  kb2_id: textOrNull,
  socialnet1_id: textOrNull,
  socialnet2_id: textOrNull,
  socialnet3_id: textOrNull,
})

export const collection = reply({
  name: text,
  original_language: text,
  original_name: text,
  overview: text,
  poster_path: textOrNull,
  backdrop_path: textOrNull,
  parts: Type.Array(movieRow),
})

export const company = Type.Object({
  description: text,
  headquarters: text,
  homepage: text,
  id: integer,
  logo_path: textOrNull,
  name: text,
  origin_country: text,
  parent_company: Type.Unsafe<object | null>({
    ...Type.Object({ id: integer, logo_path: textOrNull, name: text }),
    type: ['object', 'null'],
  }),
})

export const changes = Type.Object(page(Type.Object({ id: integer, adult: Type.Boolean() })))

export const onTheAir = Type.Object(page(Type.Object(series)))

export const languages = Type.Array(Type.Object({ iso_639_1: text, english_name: text, name: text }))
