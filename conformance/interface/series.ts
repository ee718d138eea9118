import { orNull } from '../shape.ts'
import { accountStates, seriesList } from './lists.ts'
import { watchAvailability } from './movies.ts'
import { type Group, paged } from './operation.ts'
import * as rows from './rows.ts'

const createdBy = {
  id: 'id',
  credit_id: 'hex24',
  name: 'text',
  original_name: 'text',
  gender: 'gender',
  profile_path: 'path|null',
} as const

const season = {
  air_date: 'date|null',
  episode_count: 'count',
  id: 'id',
  name: 'text',
  overview: 'text',
  poster_path: 'path|null',
  season_number: 'count',
  vote_average: 'average',
} as const

const details = {
  adult: 'bool',
  backdrop_path: 'path|null',
  created_by: [createdBy],
  episode_run_time: ['count'],
  first_air_date: 'date|empty|null',
  genres: [rows.genre],
  homepage: 'text',
  id: 'id',
  in_production: 'bool',
  languages: ['language'],
  last_air_date: 'date|null',
  last_episode_to_air: orNull(rows.episode),
  name: 'text',
  next_episode_to_air: orNull(rows.episode),
  networks: [rows.company],
  number_of_episodes: 'count',
  number_of_seasons: 'count',
  origin_country: ['country'],
  original_language: 'language|empty',
  original_name: 'text',
  overview: 'text',
  popularity: 'popularity',
  poster_path: 'path|null',
  production_companies: [rows.company],
  production_countries: [rows.country],
  seasons: [season],
  spoken_languages: [rows.spokenLanguage],
  status: 'text',
  tagline: 'text',
  type: 'text',
  vote_average: 'average',
  vote_count: 'count',
  'softcore@common': 'bool',
} as const

const externalIds = {
  id: 'id',
  filmdb_id: 'text|null',
  kb1_mid: 'text|null',
  kb1_id: 'text|null',
  tvdata_id: 'int|null',
  tvguide_id: 'int|null',
  kb2_id: 'text|null',
  socialnet1_id: 'text|null',
  socialnet2_id: 'text|null',
  socialnet3_id: 'text|null',
} as const

const contentRatings = {
  results: [{ descriptors: ['text'], iso_3166_1: 'country', rating: 'text' }],
  id: 'id',
} as const

const episodeGroup = {
  description: 'text',
  episode_count: 'count',
  group_count: 'count',
  id: 'hex24',
  name: 'text',
  network: orNull(rows.company),
  type: 'group_type',
} as const

const episodeGroupDetails = {
  ...episodeGroup,
  groups: [
    {
      id: 'hex24',
      name: 'text',
      order: 'count',
      episodes: [{ ...rows.episode, order: 'count' }],
      locked: 'bool',
    },
  ],
} as const

const translation = { name: 'text', overview: 'text', homepage: 'text', tagline: 'text' } as const

const screened = { id: 'id', results: [{ id: 'id', episode_number: 'count', season_number: 'count' }] } as const

const appends = [
  'aggregate_credits',
  'alternative_titles',
  'changes',
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
  'season/{season_number}',
  'season/{season_number}/credits',
  'season/{season_number}/images',
  'season/{season_number}/episode/{episode_number}',
]

export const seriesLists: Group = {
  'GET /tv/airing_today': { reply: paged(rows.series), takes: 'language page timezone' },
  'GET /tv/on_the_air': { reply: paged(rows.series), takes: 'language page timezone' },
  'GET /tv/popular': { reply: paged(rows.series), takes: 'language page' },
  'GET /tv/top_rated': { reply: paged(rows.series), takes: 'language page' },
}

export const series: Group = {
  'GET /tv/{series_id}': { reply: details, takes: 'language', appends },
  'GET /tv/{series_id}/account_states': { reply: accountStates, needs: 'session or guest' },
  'GET /tv/{series_id}/aggregate_credits': { reply: rows.aggregateCredits, takes: 'language' },
  'GET /tv/{series_id}/alternative_titles': { reply: { id: 'id', results: [rows.alternativeTitle] } },
  'GET /tv/{series_id}/changes': { reply: rows.changes, takes: 'start_date end_date page' },
  'GET /tv/{series_id}/content_ratings': { reply: contentRatings },
  'GET /tv/{series_id}/credits': { reply: { cast: [rows.cast], crew: [rows.crew], id: 'id' }, takes: 'language' },
  'GET /tv/{series_id}/episode_groups': { reply: { results: [episodeGroup], id: 'id' } },
  'GET /tv/{series_id}/external_ids': { reply: externalIds },
  'GET /tv/{series_id}/images': { reply: rows.titleImages, takes: 'include_image_language language' },
  'GET /tv/{series_id}/keywords': { reply: { id: 'id', results: [rows.keyword] } },
  'GET /tv/latest': { reply: details },
  'GET /tv/{series_id}/lists': { reply: { ...paged(seriesList), id: 'id' }, takes: 'language page' },
  'GET /tv/{series_id}/recommendations': { reply: paged(rows.typedSeries), takes: 'language page' },
  'GET /tv/{series_id}/reviews': { reply: { ...paged(rows.review), id: 'id' }, takes: 'language page' },
  'GET /tv/{series_id}/screened_theatrically': { reply: screened },
  'GET /tv/{series_id}/similar': { reply: paged(rows.series), takes: 'language page' },
  'GET /tv/{series_id}/translations': { reply: rows.translations(translation) },
  'GET /tv/{series_id}/videos': { reply: rows.videos, takes: 'include_video_language language' },
  'GET /tv/{series_id}/watch/providers': { reply: watchAvailability },
}

export const episodeGroups: Group = {
  'GET /tv/episode_group/{tv_episode_group_id}': { reply: episodeGroupDetails },
}
