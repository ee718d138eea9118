import type { NamedFile } from '#src/matching/file-names.ts'
import { idsInAddresses } from './addresses.ts'
import type { NfoFile } from './folders.ts'
import type { Hints } from './records.ts'
import { XmlError } from './xml.ts'

/** What addresses say about a film, or about the series of an episode: an id of a film may be that of the episode. */
export function pointedBy({ addresses }: NfoFile, { season, date, absolute }: NamedFile): Hints {
  if (season === undefined && date === undefined && absolute === undefined) return idsInAddresses(addresses, 'movie')
  const { ids, number } = idsInAddresses(addresses, 'series')
  return { ids: ids.filter(({ source }) => source === 'tvdata_id'), number }
}

export const isEmpty = ({ ids, number }: Hints): boolean => (ids ?? []).length === 0 && number === undefined

/** Addresses beside XML add what it does not say itself; names of files and folders count less. */
export const withPointed = (hints: Hints, { ids = [], number }: Hints): Hints => {
  const others = (hints.ids ?? []).filter((known) => !ids.some(({ source }) => source === known.source))
  return { ...hints, ids: [...ids, ...others], number: number ?? hints.number }
}

export const noIdIn = ({ roots }: NfoFile) =>
  new XmlError(
    roots.length > 0 ? 'has no element that is read' : 'contains an address, in which there is no id that is known',
    1,
  )
