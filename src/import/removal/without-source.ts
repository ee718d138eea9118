import { emptyText, shapeOf } from '#src/catalogue/edits/kind-shape.ts'
import {
  fieldKey,
  languageKey,
  type Owner,
  type StoredRecord,
  type Translation,
} from '#src/catalogue/edits/record-loader.ts'
import { recordKind } from '#src/catalogue/record-kinds.ts'

/** The sources, other than one, that have said something about a record. */
export function otherSources({ source_id, owners, translations, entries }: StoredRecord, removed: string): Set<string> {
  const all = new Set([source_id])
  for (const owner of owners.values()) all.add(owner.source_id)
  for (const translation of translations.values()) all.add(translation.source_id)
  for (const of of entries.values()) for (const entry of of.values()) all.add(entry.source_id)
  all.delete(removed)
  return all
}

/** A record without what one source has said. It keeps its name, and belongs to `heir` from now on. */
export function withoutSource(record: StoredRecord, removed: string, heir: string): StoredRecord {
  const { kind: of, owners } = record
  const { fields, title } = recordKind(of)
  const isOwn = record.source_id === removed
  const values = { ...record.values }
  const zeros = new Set(isOwn ? [] : record.zeros)
  const kept = new Map(owners)
  for (const [column, { empty }] of Object.entries(fields)) {
    const key = fieldKey(column)
    const owner = owners.get(key)
    if ((owner?.source_id ?? record.source_id) !== removed) {
      // What the new source of the record has given needs no note of its own.
      if (isOwn && owner?.source_id === heir && !owner.locked && values[column] !== empty) kept.delete(key)
      continue
    }
    kept.delete(key)
    zeros.delete(column)
    if (column !== title) values[column] = empty
    if (owner?.locked) kept.set(key, { source_id: heir, locked: true })
  }
  const translations = translationsWithout(record, kept, removed)
  return {
    ...record,
    ...{ source_id: heir, values, zeros, owners: kept, translations },
    ...withoutEntries(record, removed),
  }
}

/** Texts in other languages; what others have said in a language that belonged to the source is theirs. */
function translationsWithout(record: StoredRecord, owners: Map<string, Owner>, removed: string) {
  const left = new Map<string, Translation>()
  for (const translation of record.translations.values()) {
    const { iso_639_1, iso_3166_1, source_id, texts } = translation
    const keyOf = (name: string) => fieldKey(name, iso_639_1, iso_3166_1)
    const sourceOf = (name: string) => owners.get(keyOf(name))?.source_id ?? source_id
    const names = Object.keys(texts)
    const theirs = names.filter((name) => texts[name] !== emptyText(name) && sourceOf(name) !== removed)
    for (const name of names) if (owners.get(keyOf(name))?.source_id === removed) owners.delete(keyOf(name))
    const [first] = theirs
    if (first === undefined) continue
    const holder = source_id === removed ? sourceOf(first) : source_id
    for (const name of theirs) {
      const owner = owners.get(keyOf(name))
      if (source_id === removed && owner?.source_id === holder && !owner.locked) owners.delete(keyOf(name))
    }
    const own = Object.fromEntries(names.map((name) => [name, theirs.includes(name) ? texts[name] : emptyText(name)]))
    left.set(languageKey(translation), { iso_639_1, iso_3166_1, source_id: holder, texts: own })
  }
  return left
}

function withoutEntries({ kind: of, entries, removed: marks }: StoredRecord, removed: string) {
  const stored = shapeOf(of).storedParts.map(({ name }) => name)
  return {
    entries: new Map(
      stored.map((name) => [
        name,
        new Map([...(entries.get(name) ?? [])].filter(([, { source_id }]) => source_id !== removed)),
      ]),
    ),
    removed: new Map(
      [...marks].map(([name, keys]) => [name, new Map([...keys].filter(([, source_id]) => source_id !== removed))]),
    ),
  }
}
