import type { PartName } from '../kinds.ts'
import { recordKind } from '../record-kinds.ts'
import type { RankOf } from '../sources.ts'
import { emptyText } from './kind-shape.ts'
import { isEmpty } from './merge.ts'
import { fieldKey, languageKey, type StoredEntry, type StoredRecord } from './record-loader.ts'

/**
 * What a change replaced, besides the value that the change log has anyway: with it undo restores a value together with
 * its source, so that imports refresh it as before.
 */
export type Replaced = {
  /** Who gave the value; absent where nobody had given one. */
  source_id?: string
  /** The rank of that source when the value was replaced. */
  rank?: number
  locked?: true
  /** A 0 or false that the source of the record had stated. */
  zero?: true
  /** The source of the translation that the text belongs to. */
  holder?: string
  /** The place of an entry among the others. */
  position?: number
  /** Who had removed an entry, or a record. */
  removed_by?: string
  /** The record that a record had been merged into. */
  merged_into?: number
  /** A review that a merge has moved. */
  moved?: true
  /** All of a record that was deleted. */
  record?: RecordSnapshot
}

/** Everything that is stored about a record, as JSON. */
export type RecordSnapshot = Pick<StoredRecord, 'source_id' | 'edit_id' | 'numbering' | 'values'> & {
  zeros: string[]
  owners: [string, { source_id: string; locked: boolean }][]
  translations: { iso_639_1: string; iso_3166_1: string; source_id: string; texts: Readonly<Record<string, unknown>> }[]
  entries: [PartName, StoredEntry[]][]
  removed: [PartName, [string, string][]][]
}

/** A value of a record with its provenance: what an edit can change, and undo gives back. */
export type ValueState = {
  value: unknown
  source_id: string | undefined
  locked: boolean
  zero: boolean
  holder: string | undefined
}

/** The column of a record. */
export function fieldState({ kind, source_id, values, owners, zeros }: StoredRecord, column: string): ValueState {
  const value = values[column]
  const owner = owners.get(fieldKey(column))
  const zero = zeros.has(column)
  const isKnown = !isEmpty(value) && (value !== recordKind(kind).fields[column]?.empty || zero)
  return {
    value,
    source_id: owner?.source_id ?? (isKnown ? source_id : undefined),
    locked: owner?.locked ?? false,
    zero,
    holder: undefined,
  }
}

type LanguageOfText = { iso_639_1: string; iso_3166_1: string }

/** A text of a record in another language than en-US. */
export function textState(record: StoredRecord, language: LanguageOfText, name: string): ValueState {
  const translation = record.translations.get(languageKey(language))
  const empty = emptyText(name)
  const value = translation?.texts[name] ?? empty
  const owner = record.owners.get(fieldKey(name, language.iso_639_1, language.iso_3166_1))
  return {
    value,
    source_id: owner?.source_id ?? (value === empty ? undefined : translation?.source_id),
    locked: owner?.locked ?? false,
    zero: false,
    holder: translation?.source_id,
  }
}

/** Whether two states differ in more than their values. */
export const hasOtherOrigin = (a: ValueState, b: ValueState): boolean =>
  a.source_id !== b.source_id || a.locked !== b.locked || a.zero !== b.zero

const ranked = (source_id: string | undefined, rankOf: RankOf): Replaced =>
  source_id === undefined ? {} : { source_id, rank: rankOf(source_id) }

export const replacedValue = ({ source_id, locked, zero, holder }: ValueState, rankOf: RankOf): Replaced => ({
  ...ranked(source_id, rankOf),
  ...(locked && { locked }),
  ...(zero && { zero }),
  ...(holder !== undefined && { holder }),
})

/** The place of an entry in a record, and that of a column or a text, which is its `fieldKey`. */
export const entryPlace = (part: PartName, key: string): string => `${part} ${key}`

/** The place of where a season or an episode belongs. */
export const numberingPlace = 'numbering'

/** What there was: the entry, who had removed it, or nothing. */
export const replacedEntry = (
  entry: Partial<StoredEntry> | undefined,
  removed_by: string | undefined,
  rankOf: RankOf,
): Replaced => ({
  ...ranked(entry?.source_id, rankOf),
  ...(typeof entry?.position === 'number' && { position: entry.position }),
  ...(removed_by !== undefined && { removed_by }),
})

/** All of a record, as the log keeps it when the record is deleted. */
export const snapshotOf = (record: StoredRecord): RecordSnapshot => ({
  source_id: record.source_id,
  edit_id: record.edit_id,
  numbering: record.numbering,
  values: record.values,
  zeros: [...record.zeros],
  owners: [...record.owners],
  translations: [...record.translations.values()],
  entries: [...record.entries].map(([part, entries]) => [part, [...entries.values()]]),
  removed: [...record.removed].map(([part, keys]) => [part, [...keys]]),
})
