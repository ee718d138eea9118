import { isRecordKind } from '#src/catalogue/record-kinds.ts'
import type { Search } from '#src/contributions/following/searches.ts'
import { fieldNames } from '../history/filters.ts'
import type { PageContext } from '../page.ts'

/** A followed search, in words: `Search for “glimmer” · Movie`. */
export function searchInWords(
  context: PageContext,
  { what, query, kind, source_id, iso_639_1, field }: Omit<Search, 'person_id'>,
  username: string,
  sources: ReadonlyMap<string, string>,
): string {
  const { texts, format } = context
  const ofKind = isRecordKind(kind) && texts.history.kinds[kind]
  if (what === 'names') return [texts.following.searchFor(query), ofKind].filter(Boolean).join(' · ')
  const ofField = field !== '' && (new Map(fieldNames(context)).get(field) ?? field)
  const asked = [
    ofKind,
    username !== '' && texts.history.by(username),
    source_id !== '' && (sources.get(source_id) ?? source_id),
    iso_639_1 !== '' && format.language(iso_639_1),
    ofField,
  ]
  return [texts.following.searchOfEdits, ...asked].filter(Boolean).join(' · ')
}
