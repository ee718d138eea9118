import type { Kind } from '#src/catalogue/kinds.ts'
import type { OutsideId } from '#src/matching/wanted-title.ts'
import { idsFor, isNumber } from '../../foreign/named-records.ts'
import { type Entity, textsOf } from './entities.ts'

const numberProperties: Partial<Record<Kind, string>> = {
  movie: 'P4947',
  series: 'P4983',
  person: 'P4985',
  season: 'P12558',
  episode: 'P12559',
}
const idProperties: readonly [property: string, source: OutsideId['source']][] = [
  ['P345', 'filmdb_id'],
  ['P4835', 'tvdata_id'],
  ['P12397', 'tvdata_id'],
  ['P7043', 'tvdata_id'],
  ['P646', 'kb1_mid'],
]

/** Pages on other sites, which several may share, so that they find nothing. */
const pageProperties: readonly [property: string, source: OutsideId['source']][] = [
  ['P2013', 'socialnet1_id'],
  ['P2003', 'socialnet2_id'],
  ['P2002', 'socialnet3_id'],
  ['P7085', 'socialnet4_id'],
]

/** The ids by which a record is found. */
export function idsOf(entity: Entity, kind: Kind): OutsideId[] {
  const ids: OutsideId[] = [{ source: 'kb2_id', value: entity.id }]
  for (const [property, source] of idProperties) {
    const [value] = textsOf(entity, property)
    if (value === undefined) continue
    if (source === 'tvdata_id' && !isNumber(value)) continue
    if (source === 'filmdb_id' && !/^(tt|nm)\d{4,10}$/.test(value)) continue
    ids.push({ source, value })
  }
  return idsFor(kind, ids)
}

export const pagesOf = (entity: Entity, kind: Kind): OutsideId[] =>
  idsFor(
    kind,
    pageProperties.flatMap(([property, source]) =>
      textsOf(entity, property)
        .slice(0, 1)
        .map((value) => ({ source, value })),
    ),
  )

/** The number by which apps know it. */
export function numberOf(entity: Entity, kind: Kind): number | undefined {
  const property = numberProperties[kind]
  const value = property && textsOf(entity, property)[0]
  // Ids of seasons and episodes are paths there, and no numbers of their own.
  return value !== undefined && isNumber(value) ? Number(value) : undefined
}
