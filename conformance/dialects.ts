import type { WireNames } from './shape.ts'

/**
 * The two dialects of the interface. The tables of `interface/` use the neutral names; a server that existing apps
 * speak to has the common ones.
 */
export const dialectNames = ['neutral', 'common'] as const
export type DialectName = (typeof dialectNames)[number]

const commonNames: Readonly<Record<string, string>> = {
  filmdb_id: 'imdb_id',
  kb1_id: 'freebase_id',
  kb1_mid: 'freebase_mid',
  kb2_id: 'wikidata_id',
  tvdata_id: 'tvdb_id',
  tvguide_id: 'tvrage_id',
  socialnet1_id: 'facebook_id',
  socialnet2_id: 'instagram_id',
  socialnet3_id: 'twitter_id',
  socialnet4_id: 'tiktok_id',
  socialnet5_id: 'threads_id',
  videosite1_id: 'youtube_id',
  avatarsite1: 'gravatar',
  homesite: 'tmdb',
}

export type Refusal = readonly [status: number, code: number]

export type Dialect = WireNames & {
  /** What a path answers to a method that it does not have. */
  methodNotOffered: Refusal
  /** What adding to the watchlist or the favourites answers: the first time, and again. */
  markAdded: readonly [first: Refusal, again: Refusal]
}

export const dialects: Readonly<Record<DialectName, Dialect>> = {
  neutral: {
    hasCommonFields: false,
    wireName: (name) => name,
    methodNotOffered: [405, 42],
    markAdded: [
      [200, 1],
      [200, 1],
    ],
  },
  common: {
    hasCommonFields: true,
    wireName: (name) => commonNames[name] ?? name,
    methodNotOffered: [404, 34],
    markAdded: [
      [201, 1],
      [201, 12],
    ],
  },
}
