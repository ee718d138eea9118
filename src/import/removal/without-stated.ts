import { emptyText, shapeOf } from '#src/catalogue/edits/kind-shape.ts'
import type { Statement } from '#src/catalogue/edits/merge.ts'
import {
  fieldKey,
  languageKey,
  type Owner,
  type StoredRecord,
  type Translation,
} from '#src/catalogue/edits/record-loader.ts'
import { recordKind } from '#src/catalogue/record-kinds.ts'

/** What sources state again: at least whether it has a name. */
type Stated = Pick<Statement, 'values'> & Partial<Pick<Statement, 'texts' | 'origins'>>

/**
 * A record as it is without what some sources have stated, before they state it again: whatever they do not name then
 * is gone. What people have protected stays, and so does a name of which nobody says anything again.
 */
export function withoutStated(
  record: StoredRecord,
  sources: ReadonlySet<string>,
  statements: readonly Stated[],
): StoredRecord {
  const { kind: of, owners, entries, removed } = record
  const { fields, title } = recordKind(of)
  const keepsTitle = !statements.some(({ values }) => values[title] !== undefined)
  const values = { ...record.values }
  const zeros = new Set(record.zeros)
  const kept = new Map(owners)
  for (const [column, { empty }] of Object.entries(fields)) {
    const key = fieldKey(column)
    const owner = owners.get(key)
    if (owner?.locked || !sources.has(owner?.source_id ?? record.source_id)) continue
    if (column === title && keepsTitle) continue
    kept.delete(key)
    zeros.delete(column)
    values[column] = empty
  }
  const translations = textsOfOthers(record, kept, sources, statements)
  const stored = shapeOf(of).storedParts.map(({ name }) => name)
  return {
    ...{ ...record, values, zeros, owners: kept, translations },
    entries: new Map(
      stored.map((name) => [
        name,
        new Map([...(entries.get(name) ?? [])].filter(([, { source_id }]) => !sources.has(source_id))),
      ]),
    ),
    removed: new Map(
      [...removed].map(([name, keys]) => [name, new Map([...keys].filter(([, source_id]) => !sources.has(source_id)))]),
    ),
  }
}

/** Texts in other languages that others have stated, or that are protected. A source that has a language keeps it. */
function textsOfOthers(
  record: StoredRecord,
  owners: Map<string, Owner>,
  sources: ReadonlySet<string>,
  statements: readonly Stated[],
) {
  const left = new Map<string, Translation>()
  for (const translation of record.translations.values()) {
    const { iso_639_1, iso_3166_1, source_id, texts } = translation
    const keyOf = (name: string) => fieldKey(name, iso_639_1, iso_3166_1)
    const names = Object.keys(texts)
    const isLeft = (name: string) => {
      const owner = owners.get(keyOf(name))
      return owner?.locked || !sources.has(owner?.source_id ?? source_id)
    }
    const theirs = names.filter((name) => texts[name] !== emptyText(name) && isLeft(name))
    for (const name of names) if (!isLeft(name)) owners.delete(keyOf(name))
    const [first] = theirs
    if (first === undefined) continue
    const isKept = !sources.has(source_id) || statements.some((stated) => hasTexts(stated, translation))
    const holder = isKept ? source_id : (owners.get(keyOf(first))?.source_id ?? source_id)
    const own = Object.fromEntries(names.map((name) => [name, theirs.includes(name) ? texts[name] : emptyText(name)]))
    left.set(languageKey(translation), { iso_639_1, iso_3166_1, source_id: holder, texts: own })
  }
  return left
}

/** Whether a statement has a text in the language of a translation, by the source that has the translation. */
const hasTexts = ({ texts = [], origins }: Stated, { source_id, iso_639_1, iso_3166_1 }: Translation): boolean =>
  texts.some(
    (one) =>
      languageKey(one) === languageKey({ iso_639_1, iso_3166_1 }) &&
      Object.keys(one.texts).some(
        (name) => (origins?.get(fieldKey(name, iso_639_1, iso_3166_1))?.source_id ?? one.source_id) === source_id,
      ),
  )
