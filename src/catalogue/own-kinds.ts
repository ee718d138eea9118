/** Kinds of record that stand by themselves, and the first segment of their addresses. */
export const kindPlaces = {
  movie: 'movie',
  series: 'tv',
  person: 'person',
  company: 'company',
  network: 'network',
  collection: 'collection',
} as const

export type OwnKind = keyof typeof kindPlaces

/** Where a season or an episode belongs; a season has no number of an episode. */
type PlaceBelow = { series_id: number; season_number: number; episode_number: number }

/** The path of the page of a season or an episode. */
export function pathBelow(of: 'season' | 'episode', { series_id, season_number, episode_number }: PlaceBelow): string {
  const season = `/${kindPlaces.series}/${series_id}/season/${season_number}`
  return of === 'season' ? season : `${season}/episode/${episode_number}`
}

export const ownKinds = Object.entries(kindPlaces) as [OwnKind, (typeof kindPlaces)[OwnKind]][]
