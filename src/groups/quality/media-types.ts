import type { Kind } from '#src/catalogue/kinds.ts'

/** What replies call the kinds that reports name. */
const kindByType = { movie: 'movie', tv: 'series', tv_season: 'season', person: 'person' } as const

export type MediaType = keyof typeof kindByType
export const mediaTypes = Object.keys(kindByType) as MediaType[]
export const kindOf = (type: MediaType): Kind => kindByType[type]
export const mediaTypeOf = (kind: string): MediaType =>
  mediaTypes.find((type) => kindByType[type] === kind) as MediaType
