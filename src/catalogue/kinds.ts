import { type Sql, sql } from '#src/database/sql.ts'
import * as is from './fields.ts'

/** Values of path parameters: whole numbers, and filmdb ids of movies. */
export type PathParameters = Record<string, number | string>

type KindEntry = {
  /** The path of its details in the interface. */
  path: string
  /** `media_type` of its rows. */
  media_type: string
  /** What replies and lines call its title. */
  title: 'title' | 'name'
  /** The column with the original title, which is shown where there is none in the requested language. */
  original: string
  /** The columns of its table besides `id` (and the numbers that say where a season or episode belongs). */
  fields: Record<string, is.Field>
  /** Texts of a translation, in the order of its `data`. */
  texts: readonly TextName[]
  /** Galleries of its images; each is an array in the images reply. */
  galleries: readonly Gallery[]
  /** External ids in its reply, in order. */
  external_ids: readonly ExternalSource[]
  /** The parts that are operations of their own and can be appended to the details. */
  operationParts: readonly PartName[]
  /** Further parts of its lines, which have no operation: the details show them, or they only serve to find records. */
  storedOnlyParts: readonly PartName[]
  /** Finds the id of the record that a path names. */
  idOf(p: PathParameters): Sql
}

export type TextName = 'title' | 'name' | 'overview' | 'tagline' | 'homepage' | 'biography' | 'runtime'
export type PartName =
  | 'aggregate_credits'
  | 'alternative_names'
  | 'alternative_titles'
  | 'combined_credits'
  | 'content_ratings'
  | 'credits'
  | 'episode_groups'
  | 'external_ids'
  | 'genres'
  | 'images'
  | 'keywords'
  | 'lists'
  | 'movie_credits'
  | 'movies'
  | 'networks'
  | 'production_companies'
  | 'recommendations'
  | 'release_dates'
  | 'releases'
  | 'reviews'
  | 'screened_theatrically'
  | 'similar'
  | 'tagged_images'
  | 'tagged_people'
  | 'trailers'
  | 'translations'
  | 'tv_credits'
  | 'videos'
  | 'watch/providers'
export type Gallery = 'backdrops' | 'logos' | 'posters' | 'stills' | 'profiles'

/** Every external system whose ids are stored and found; a reply shows those of its kind. Source: the vocabulary. */
export const externalSources = {
  filmdb_id: { isNumber: false },
  kb1_mid: { isNumber: false },
  kb1_id: { isNumber: false },
  tvdata_id: { isNumber: true },
  tvguide_id: { isNumber: true },
  kb2_id: { isNumber: false },
  socialnet1_id: { isNumber: false },
  socialnet2_id: { isNumber: false },
  socialnet3_id: { isNumber: false },
  socialnet4_id: { isNumber: false },
  socialnet5_id: { isNumber: false },
  videosite1_id: { isNumber: false },
} as const
export type ExternalSource = keyof typeof externalSources

const socials = ['socialnet1_id', 'socialnet2_id', 'socialnet3_id'] as const
const catalogueIds = ['kb1_mid', 'kb1_id', 'tvdata_id', 'tvguide_id', 'kb2_id'] as const

