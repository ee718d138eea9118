import { either, type Shape } from '../shape.ts'

// Rows of lists. What is wrapped in `typed…` stands where rows of several kinds meet.

export const movie = {
  adult: 'bool',
  backdrop_path: 'path|null',
  genre_ids: ['int'],
  id: 'id',
  original_language: 'language|empty',
  original_title: 'text',
  overview: 'text',
  popularity: 'popularity',
  poster_path: 'path|null',
  release_date: 'date|empty',
  title: 'text',
  video: 'bool',
  vote_average: 'average',
  vote_count: 'count',
  'softcore@common': 'bool',
} as const
export const typedMovie = { ...movie, media_type: '=movie' } as const

export const series = {
  adult: 'bool',
  backdrop_path: 'path|null',
  first_air_date: 'date|empty',
  genre_ids: ['int'],
  id: 'id',
  name: 'text',
  origin_country: ['country'],
  original_language: 'language|empty',
  original_name: 'text',
  overview: 'text',
  popularity: 'popularity',
  poster_path: 'path|null',
  vote_average: 'average',
  vote_count: 'count',
  'softcore@common': 'bool',
} as const
export const typedSeries = { ...series, media_type: '=tv' } as const

/** Every row of cast and crew begins with these. */
export const personBase = {
  adult: 'bool',
  gender: 'gender',
  id: 'id',
  known_for_department: 'text|null',
  name: 'text',
  original_name: 'text',
  popularity: 'popularity',
  profile_path: 'path|null',
} as const
export const person = { ...personBase, known_for: [either(typedMovie, typedSeries)] } as const
export const typedPerson = { ...person, media_type: '=person' } as const
export const trendingPerson = { ...personBase, 'known_for?': person.known_for, media_type: '=person' } as const

export const episode = {
  id: 'id',
  name: 'text',
  overview: 'text',
  vote_average: 'average',
  vote_count: 'count',
  air_date: 'date|null',
  episode_number: 'count',
  episode_type: 'text',
  production_code: 'text',
  runtime: 'count|null',
  season_number: 'count',
  show_id: 'id',
  still_path: 'path|null',
} as const
export const typedEpisode = { ...episode, media_type: '=tv_episode' } as const

export const typedSeason = {
  id: 'id',
  name: 'text',
  overview: 'text',
  poster_path: 'path|null',
  media_type: '=tv_season',
  vote_average: 'average',
  air_date: 'date|null',
  season_number: 'count',
  show_id: 'id',
  episode_count: 'count',
} as const

export const cast = { ...personBase, character: 'text', credit_id: 'hex24', order: 'count' } as const
export const movieCast = { ...cast, cast_id: 'int' } as const
export const crew = { ...personBase, credit_id: 'hex24', department: 'text', job: 'text' } as const

export const aggregateCredits = {
  cast: [
    {
      ...personBase,
      roles: [{ credit_id: 'hex24', character: 'text', episode_count: 'count' }],
      total_episode_count: 'count',
      order: 'count',
    },
  ],
  crew: [
    {
      ...personBase,
      jobs: [{ credit_id: 'hex24', job: 'text', episode_count: 'count' }],
      department: 'text',
      total_episode_count: 'count',
    },
  ],
  id: 'id',
} as const

export const genre = { id: 'id', name: 'text' } as const
export const keyword = { id: 'id', name: 'text' } as const
export const country = { iso_3166_1: 'country', name: 'text' } as const
export const spokenLanguage = { english_name: 'text', iso_639_1: 'language', name: 'text' } as const
export const company = { id: 'id', logo_path: 'path|null', name: 'text', origin_country: 'country|empty' } as const
export const alternativeTitle = { iso_3166_1: 'country|empty', title: 'text', type: 'text' } as const

export const image = {
  aspect_ratio: 'aspect_ratio',
  height: 'count',
  iso_3166_1: 'country|null',
  iso_639_1: 'language|null',
  file_path: 'path',
  vote_average: 'average',
  vote_count: 'count',
  width: 'count',
} as const
export const titleImages = { backdrops: [image], id: 'id', logos: [image], posters: [image] } as const

export const logo = {
  aspect_ratio: 'aspect_ratio',
  file_path: 'png_path',
  height: 'count',
  id: 'hex24',
  file_type: '=.png|=.svg',
  vote_average: 'average',
  vote_count: 'count',
  width: 'count',
} as const
export const logoImages = { id: 'id', logos: [logo] } as const

export const videos = {
  id: 'id',
  results: [
    {
      iso_639_1: 'language|empty',
      iso_3166_1: 'country|empty',
      name: 'text',
      key: 'text',
      site: 'text',
      size: 'video_size',
      type: 'text',
      official: 'bool',
      published_at: 'timestamp',
      id: 'hex24',
    },
  ],
} as const

/** A provider without a logo has none, like every record without a picture. */
export const offer = {
  logo_path: 'path|null',
  provider_id: 'id',
  provider_name: 'text',
  display_priority: 'int',
} as const

/** Translations of a record, each with the texts of its kind. */
export const translations = (data: Shape): Shape => ({
  id: 'id',
  translations: [{ iso_3166_1: 'country|empty', iso_639_1: 'language', name: 'text', english_name: 'text', data }],
})

/** A review, as lists show it. */
export const review = {
  author: 'text',
  author_details: { name: 'text', username: 'text', avatar_path: 'path|null', rating: 'rating|null' },
  content: 'text',
  created_at: 'timestamp',
  id: 'hex24',
  updated_at: 'timestamp',
  url: 'address',
} as const

/** What changed of one record; `value` may be anything. */
export const changes = {
  changes: [
    {
      key: 'text',
      items: [
        {
          id: 'hex24',
          action: '=added|=created|=updated|=deleted|=destroyed',
          time: 'utc_time',
          iso_639_1: 'language|empty',
          iso_3166_1: 'country|empty',
          'value?': 'any',
          'original_value?': 'any',
        },
      ],
    },
  ],
} as const
