/** The kinds that are found by name, and what else of their tables a search reads. */
export const searched = {
  movie: { adult: 'adult', day: 'release_date', popularity: 'popularity', votes: 'vote_count' },
  series: { adult: 'adult', day: 'first_air_date', popularity: 'popularity', votes: 'vote_count' },
  person: { adult: 'adult', day: "''", popularity: 'popularity', votes: '0' },
  company: { adult: 'false', day: "''", popularity: '0.0', votes: '0' },
  network: { adult: 'false', day: "''", popularity: '0.0', votes: '0' },
  collection: { adult: 'false', day: "''", popularity: '0.0', votes: '0' },
  keyword: { adult: 'false', day: "''", popularity: '0.0', votes: '0' },
} as const

export type SearchedKind = keyof typeof searched
export const searchedKinds = Object.keys(searched) as SearchedKind[]
export const isSearched = (kind: string): kind is SearchedKind => Object.hasOwn(searched, kind)