/** Every kind of record in the catalogue. This is the only list of them. */
export const kinds = {
  company: {
    path: '/3/company/{company_id}',
    media_type: 'company',
    title: 'name',
    original: 'name',
    fields: {
      name: is.line,
      description: is.text,
      headquarters: is.line,
      homepage: is.address,
      origin_country: is.country,
      logo_path: is.path,
      parent_company_id: is.belongsTo('company', 'parent_company'),
    },
    texts: [],
    galleries: ['logos'],
    external_ids: [],
    operationParts: ['alternative_names', 'images', 'movies'],
    storedOnlyParts: ['external_ids'],
    idOf: (p) => sql`select id from company where id = ${p.company_id}`,
  },
  network: {
    path: '/3/network/{network_id}',
    media_type: 'network',
    title: 'name',
    original: 'name',
    fields: {
      name: is.line,
      headquarters: is.line,
      homepage: is.address,
      origin_country: is.country,
      logo_path: is.path,
    },
    texts: [],
    galleries: ['logos'],
    external_ids: [],
    operationParts: ['alternative_names', 'images'],
    storedOnlyParts: ['external_ids'],
    idOf: (p) => sql`select id from network where id = ${p.network_id}`,
  },
  person: {
    path: '/3/person/{person_id}',
    media_type: 'person',
    title: 'name',
    original: 'original_name',
    fields: {
      name: is.translatedLine,
      original_name: is.line,
      adult: is.flag,
      gender: is.small,
      birthday: is.day_or_null,
      birthday_precision: is.precision,
      deathday: is.day_or_null,
      deathday_precision: is.precision,
      homepage: is.address_or_null,
      known_for_department: is.line_or_null,
      place_of_birth: is.line_or_null,
      stated_popularity: is.stated_popularity,
      profile_path: is.path,
      also_known_as: is.names,
      biography: is.translated,
    },
    texts: ['biography', 'name'],
    galleries: ['profiles'],
    external_ids: [
      'kb1_mid',
      'kb1_id',
      'filmdb_id',
      'tvguide_id',
      'kb2_id',
      'socialnet1_id',
      'socialnet2_id',
      'socialnet4_id',
      'socialnet3_id',
      'videosite1_id',
    ],
    operationParts: [
      'combined_credits',
      'external_ids',
      'images',
      'movie_credits',
      'tagged_images',
      'translations',
      'tv_credits',
    ],
    storedOnlyParts: [],
    idOf: (p) => sql`select id from person where id = ${p.person_id}`,
  },
  collection: {
    path: '/3/collection/{collection_id}',
    media_type: 'collection',
    title: 'name',
    original: 'original_name',
    fields: {
      name: is.translatedLine,
      original_name: is.line,
      original_language: is.language,
      overview: is.translated,
      homepage: is.translatedAddress,
      poster_path: is.path,
      backdrop_path: is.path,
    },
    texts: ['title', 'overview', 'homepage'],
    galleries: ['backdrops', 'posters'],
    external_ids: [],
    operationParts: ['images', 'translations'],
    storedOnlyParts: ['external_ids'],
    idOf: (p) => sql`select id from collection where id = ${p.collection_id}`,
  },
  movie: {
    path: '/3/movie/{movie_id}',
    media_type: 'movie',
    title: 'title',
    original: 'original_title',
    fields: {
      title: is.translatedLine,
      original_title: is.line,
      original_language: is.language,
      overview: is.translated,
      tagline: is.translated,
      homepage: is.translatedAddress,
      adult: is.flag,
      video: is.flag,
      status: is.line,
      release_date: is.day,
      release_date_precision: is.precision,
      runtime: is.small,
      budget: is.whole,
      revenue: is.whole,
      stated_popularity: is.stated_popularity,
      stated_average: is.stated_average,
      stated_count: is.stated_count,
      poster_path: is.path,
      backdrop_path: is.path,
      origin_country: is.countries,
      production_countries: is.production_countries,
      spoken_languages: is.spoken_languages,
      collection_id: is.belongsTo('collection', 'belongs_to_collection'),
    },
    texts: ['homepage', 'overview', 'runtime', 'tagline', 'title'],
    galleries: ['backdrops', 'logos', 'posters'],
    external_ids: ['filmdb_id', 'kb2_id', ...socials],
    operationParts: [
      'alternative_titles',
      'credits',
      'external_ids',
      'images',
      'keywords',
      'lists',
      'recommendations',
      'release_dates',
      'releases',
      'reviews',
      'similar',
      'trailers',
      'translations',
      'videos',
      'watch/providers',
    ],
    storedOnlyParts: ['genres', 'production_companies', 'tagged_people'],
    idOf: ({ movie_id }) =>
      typeof movie_id === 'number'
        ? sql`select id from movie where id = ${movie_id}`
        : sql`select entity_id as id from external_id
              where external_source = 'filmdb_id' and value = ${movie_id} and kind = 'movie'
              order by entity_id limit 1`,
  },
  series: {
    path: '/3/tv/{series_id}',
    media_type: 'tv',
    title: 'name',
    original: 'original_name',
    fields: {
      name: is.translatedLine,
      original_name: is.line,
      original_language: is.language,
      overview: is.translated,
      tagline: is.translated,
      homepage: is.translatedAddress,
      adult: is.flag,
      in_production: is.flag,
      status: is.line,
      type: is.line,
      first_air_date: is.day,
      first_air_date_precision: is.precision,
      last_air_date: is.day_or_null,
      last_air_date_precision: is.precision,
      number_of_seasons: is.small_or_null,
      number_of_episodes: is.small_or_null,
      stated_popularity: is.stated_popularity,
      stated_average: is.stated_average,
      stated_count: is.stated_count,
      poster_path: is.path,
      backdrop_path: is.path,
      episode_run_time: is.minutes,
      languages: is.languages,
      origin_country: is.countries,
      production_countries: is.production_countries,
      spoken_languages: is.spoken_languages,
    },
    texts: ['name', 'overview', 'homepage', 'tagline'],
    galleries: ['backdrops', 'logos', 'posters'],
    external_ids: ['filmdb_id', ...catalogueIds, ...socials],
    operationParts: [
      'aggregate_credits',
      'alternative_titles',
      'content_ratings',
      'credits',
      'episode_groups',
      'external_ids',
      'images',
      'keywords',
      'lists',
      'recommendations',
      'reviews',
      'screened_theatrically',
      'similar',
      'translations',
      'videos',
      'watch/providers',
    ],
    storedOnlyParts: ['genres', 'networks', 'production_companies', 'tagged_people'],
    idOf: (p) => sql`select id from series where id = ${p.series_id}`,
  },
  season: {
    path: '/3/tv/{series_id}/season/{season_number}',
    media_type: 'tv_season',
    title: 'name',
    original: 'name',
    fields: {
      name: is.translatedLine,
      overview: is.translated,
      air_date: is.day_or_null,
      air_date_precision: is.precision,
      episode_count: is.small_or_null,
      poster_path: is.path,
      vote_average: is.vote_average,
    },
    texts: ['name', 'overview'],
    galleries: ['posters'],
    external_ids: catalogueIds,
    operationParts: [
      'aggregate_credits',
      'credits',
      'external_ids',
      'images',
      'translations',
      'videos',
      'watch/providers',
    ],
    storedOnlyParts: ['tagged_people'],
    idOf: (p) => sql`select id from season where series_id = ${p.series_id} and season_number = ${p.season_number}`,
  },
  episode: {
    path: '/3/tv/{series_id}/season/{season_number}/episode/{episode_number}',
    media_type: 'tv_episode',
    title: 'name',
    original: 'name',
    fields: {
      name: is.translatedLine,
      overview: is.translated,
      air_date: is.day_or_null,
      air_date_precision: is.precision,
      runtime: is.small_or_null,
      production_code: is.line,
      episode_type: is.line,
      still_path: is.path,
      stated_average: is.stated_average,
      stated_count: is.stated_count,
    },
    texts: ['name', 'overview'],
    galleries: ['stills'],
    external_ids: ['filmdb_id', ...catalogueIds],
    operationParts: ['credits', 'external_ids', 'images', 'translations', 'videos'],
    storedOnlyParts: ['tagged_people'],
    idOf: (p) => sql`
      select id from episode
      where series_id = ${p.series_id} and season_number = ${p.season_number} and episode_number = ${p.episode_number}`,
  },
} satisfies Record<string, KindEntry>

export type Kind = keyof typeof kinds

/** The kinds, each after those that it refers to. */
export const kindNames = Object.keys(kinds) as Kind[]

export const isKind = (word: string): word is Kind => Object.hasOwn(kinds, word)

export const kind = (name: Kind): KindEntry => kinds[name]

/** The kinds that have a part of this name. */
export const kindsWith = (part: PartName) =>
  kindNames.filter((name) => [...kind(name).operationParts, ...kind(name).storedOnlyParts].includes(part))

/** The columns that say where a season or an episode belongs; they never change. */
const numbering = {
  season: ['series_id', 'season_number'],
  episode: ['series_id', 'season_number', 'episode_number'],
} as const

export const numberingOf = (name: string): readonly string[] =>
  name === 'season' || name === 'episode' ? numbering[name] : []

/** The kind whose replies show a record: seasons and episodes belong to their series. */
export const ownerOf = (name: Kind): Kind => (numberingOf(name).length > 0 ? 'series' : name)
