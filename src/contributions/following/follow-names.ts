import { Type } from 'typebox'
import { isKind, kind as kindOf } from '#src/catalogue/kinds.ts'
import { recordKind } from '#src/catalogue/record-kinds.ts'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { indexedNames, readNames } from '#src/search/names.ts'
import { isSearched, type SearchedKind, searchedKinds } from '#src/search/searched-kinds.ts'
import { type IndexedRecord, indexedRecords } from '#src/search/tables/records.ts'
import { aboutSearch, searchesWithKeys } from './found-searches.ts'
import type { FollowedChange } from './read-changes.ts'
import { comparedName, isFoundBy, keysOfNames } from './searches.ts'
import type { News } from './tell.ts'

/** Whether a change is one of a name. */
function isOfName({ kind, key, place, action }: FollowedChange): boolean {
  if (!isSearched(kind)) return false
  if (action === 'created') return true
  const { title } = recordKind(kind)
  const original = isKind(kind) ? kindOf(kind).original : title
  return (
    [title, original, 'also_known_as', 'alternative_titles'].includes(key) || place.startsWith('alternative_names [')
  )
}

const Values = Type.Object({ seq: Type.Integer(), original_value: Type.Unknown(), value: Type.Unknown() })

/** The names in a value of the log: a text, a list of texts, or an entry with a name. */
function namesIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(namesIn)
  if (typeof value !== 'object' || value === null) return []
  const { name, title } = value as { name?: unknown; title?: unknown }
  return namesIn(name ?? title)
}

const normalNames = (texts: readonly string[]): string[] =>
  indexedNames(texts.map((text) => ({ text, sort: 'a', language: '' }))).map(({ normal }) => normal)

type Before = { isMade: boolean; given: Set<string>; taken: Set<string> }

/** News of records that followed searches find now, and did not find before these changes. */
export async function newsOfNames(tx: Database, changes: readonly FollowedChange[]): Promise<News[]> {
  const named = changes.filter(isOfName)
  if (named.length === 0) return []
  const values = await tx.all(
    Values,
    sql`
    select seq, original_value, value from change
    where ${tx.engine.anyOf(
      raw('seq'),
      named.map(({ seq }) => seq),
    )}`,
  )
  const valuesOf = new Map(values.map((row) => [row.seq, row]))
  const news: News[] = []
  for (const kind of searchedKinds) {
    const ofKind = named.filter((change) => change.kind === kind)
    if (ofKind.length === 0) continue
    const before = new Map<number, Before>()
    for (const { entity_id, seq, action } of ofKind) {
      const { isMade, given, taken } = before.get(entity_id) ?? { isMade: false, given: new Set(), taken: new Set() }
      const { original_value, value } = valuesOf.get(seq) ?? {}
      for (const name of normalNames(namesIn(value))) given.add(name)
      for (const name of normalNames(namesIn(original_value))) taken.add(name)
      before.set(entity_id, { isMade: isMade || action === 'created', given, taken })
    }
    for (const record of await indexedRecords(tx, kind, [...before.keys()]))
      for (const each of await newsOfRecord(tx, kind, record, before.get(record.entity_id) as Before, ofKind))
        news.push(each)
  }
  return together(news)
}

async function newsOfRecord(
  tx: Database,
  kind: SearchedKind,
  { entity_id, names, years, adult }: IndexedRecord,
  { isMade, given, taken }: Before,
  changes: readonly FollowedChange[],
): Promise<News[]> {
  const all = readNames(names)
  const present = all.map(({ normal }) => comparedName(normal))
  const former = isMade
    ? []
    : [...present.filter(({ normal }) => !given.has(normal)), ...[...taken].map((normal) => comparedName(normal))]
  const asYears = years.split(',')
  const makers = new Set(changes.filter((change) => change.entity_id === entity_id).map((change) => change.account_id))
  const found = await searchesWithKeys(tx, keysOfNames(kind, present))
  return found.flatMap((search): News[] => {
    const { account_id, id, query, include_adult } = search
    if (adult && !include_adult) return []
    if (makers.size === 1 && makers.has(account_id)) return []
    if (!isFoundBy(query, present, asYears) || isFoundBy(query, former, asYears)) return []
    const about = { ...aboutSearch(search), kind, entity_id, title: all[0]?.text ?? '' }
    return [{ account_id, subject: `search ${id}`, what: 'watched_search', about, of: [entity_id] }]
  })
}

/** One piece of news for each search, about the last record of several. */
const together = (news: readonly News[]): News[] =>
  [...Map.groupBy(news, ({ account_id, subject }) => `${account_id} ${subject}`).values()].map((some) => ({
    ...(some.at(-1) as News),
    of: some.flatMap(({ of }) => of),
  }))
