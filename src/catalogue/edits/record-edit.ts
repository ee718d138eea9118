import type { PartName } from '../kinds.ts'
import type { Entry } from '../part.ts'
import type { RecordKind } from '../record-kinds.ts'
import type { Lock, TextStatement } from './merge.ts'

/** Of which of the two records something is taken; parts are merged unless somebody chooses. */
export type Side = 'merged' | 'survivor'

/** What somebody has chosen: for values by their place (`title||`, `overview|de|DE`), for parts by their name. */
export type Choices = {
  values?: Readonly<Record<string, Side>>
  parts?: Readonly<Partial<Record<PartName, Side>>>
}

/** The record that another one becomes, and what is taken from which of them. */
export type MergedInto = Choices & { id: number }

/**
 * What a person or a followed source changes about one record. Every value is intentional: an empty one clears the
 * field.
 */
export type RecordEdit = {
  kind: RecordKind
  /** Without an id, a record is created. */
  id?: number
  /** The revision of the record that was read; the edit is refused if somebody has changed the record since. */
  revision?: number
  /** Where a new season or episode belongs. */
  numbering?: Readonly<Record<string, number>>
  /** Columns of the kind's table; its texts are those in en-US. */
  values?: Readonly<Record<string, unknown>>
  texts?: readonly Omit<TextStatement, 'source_id'>[]
  /** By name of the part: entries with all of their columns, and entries to remove, where only the key counts. */
  parts?: Readonly<Partial<Record<PartName, { put?: readonly Entry[]; remove?: readonly Entry[] }>>>
  locks?: readonly Lock[]
  /** Deletes the whole record, with its seasons and episodes. */
  isDeleted?: true
  /** The record of the same kind that this one becomes. An edit has nothing else then. */
  mergedInto?: MergedInto
  /** Where a season or an episode belongs from now on. An edit has nothing else then. */
  movedTo?: Readonly<Record<string, number>>
}
