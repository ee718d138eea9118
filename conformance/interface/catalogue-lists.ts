import { either } from '../shape.ts'
import { movieList } from './lists.ts'
import { type Group, paged } from './operation.ts'
import * as rows from './rows.ts'

const configuration = {
  change_keys: ['text'],
  images: {
    base_url: 'base_address',
    secure_base_url: 'base_address',
    backdrop_sizes: ['text'],
    logo_sizes: ['text'],
    poster_sizes: ['text'],
    profile_sizes: ['text'],
    still_sizes: ['text'],
  },
} as const
const country = { iso_3166_1: 'country', english_name: 'text', native_name: 'text' } as const
const language = { iso_639_1: 'language', english_name: 'text', name: 'text' } as const

export const configurations: Group = {
  'GET /configuration': { reply: configuration },
  'GET /configuration/countries': { reply: [country], takes: 'language' },
  'GET /configuration/jobs': { reply: [{ department: 'text', jobs: ['text'] }] },
  'GET /configuration/languages': { reply: [language] },
  'GET /configuration/primary_translations': { reply: ['language_tag'] },
  'GET /configuration/timezones': { reply: [{ iso_3166_1: 'country', zones: ['text'] }] },
  'GET /timezones/list': { reply: [{ '<country>': ['text'] }] },
}

const changedId = { id: 'id', adult: 'bool|null', 'softcore@common': 'bool|null' } as const

export const changeLists: Group = {
  'GET /movie/changes': { reply: paged(changedId), takes: 'end_date page start_date' },
  'GET /person/changes': { reply: paged(changedId), takes: 'end_date page start_date' },
  'GET /tv/changes': { reply: paged(changedId), takes: 'end_date page start_date' },
}

export const find: Group = {
  'GET /find/{external_id}': {
    reply: {
      movie_results: [rows.typedMovie],
      person_results: [rows.typedPerson],
      tv_results: [rows.typedSeries],
      tv_episode_results: [rows.typedEpisode],
      tv_season_results: [rows.typedSeason],
    },
    takes: 'external_source language',
  },
}

const collection = {
  adult: 'bool',
  backdrop_path: 'path|null',
  id: 'id',
  name: 'text',
  original_language: 'language|empty',
  original_name: 'text',
  overview: 'text',
  poster_path: 'path|null',
} as const
const anyTitleOrPerson = either(rows.typedMovie, rows.typedSeries, rows.typedPerson)

export const searches: Group = {
  'GET /search/collection': { reply: paged(collection), takes: 'query include_adult language page region' },
  'GET /search/company': { reply: paged(rows.company), takes: 'query page' },
  'GET /search/keyword': { reply: paged(rows.keyword), takes: 'query page' },
  'GET /search/list': { reply: paged(movieList), takes: 'query page include_adult' },
  'GET /search/movie': {
    reply: paged(rows.movie),
    takes: 'query include_adult language primary_release_year page region year',
  },
  'GET /search/multi': { reply: paged(anyTitleOrPerson), takes: 'query include_adult language page' },
  'GET /search/person': { reply: paged(rows.person), takes: 'query include_adult language page' },
  'GET /search/tv': {
    reply: paged(rows.series),
    takes: 'query first_air_date_year include_adult language page year',
  },
}

const trendingAll = paged(either(rows.typedMovie, rows.typedSeries, rows.trendingPerson))

export const trends: Group = {
  'GET /trending/all/{time_window}': { reply: trendingAll, takes: 'language page' },
  'GET /trending/movie/{time_window}': { reply: paged(rows.typedMovie), takes: 'language page' },
  'GET /trending/person/{time_window}': { reply: paged(rows.trendingPerson), takes: 'language page' },
  'GET /trending/tv/{time_window}': { reply: paged(rows.typedSeries), takes: 'language page' },
  'GET /trending/{media_type}/{time_window}': { reply: trendingAll, takes: 'language page' },
}

const discovery =
  'language page include_adult sort_by watch_region with_companies with_genres with_keywords ' +
  'with_origin_country with_original_language with_runtime.gte with_runtime.lte with_watch_monetization_types ' +
  'with_watch_providers without_companies without_genres without_keywords without_watch_providers ' +
  'vote_average.gte vote_average.lte vote_count.gte vote_count.lte '

export const discoveries: Group = {
  'GET /discover/movie': {
    reply: paged(rows.movie),
    takes:
      `${discovery} certification certification.gte certification.lte certification_country include_video ` +
      'primary_release_year primary_release_date.gte primary_release_date.lte region release_date.gte ' +
      'release_date.lte with_cast with_crew with_people with_release_type year',
  },
  'GET /discover/tv': {
    reply: paged(rows.series),
    takes:
      `${discovery} air_date.gte air_date.lte first_air_date_year first_air_date.gte first_air_date.lte ` +
      'include_null_first_air_dates screened_theatrically timezone with_networks with_status with_type',
  },
}
