import { either } from '../shape.ts'
import { type Group, paged } from './operation.ts'
import * as rows from './rows.ts'

const details = {
  adult: 'bool',
  also_known_as: ['text'],
  biography: 'text',
  birthday: 'date|null',
  deathday: 'date|null',
  gender: 'gender',
  homepage: 'text|null',
  id: 'id',
  filmdb_id: 'text|null',
  known_for_department: 'text|null',
  name: 'text',
  place_of_birth: 'text|null',
  popularity: 'popularity',
  profile_path: 'path|null',
} as const

const inCast = { character: 'text', credit_id: 'hex24' } as const
const inCrew = { credit_id: 'hex24', department: 'text', job: 'text' } as const
const ofSeries = { episode_count: 'count', first_credit_air_date: 'date|null' } as const

const movieCast = { ...inCast, order: 'count' } as const
const seriesCast = { ...inCast, ...ofSeries } as const
const seriesCrew = { ...inCrew, ...ofSeries } as const

const movieCredits = {
  cast: [{ ...rows.movie, ...movieCast }],
  crew: [{ ...rows.movie, ...inCrew }],
  id: 'id',
} as const
const seriesCredits = {
  cast: [{ ...rows.series, ...seriesCast }],
  crew: [{ ...rows.series, ...seriesCrew }],
  id: 'id',
} as const
const combinedCredits = {
  cast: [either({ ...rows.typedMovie, ...movieCast }, { ...rows.typedSeries, ...seriesCast })],
  crew: [either({ ...rows.typedMovie, ...inCrew }, { ...rows.typedSeries, ...seriesCrew })],
  id: 'id',
} as const

const externalIds = {
  id: 'id',
  kb1_mid: 'text|null',
  kb1_id: 'text|null',
  filmdb_id: 'text|null',
  tvguide_id: 'int|null',
  kb2_id: 'text|null',
  socialnet1_id: 'text|null',
  socialnet2_id: 'text|null',
  socialnet4_id: 'text|null',
  socialnet3_id: 'text|null',
  videosite1_id: 'text|null',
} as const

const taggedImage = {
  aspect_ratio: 'aspect_ratio',
  file_path: 'path',
  height: 'count',
  id: 'hex24',
  iso_3166_1: 'country|null',
  iso_639_1: 'language|null',
  vote_average: 'average',
  vote_count: 'count',
  width: 'count',
  image_type: 'text',
  media: either(rows.typedMovie, rows.typedSeries, rows.typedEpisode, rows.typedSeason),
  media_type: 'text',
} as const

const appends = [
  'changes',
  'combined_credits',
  'external_ids',
  'images',
  'movie_credits',
  'tv_credits',
  'tagged_images',
  'translations',
]

export const peopleLists: Group = {
  'GET /person/popular': { reply: paged(rows.person), takes: 'language page' },
}

export const people: Group = {
  'GET /person/{person_id}': { reply: details, takes: 'language', appends },
  'GET /person/{person_id}/changes': { reply: rows.changes, takes: 'start_date end_date page' },
  'GET /person/{person_id}/combined_credits': { reply: combinedCredits, takes: 'language' },
  'GET /person/{person_id}/external_ids': { reply: externalIds },
  'GET /person/{person_id}/images': { reply: { id: 'id', profiles: [rows.image] } },
  'GET /person/latest': { reply: details },
  'GET /person/{person_id}/movie_credits': { reply: movieCredits, takes: 'language' },
  'GET /person/{person_id}/tv_credits': { reply: seriesCredits, takes: 'language' },
  'GET /person/{person_id}/tagged_images': { reply: { ...paged(taggedImage), id: 'id' }, takes: 'page' },
  'GET /person/{person_id}/translations': { reply: rows.translations({ biography: 'text', name: 'text' }) },
}

const creditedSeries = {
  ...rows.typedSeries,
  'character?': 'text',
  episodes: [rows.typedEpisode],
  seasons: [rows.typedSeason],
} as const

const credit = {
  credit_type: '=cast|=crew|=creator',
  department: 'text',
  job: 'text',
  media: either({ ...rows.typedMovie, 'character?': 'text' }, creditedSeries),
  media_type: '=movie|=tv',
  id: 'hex24',
  person: { ...rows.personBase, media_type: '=person' },
} as const

export const credits: Group = {
  'GET /credit/{credit_id}': { reply: credit, takes: 'language' },
}
