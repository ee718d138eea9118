import { accountStates, seasonAccountStates } from './lists.ts'
import { watchAvailability } from './movies.ts'
import type { Group } from './operation.ts'
import * as rows from './rows.ts'

const seasonDetails = {
  _id: 'hex24',
  air_date: 'date|null',
  episodes: [{ ...rows.episode, crew: [rows.crew], guest_stars: [rows.cast] }],
  name: 'text',
  networks: [rows.company],
  overview: 'text',
  id: 'id',
  poster_path: 'path|null',
  season_number: 'count',
  vote_average: 'average',
} as const

const seasonExternalIds = {
  id: 'id',
  kb1_mid: 'text|null',
  kb1_id: 'text|null',
  tvdata_id: 'int|null',
  tvguide_id: 'int|null',
  kb2_id: 'text|null',
} as const

const translation = { name: 'text', overview: 'text' } as const

const seasonAppends = [
  'aggregate_credits',
  'credits',
  'external_ids',
  'images',
  'translations',
  'videos',
  'watch/providers',
]

const season = '/tv/{series_id}/season/{season_number}'

export const seasons: Group = {
  [`GET ${season}`]: { reply: seasonDetails, takes: 'language', appends: seasonAppends },
  [`GET ${season}/account_states`]: { reply: seasonAccountStates, needs: 'session or guest' },
  [`GET ${season}/aggregate_credits`]: { reply: rows.aggregateCredits, takes: 'language' },
  'GET /tv/season/{season_id}/changes': { reply: rows.changes, takes: 'start_date end_date page' },
  [`GET ${season}/credits`]: { reply: { cast: [rows.cast], crew: [rows.crew], id: 'id' }, takes: 'language' },
  [`GET ${season}/external_ids`]: { reply: seasonExternalIds },
  [`GET ${season}/images`]: {
    reply: { id: 'id', posters: [rows.image] },
    takes: 'include_image_language language',
  },
  [`GET ${season}/translations`]: { reply: rows.translations(translation) },
  [`GET ${season}/videos`]: { reply: rows.videos, takes: 'include_video_language language' },
  [`GET ${season}/watch/providers`]: { reply: watchAvailability, takes: 'language' },
}

const { show_id: _, ...episode } = rows.episode
const episodeDetails = { ...episode, crew: [rows.crew], guest_stars: [rows.cast] } as const

const episodeExternalIds = {
  id: 'id',
  filmdb_id: 'text|null',
  kb1_mid: 'text|null',
  kb1_id: 'text|null',
  tvdata_id: 'int|null',
  tvguide_id: 'int|null',
  kb2_id: 'text|null',
} as const

const episodeCredits = { cast: [rows.cast], crew: [rows.crew], guest_stars: [rows.cast], id: 'id' } as const

const episodeAppends = ['credits', 'external_ids', 'images', 'translations', 'videos']

const episodePath = `${season}/episode/{episode_number}`

export const episodes: Group = {
  [`GET ${episodePath}`]: { reply: episodeDetails, takes: 'language', appends: episodeAppends },
  [`GET ${episodePath}/account_states`]: { reply: accountStates, needs: 'session or guest' },
  'GET /tv/episode/{episode_id}/changes': { reply: rows.changes, takes: 'start_date end_date page' },
  [`GET ${episodePath}/credits`]: { reply: episodeCredits, takes: 'language' },
  [`GET ${episodePath}/external_ids`]: { reply: episodeExternalIds },
  [`GET ${episodePath}/images`]: {
    reply: { id: 'id', stills: [rows.image] },
    takes: 'include_image_language language',
  },
  [`GET ${episodePath}/translations`]: { reply: rows.translations(translation) },
  [`GET ${episodePath}/videos`]: { reply: rows.videos, takes: 'include_video_language language' },
}
