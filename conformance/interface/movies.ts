import { orNull, some } from '../shape.ts'
import { accountStates, movieList } from './lists.ts'
import { type Group, paged } from './operation.ts'
import * as rows from './rows.ts'

const details = {
  adult: 'bool',
  backdrop_path: 'path|null',
  belongs_to_collection: orNull({ id: 'id', name: 'text', poster_path: 'path|null', backdrop_path: 'path|null' }),
  budget: 'count',
  genres: [rows.genre],
  homepage: 'text',
  id: 'id',
  filmdb_id: 'text|null',
  origin_country: ['country'],
  original_language: 'language|empty',
  original_title: 'text',
  overview: 'text',
  popularity: 'popularity',
  poster_path: 'path|null',
  production_companies: [rows.company],
  production_countries: [rows.country],
  release_date: 'date|empty',
  revenue: 'count',
  runtime: 'count',
  spoken_languages: [rows.spokenLanguage],
  status: 'text',
  tagline: 'text',
  title: 'text',
  video: 'bool',
  vote_average: 'average',
  vote_count: 'count',
  'softcore@common': 'bool',
} as const

const externalIds = {
  id: 'id',
  filmdb_id: 'text|null',
  kb2_id: 'text|null',
  socialnet1_id: 'text|null',
  socialnet2_id: 'text|null',
  socialnet3_id: 'text|null',
} as const

const releaseDates = {
  id: 'id',
  results: [
    {
      iso_3166_1: 'country',
      release_dates: [
        {
          certification: 'text',
          descriptors: ['text'],
          iso_639_1: 'language|empty',
          note: 'text',
          release_date: 'timestamp',
          type: 'release_type',
        },
      ],
    },
  ],
} as const

const releases = {
  id: 'id',
  countries: [
    { certification: 'text', descriptors: ['text'], iso_3166_1: 'country', primary: 'bool', release_date: 'date' },
  ],
} as const

const translation = { homepage: 'text', overview: 'text', runtime: 'count', tagline: 'text', title: 'text' } as const

/** Where a title can be watched, by country. Kinds of offers without an offer are left out. */
export const watchAvailability = {
  id: 'id',
  results: {
    '<country>': {
      link: 'text',
      'flatrate?': some(rows.offer),
      'rent?': some(rows.offer),
      'buy?': some(rows.offer),
      'free?': some(rows.offer),
      'ads?': some(rows.offer),
    },
  },
} as const

const appends = [
  'alternative_titles',
  'changes',
  'credits',
  'external_ids',
  'images',
  'keywords',
  'lists',
  'recommendations',
  'release_dates',
  'reviews',
  'similar',
  'translations',
  'videos',
  'watch/providers',
  'releases',
]

const dates = { dates: { maximum: 'date', minimum: 'date' } } as const

export const movieLists: Group = {
  'GET /movie/now_playing': { reply: { ...paged(rows.movie), ...dates }, takes: 'language page region' },
  'GET /movie/popular': { reply: paged(rows.movie), takes: 'language page region' },
  'GET /movie/top_rated': { reply: paged(rows.movie), takes: 'language page region' },
  'GET /movie/upcoming': { reply: { ...paged(rows.movie), ...dates }, takes: 'language page region' },
}

export const movies: Group = {
  'GET /movie/{movie_id}': { reply: details, takes: 'language', appends },
  'GET /movie/{movie_id}/account_states': { reply: accountStates, needs: 'session or guest' },
  'GET /movie/{movie_id}/alternative_titles': {
    reply: { id: 'id', titles: [rows.alternativeTitle] },
    takes: 'country',
  },
  'GET /movie/{movie_id}/changes': { reply: rows.changes, takes: 'start_date end_date page' },
  'GET /movie/{movie_id}/credits': {
    reply: { id: 'id', cast: [rows.movieCast], crew: [rows.crew] },
    takes: 'language',
  },
  'GET /movie/{movie_id}/external_ids': { reply: externalIds },
  'GET /movie/{movie_id}/images': { reply: rows.titleImages, takes: 'include_image_language language' },
  'GET /movie/{movie_id}/keywords': { reply: { id: 'id', keywords: [rows.keyword] } },
  'GET /movie/latest': { reply: details },
  'GET /movie/{movie_id}/lists': { reply: { ...paged(movieList), id: 'id' }, takes: 'language page' },
  'GET /movie/{movie_id}/recommendations': { reply: paged(rows.typedMovie), takes: 'language page' },
  'GET /movie/{movie_id}/release_dates': { reply: releaseDates },
  'GET /movie/{movie_id}/reviews': { reply: { ...paged(rows.review), id: 'id' }, takes: 'language page' },
  'GET /movie/{movie_id}/similar': { reply: paged(rows.movie), takes: 'language page' },
  'GET /movie/{movie_id}/translations': { reply: rows.translations(translation) },
  'GET /movie/{movie_id}/videos': { reply: rows.videos, takes: 'include_video_language language' },
  'GET /movie/{movie_id}/watch/providers': { reply: watchAvailability },
  'GET /movie/{movie_id}/releases': { reply: releases },
  'GET /movie/{movie_id}/similar_movies': { reply: paged(rows.movie), takes: 'language page' },
}
