import { changeKeyOf, type Store } from '../part.ts'
import type { RecordKind } from '../record-kinds.ts'
import type { StoredEntry, StoredRecord } from './record-loader.ts'
import { numberingPlace, type Replaced } from './replaced.ts'

export type Action = 'created' | 'added' | 'updated' | 'deleted' | 'destroyed'

/** One row of the change log. */
export type Change = {
  kind: RecordKind
  entity_id: number
  /** The field, or the part's key for an entry; empty if the record as a whole was created or deleted. */
  key: string
  action: Action
  iso_639_1: string
  iso_3166_1: string
  original_value: unknown
  value: unknown
  /** Which value of the record it is; empty for the record as a whole, and for what children leave on their parents. */
  place: string
  /** Only the source, the lock or the place among others changed, or a number that is not logged. */
  same_value: boolean
  replaced: Replaced | null
}

export const change = (
  of: RecordKind,
  entity_id: number,
  key: string,
  action: Action,
  more: Partial<Change> = {},
): Change => ({
  kind: of,
  entity_id,
  key,
  action,
  iso_639_1: '',
  iso_3166_1: '',
  original_value: null,
  value: null,
  place: '',
  same_value: false,
  replaced: null,
  ...more,
})

/** Whether a change is more than a note of a season or an episode on its parent. */
export const isOwnChange = ({ place, action, key }: Pick<Change, 'place' | 'action' | 'key'>): boolean =>
  place !== '' || action === 'created' || action === 'destroyed' || (key !== 'season' && key !== 'episode')

/** What happened to a value; null means that there is none. */
export const actionOf = (original_value: unknown, value: unknown): Action =>
  original_value === null ? 'added' : value === null ? 'deleted' : 'updated'

/** The row for a season or an episode that gets another number, or goes to another season. */
export const moveChange = ({ numbering }: StoredRecord, { kind: of, id, numbering: value }: StoredRecord): Change =>
  change(of, id, of === 'season' ? 'season_number' : 'episode_number', 'updated', {
    original_value: numbering,
    value,
    place: numberingPlace,
    replaced: {},
  })

/** The row for an entry that was added, changed or removed; its values are the columns of the entry. */
export function entryChange(
  { kind: of, id }: Pick<StoredRecord, 'kind' | 'id'>,
  store: Store,
  old: StoredEntry | undefined,
  entry: StoredEntry | undefined,
  about: Pick<Change, 'place' | 'same_value' | 'replaced'>,
): Change {
  const original_value = old ? loggedEntry(old) : null
  const value = entry ? loggedEntry(entry) : null
  const { iso_639_1, iso_3166_1 } = (entry ?? old) as StoredEntry & Partial<Record<string, string | null>>
  const language = { iso_639_1: iso_639_1 ?? '', iso_3166_1: iso_3166_1 ?? '' }
  const key = changeKeyOf(store, (entry ?? old) as StoredEntry)
  const action = about.same_value ? 'updated' : actionOf(original_value, value)
  return change(of, id, key, action, { ...language, original_value, value, ...about })
}

const loggedEntry = ({ source_id: _source, position: _position, ...columns }: StoredEntry) => columns

/** The change of a review that a merge has moved: undo includes it, and leaves other reviews alone. */
export const movedChange = (change: Change): Change => ({
  ...change,
  key: 'moved',
  replaced: { ...change.replaced, moved: true },
})
