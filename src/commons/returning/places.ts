import { type StoredPart, shapeOf } from '#src/catalogue/edits/kind-shape.ts'
import { fieldKey, type StoredEntry, type StoredRecord } from '#src/catalogue/edits/record-loader.ts'
import { entryPlace, fieldState, textState } from '#src/catalogue/edits/replaced.ts'
import { recordKind } from '#src/catalogue/record-kinds.ts'
import { isPeopleSource } from '#src/catalogue/sources.ts'
import { isEditablePart } from '#src/import/edit-line.ts'

/** What people here say about a record: only that is ever sent to a publisher. */
export type Said = Readonly<{
  /** Columns of its table; an empty value is meant. */
  columns: readonly string[]
  texts: readonly Readonly<{ iso_639_1: string; iso_3166_1: string; name: string }>[]
  entries: readonly Readonly<{ part: StoredPart; key: string; entry: StoredEntry }>[]
  /** Entries that they have removed. */
  removed: readonly Readonly<{ part: StoredPart; key: string }>[]
}>

const isOfPeople = (source_id: string | undefined): boolean => source_id !== undefined && isPeopleSource(source_id)

/** What people say about a record at some places, or at all of them. */
export function saidOf(record: StoredRecord, places?: ReadonlySet<string>): Said {
  const { kind: of } = record
  const isWanted = (place: string) => !places || places.has(place)
  const columns = Object.entries(recordKind(of).fields).flatMap(([column, { isUnlogged }]) => {
    const isSaid = !isUnlogged && isWanted(fieldKey(column)) && isOfPeople(fieldState(record, column).source_id)
    return isSaid ? [column] : []
  })
  const parts = shapeOf(of).storedParts.filter(({ name }) => isEditablePart(name))
  return {
    columns,
    texts: languagesOf(record).flatMap((language) =>
      recordKind(of).texts.flatMap((name) => {
        const place = fieldKey(name, language.iso_639_1, language.iso_3166_1)
        const isSaid = isWanted(place) && isOfPeople(textState(record, language, name).source_id)
        return isSaid ? [{ ...language, name }] : []
      }),
    ),
    entries: parts.flatMap((part) =>
      [...(record.entries.get(part.name) ?? [])].flatMap(([key, entry]) =>
        isWanted(entryPlace(part.name, key)) && isOfPeople(entry.source_id) ? [{ part, key, entry }] : [],
      ),
    ),
    removed: parts.flatMap((part) =>
      [...(record.removed.get(part.name) ?? [])].flatMap(([key, source_id]) =>
        isWanted(entryPlace(part.name, key)) && isOfPeople(source_id) ? [{ part, key }] : [],
      ),
    ),
  }
}

/** The places of what people say. */
export const placesOfSaid = ({ columns, texts, entries, removed }: Said): string[] => [
  ...columns.map((column) => fieldKey(column)),
  ...texts.map(({ name, iso_639_1, iso_3166_1 }) => fieldKey(name, iso_639_1, iso_3166_1)),
  ...[...entries, ...removed].map(({ part, key }) => entryPlace(part.name, key)),
]

/** The languages in which somebody states texts, or says that there are none. */
function languagesOf({ owners, translations }: StoredRecord) {
  const languages = new Map<string, { iso_639_1: string; iso_3166_1: string }>()
  for (const { iso_639_1, iso_3166_1 } of translations.values())
    languages.set(`${iso_639_1}-${iso_3166_1}`, { iso_639_1, iso_3166_1 })
  for (const place of owners.keys()) {
    const [, iso_639_1 = '', iso_3166_1 = ''] = place.split('|')
    if (iso_639_1 !== '') languages.set(`${iso_639_1}-${iso_3166_1}`, { iso_639_1, iso_3166_1 })
  }
  return [...languages.values()]
}
