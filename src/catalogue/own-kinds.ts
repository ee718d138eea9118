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

export const ownKinds = Object.entries(kindPlaces) as [OwnKind, (typeof kindPlaces)[OwnKind]][]
