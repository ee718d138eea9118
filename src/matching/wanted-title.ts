import type { ExternalSource, Kind } from '#src/catalogue/kinds.ts'
import type { Reading } from './title-readings.ts'

/** The kinds of record that are matched. */
export type MatchedKind = Kind

/** An id of another system. */
export type OutsideId = { source: ExternalSource; value: string }

/** What is known of a title or a person that is wanted. Everything but the kinds may be missing. */
export type WantedTitle = {
  ids?: readonly OutsideId[]
  /**
   * A number that may be the id of the record in this catalogue. It depends on where the catalogue is from, so it
   * counts only together with a name that agrees.
   */
  ownId?: number | undefined
  /** Names, in any language and in any order. */
  titles: readonly string[]
  /** Of the first release or the first airing. */
  year?: number | undefined
  /** How a name can be read besides, the likeliest first: looked for where it is not found for certain. */
  otherwise?: readonly Reading[] | undefined
}

export type WantedPlace = {
  series: WantedTitle
  season?: number | undefined
  episode?: number | undefined
  date?: string | undefined
  absolute?: number | undefined
}

/** What somebody else calls something that may be in the catalogue. */
export type Wanted = WantedTitle & {
  /** The kinds that it may be, the likeliest first. */
  kinds: readonly MatchedKind[]
  /** People who worked on it; they decide between records that are otherwise alike. */
  people?: readonly string[] | undefined
  /**
   * The series of a season or an episode, and its numbers. An episode without numbers is found by the day when it was
   * aired (`YYYY-MM-DD`), by its number if those of all seasons are counted together, or else by its titles.
   */
  within?: WantedPlace | undefined
  /** Who wants it, by which a decision is remembered: a name of the source, and its id there if it has one. */
  from?: { source: string; id?: string | undefined } | undefined
}

export type MatchedRecord = { kind: MatchedKind; id: number }

/** A record that may be meant, and how certain that is, from 0 to 1. */
export type Guess = { record: MatchedRecord; certainty: number }

/** By what a record was found: a decision of a person, an id, or a name. */
export type MatchedBy = 'decision' | 'id' | 'name'

export type Match = {
  /** The likeliest record, if any; with a certainty of at least `certain` it is taken without a question. */
  record?: MatchedRecord
  certainty: number
  by?: MatchedBy
  /** Other records that may be meant, the likeliest first. */
  others: readonly Guess[]
  /** False if names could not be looked up, because their index is being built: ask again later. */
  isIndexed: boolean
}

/** From here on a match needs no person who looks at it. */
export const certain = 0.8

/** From here on a guess may be accepted together with others; what is less certain, a person looks at one by one. */
export const suggested = 0.6

/** How certain a record is by its own id where the name agrees, and where there is no name. */
export const ownId = { agreed: 0.98, alone: 0.5 } as const
