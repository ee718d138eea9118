import { orNull } from '../shape.ts'
import { type Group, paged } from './operation.ts'
import * as rows from './rows.ts'

const collection = {
  id: 'id',
  name: 'text',
  original_language: 'language|empty',
  original_name: 'text',
  overview: 'text',
  poster_path: 'path|null',
  backdrop_path: 'path|null',
  parts: [rows.typedMovie],
} as const

const collectionTranslation = { title: 'text', overview: 'text', homepage: 'text' } as const

export const collections: Group = {
  'GET /collection/{collection_id}': { reply: collection, takes: 'language', appends: ['images', 'translations'] },
  'GET /collection/{collection_id}/images': {
    reply: { id: 'id', backdrops: [rows.image], posters: [rows.image] },
    takes: 'include_image_language language',
  },
  'GET /collection/{collection_id}/translations': { reply: rows.translations(collectionTranslation) },
}

const company = {
  description: 'text',
  headquarters: 'text',
  homepage: 'text',
  id: 'id',
  logo_path: 'path|null',
  name: 'text',
  origin_country: 'country|empty|null',
  parent_company: orNull({ id: 'id', logo_path: 'path|null', name: 'text' }),
} as const

const network = {
  headquarters: 'text',
  homepage: 'text',
  id: 'id',
  logo_path: 'path|null',
  name: 'text',
  origin_country: 'country|empty',
} as const

const alternativeNames = { id: 'id', results: [{ name: 'text', type: 'text' }] } as const
const companyParts = ['alternative_names', 'images', 'movies']

export const companies: Group = {
  'GET /company/{company_id}': { reply: company, appends: companyParts },
  'GET /company/{company_id}/alternative_names': { reply: alternativeNames },
  'GET /company/{company_id}/images': { reply: rows.logoImages },
  'GET /company/{company_id}/movies': { reply: { ...paged(rows.movie), id: 'id' }, takes: 'language page' },
}

export const networks: Group = {
  'GET /network/{network_id}': { reply: network },
  'GET /network/{network_id}/alternative_names': { reply: alternativeNames },
  'GET /network/{network_id}/images': { reply: rows.logoImages },
}

export const keywords: Group = {
  'GET /keyword/{keyword_id}': { reply: rows.keyword },
  'GET /keyword/{keyword_id}/movies': {
    reply: { ...paged(rows.movie), id: 'id' },
    takes: 'include_adult language page',
  },
}

export const genres: Group = {
  'GET /genre/movie/list': { reply: { genres: [rows.genre] }, takes: 'language' },
  'GET /genre/tv/list': { reply: { genres: [rows.genre] }, takes: 'language' },
  'GET /genre/{genre_id}/movies': {
    reply: { ...paged(rows.movie), id: 'id' },
    takes: 'language page include_adult include_all_movies sort_by',
  },
}

const certificationList = {
  certifications: { '<country>': [{ certification: 'text', meaning: 'text', order: 'int' }] },
} as const

export const certifications: Group = {
  'GET /certification/movie/list': { reply: certificationList },
  'GET /certification/tv/list': { reply: certificationList },
}

const reviewDetails = {
  ...rows.review,
  iso_639_1: 'language',
  media_id: 'id',
  media_title: 'text',
  media_type: '=movie|=tv',
} as const

export const reviews: Group = {
  'GET /review/{review_id}': { reply: reviewDetails },
}

const provider = {
  display_priorities: { '<country>': 'int' },
  display_priority: 'int',
  logo_path: 'path|null',
  provider_name: 'text',
  provider_id: 'id',
} as const
const region = { iso_3166_1: 'country', english_name: 'text', native_name: 'text' } as const

export const watchProviders: Group = {
  'GET /watch/providers/regions': { reply: { results: [region] }, takes: 'language' },
  'GET /watch/providers/movie': { reply: { results: [provider] }, takes: 'language watch_region' },
  'GET /watch/providers/tv': { reply: { results: [provider] }, takes: 'language watch_region' },
}
