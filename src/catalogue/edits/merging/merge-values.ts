import { largest } from '#src/reference/extremes.ts'
import type { Entry, Store } from '../../part.ts'
import { type RecordKind, recordKind } from '../../record-kinds.ts'
import { entryKeyOf, type StoredPart, shapeOf } from '../kind-shape.ts'
import { isEmpty } from '../merge.ts'
import type { Choices } from '../record-edit.ts'
import { fieldKey, languageKey, type StoredEntry, type StoredRecord } from '../record-loader.ts'
import { fieldState, textState, type ValueState } from '../replaced.ts'
import { giveBackColumn, giveBackText, type Restoring, restored, restoring } from '../undo/restore.ts'

/** Which records become which others now, by kind: references between the two sides mean the survivors. */
export type Merging = (target: RecordKind, id: number) => number

/**
 * The survivor of two records. It gets values that it lacks from the merged record, with their source; the entries of
 * parts are merged. `by` is the source of the person who merges: it removes entries that both have in other words, so
 * that no import brings them again.
 */
export function mergeValues(
  merged: StoredRecord,
  survivor: StoredRecord,
  choices: Choices,
  { merging, by }: { merging: Merging; by: string },
): StoredRecord {
  const draft = restoring(survivor)
  const { kind: of } = survivor
  for (const [column, { empty, isUnlogged, references }] of Object.entries(recordKind(of).fields)) {
    if (isUnlogged) continue
    const [own, other] = [fieldState(survivor, column), fieldState(merged, column)]
    const place = fieldKey(column)
    const id = other.value
    const isItself = references !== undefined && typeof id === 'number' && merging(references, id) === survivor.id
    if (isTaken(choices, place, own, other) && !(references === of && isItself))
      giveBackColumn(draft, column, lockedAs(own, other))
    else if (references === of && own.value === merged.id)
      giveBackColumn(draft, column, { ...own, value: empty, source_id: by })
  }
  mergeTexts(draft, merged, choices)
  for (const part of shapeOf(of).storedParts) mergeEntries(draft, part, merged, { choices, merging, by })
  return restored(draft)
}

const isKnown = ({ source_id, value }: ValueState) => source_id !== undefined && !isEmpty(value)

/** Whether a value of the merged record is taken: where somebody says so, or where the survivor has none. */
function isTaken({ values = {} }: Choices, place: string, own: ValueState, other: ValueState): boolean {
  const chosen = Object.hasOwn(values, place) ? values[place] : undefined
  return chosen === undefined ? !isKnown(own) && isKnown(other) : chosen === 'merged'
}

/** What was locked stays locked. */
const lockedAs = (own: ValueState, other: ValueState): ValueState => ({ ...other, locked: own.locked || other.locked })

function mergeTexts(draft: Restoring, merged: StoredRecord, choices: Choices) {
  const { record: survivor } = draft
  const languages = new Map(
    [...merged.translations.values(), ...survivor.translations.values()].map(({ iso_639_1, iso_3166_1 }) => {
      const language = { iso_639_1, iso_3166_1 }
      return [languageKey(language), language]
    }),
  )
  for (const language of languages.values())
    for (const name of recordKind(survivor.kind).texts) {
      const [own, other] = [textState(survivor, language, name), textState(merged, language, name)]
      const place = fieldKey(name, language.iso_639_1, language.iso_3166_1)
      const isChosen = isTaken(choices, place, own, other)
      // A text of 0 minutes says nothing.
      if (isChosen && (other.source_id !== undefined || own.source_id !== undefined))
        giveBackText(draft, language, name, lockedAs(own, other))
    }
}

type MergingEntries = { choices: Choices; merging: Merging; by: string }

function mergeEntries(
  draft: Restoring,
  part: StoredPart,
  merged: StoredRecord,
  { choices, merging, by }: MergingEntries,
) {
  const { name, store, references } = part
  const chosen = Object.hasOwn(choices.parts ?? {}, name) ? choices.parts?.[name] : undefined
  const present = draft.entries.get(name) ?? new Map<string, StoredEntry>()
  const removed = draft.removed.get(name) ?? new Map<string, string>()
  draft.entries.set(name, present)
  draft.removed.set(name, removed)
  if (chosen === 'merged')
    for (const key of present.keys()) {
      present.delete(key)
      removed.set(key, by)
    }
  const known = new Map([...present].map(([key, entry]) => [likenessOf(store, entry), key]))
  const after = lastPlaces(store, present)
  for (const [oldKey, given] of merged.entries.get(name) ?? []) {
    const entry = placedAfter(meaning(given, references, store, merging), after)
    const key = entryKeyOf(store, entry)
    const like = known.get(likenessOf(store, entry))
    const rival = like === undefined ? present.get(key) : present.get(like)
    if (chosen === 'survivor' || (rival && !isNewer(store, entry, rival))) {
      // An entry with the same key is the survivor's own.
      if (key === oldKey && !present.has(key) && !removed.has(key)) removed.set(key, by)
      continue
    }
    if (like !== undefined && like !== key) {
      present.delete(like)
      removed.set(like, by)
    }
    present.set(key, entry)
    removed.delete(key)
  }
  for (const [key, source_id] of merged.removed.get(name) ?? [])
    if (!present.has(key) && !removed.has(key)) removed.set(key, source_id)
}

/** What tells entries apart that mean different things: two of one likeness say the same under two keys. */
export const likenessOf = (store: Store, entry: Entry): string =>
  store.likeness ? `like ${store.likeness(entry)}` : entryKeyOf(store, entry)

/** Of two reviews by one person the newer counts. */
const isNewer = ({ newer }: Store, entry: Entry, rival: Entry): boolean =>
  newer !== undefined && (entry[newer] as string) > (rival[newer] as string)

/** An entry with its references to what is merged together with it. */
function meaning(entry: StoredEntry, references: StoredPart['references'], { episodes }: Store, merging: Merging) {
  const changed = references.flatMap(([column, target]) => {
    const id = entry[column]
    return typeof id === 'number' && merging(target, id) !== id ? [[column, merging(target, id)] as const] : []
  })
  const told = { ...entry, ...Object.fromEntries(changed) } as StoredEntry
  return episodes ? { ...told, ...episodes(told, (id) => merging('episode', id)) } : told
}

const places = ['position', 'order'] as const

const lastPlaces = ({ columns }: Store, present: ReadonlyMap<string, StoredEntry>) =>
  places.flatMap((column) => {
    if (!Object.hasOwn(columns, column)) return []
    const taken = [...present.values()].map((entry) => entry[column] as number)
    return [[column, taken.length === 0 ? 0 : largest(taken) + 1] as const]
  })

/** What comes from the merged record follows what is there. */
const placedAfter = (entry: StoredEntry, after: readonly (readonly [string, number])[]): StoredEntry => ({
  ...entry,
  ...Object.fromEntries(after.map(([column, first]) => [column, (entry[column] as number) + first])),
})
