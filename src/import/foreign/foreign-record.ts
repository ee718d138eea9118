import type { Kind } from '#src/catalogue/kinds.ts'
import type { Source } from '#src/catalogue/sources.ts'
import type { Reading } from '#src/matching/title-readings.ts'
import type { OutsideId } from '#src/matching/wanted-title.ts'
import type { Refusal } from '../line.ts'

/** Another record of the same source, where a line has the id of a record. */
export type Reference = { of: Kind; key: string }

/** What a source calls something that is no record here, but that records name, such as a role or a place. */
export type ForeignLabel = { labelOf: string; text: string }

/** Where a line has the names of such things. */
export type LabelReference = { labelsOf: readonly string[] }

/**
 * A video file that a format has come across, which is counted once: one of a trailer or the like, or of the records
 * that it is about, none of which is known if there are none. Named is one of which a refusal says why it is left out.
 */
export type VideoFile = { video: string; isExtra: boolean; about: readonly Reference[]; isNamed: boolean }

/** An episode of which a source does not know the season. */
type Unplaced = { series: string; date: string } | { series: string; absolute: number }

/**
 * A record as a source outside tells it, before it is known which record of the catalogue it is. `line` is a catalogue
 * line without `kind`, `id` and `source`; wherever one has the id of a record, it has a `Reference`.
 */
export type ForeignRecord = {
  kind: Kind
  /** What the source calls it, unique among its records of the kind. Two records with one key are the same. */
  key: string
  /** Its ids in other systems. */
  ids?: readonly OutsideId[]
  /** The number by which apps know it: the id that it gets if no other record has it. */
  number?: number | undefined
  /** Its names in any language; empty for seasons and episodes, which are found by their numbers. */
  titles: readonly string[]
  /** Of the first release or airing. */
  year?: number | undefined
  /** How the name of its file can be read besides, the likeliest first. */
  otherwise?: readonly Reading[] | undefined
  /** The film that it makes together with others beside it, where the catalogue has none by the name of any of them. */
  partOf?: Reading | undefined
  /** Names of people who worked on it. */
  people?: readonly string[]
  /**
   * The key of its series and its numbers, of a season or an episode; an episode may have the key of its season
   * instead, which says both, or the day when it was aired, or its number among the episodes of all seasons.
   */
  within?:
    | { series: string; season: number; episode?: number; date?: string | undefined }
    | { seasonKey: string; episode: number }
    | Unplaced
  /**
   * That a record is only named by others, as an actor in a file about a film: it adds nothing to a record that has
   * been found, so that it takes nobody's place.
   */
  isMention?: boolean
  /**
   * That all that is known of it comes from the name of a file: it adds nothing but pictures to a record that has been
   * found, and a movie or a series that is not certain waits for a person, unless those are made that are not there.
   */
  isByName?: boolean
  /**
   * Of one known by the name of its file: that an address says its id, which is a fact, so that it is made if it is not
   * found.
   */
  isPointedOut?: boolean
  /** What its key was while only the name of its file was known: a record that was made by that name is this one. */
  keyByName?: string | undefined
  /** The line of its file on which it begins, if a format knows that from each record. */
  begins?: number
  line: Record<string, unknown>
}

/**
 * A record and the place in the files where it stands, the folder of its pictures included. `number_in_file` is its
 * line, or 0 where it is the file as a whole.
 */
export type ForeignInput =
  | (ForeignRecord & { file: string; number_in_file: number; folder?: string })
  | ForeignLabel
  | VideoFile
  | Refusal

export type FormatOptions = {
  /** Standard input, which `-` stands for. */
  stdin: NodeJS.ReadableStream
  /** The folder in which a format may keep files while it reads; it is empty, and removed at the end. */
  scratch: string
  /** Called with the number of bytes that were read. */
  onBytes(bytes: number): void
  /** What the person says about the columns of a table, by format. */
  columns?: string | undefined
  /** The language of texts that do not name theirs. */
  language?: string | undefined
}

/** A format of files that hold what people know about films and series. */
export type Format = {
  name: string
  /** What it reads, in a few words. */
  summary: string
  /** Where its facts come from, unless the person who imports says otherwise. */
  source: Source
  /** That it names many records that its files do not hold: references to them are left out without a word. */
  isPartial?: boolean
  /** It reads folders as a whole; others get the files in them, one by one. */
  takesFolders?: boolean
  /** What the files at these paths hold, in batches. */
  read(paths: readonly string[], options: FormatOptions): AsyncIterable<readonly ForeignInput[]>
}
