import { Type } from 'typebox'
import { isRecordKind } from '#src/catalogue/record-kinds.ts'
import { findSource } from '#src/catalogue/sources.ts'
import { foldUsername } from '#src/credentials/rules.ts'
import type { Reader } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { maxQueryLength, maxQueryWords } from '#src/search/reading.ts'
import { isSearched, type SearchedKind } from '#src/search/searched-kinds.ts'
import { isUnspaced, maxWordLength, normalName, noteWords, pairsOf, partsOf } from '#src/search/words.ts'

/** A search that can be watched: one for names, or one of recent changes. What it does not ask for is empty. */
export type Search = {
  what: 'names' | 'edits'
  query: string
  kind: string
  person_id: number | null
  source_id: string
  iso_639_1: string
  field: string
}

const nothingAsked = { query: '', kind: '', person_id: null, source_id: '', iso_639_1: '', field: '' }

/** Longest address of a search. */
export const maxSearchLength = 1_000
/** Longest filter of recent changes. */
const maxFilterLength = 100

/** Names of the kinds in the addresses of searches, where they differ. */
const kindOfPath = (name: string): string => (name === 'tv' ? 'series' : name)
const pathOfKind = (kind: string): string => (kind === 'series' ? 'tv' : kind)

const Id = Type.Object({ id: Type.Integer() })

/** An account that people know, by its user name, whatever its case. */
export const accountCalled = async (db: Reader, username: string): Promise<number | undefined> =>
  (
    await db.one(
      Id,
      sql`
      select id from account
      where folded_username = ${foldUsername(username)} and source_id is null and deleted_at is null`,
    )
  )?.id

/** The search that the address of its page names, such as `/edits?kind=movie`; undefined if it finds nothing ever. */
export async function searchAt(db: Reader, address: string): Promise<Search | undefined> {
  const [, path, rest = ''] = /^\/(search|edits)(?:\?(.*))?$/.exec(address.slice(0, maxSearchLength)) ?? []
  if (path === undefined) return undefined
  const parameters = new URLSearchParams(rest)
  const asked = (name: string) => (parameters.get(name) ?? '').trim().toWellFormed()
  return path === 'search' ? searchForNames(asked) : searchOfEdits(db, asked)
}

type Asked = (name: string) => string

function searchForNames(asked: Asked): Search | undefined {
  const [query, kind] = [asked('query').slice(0, maxQueryLength).toWellFormed(), kindOfPath(asked('kind'))]
  const isKnown = kind === '' || isSearched(kind)
  return isKnown && wordsIn(query).length > 0 ? { ...nothingAsked, what: 'names', query, kind } : undefined
}

async function searchOfEdits(db: Reader, asked: Asked): Promise<Search | undefined> {
  const [kind, person, source_id] = [asked('kind'), asked('person'), asked('source')]
  const [iso_639_1, field] = [asked('language'), asked('field')]
  if (kind !== '' && !isRecordKind(kind)) return undefined
  if (!/^([a-z]{2})?$/.test(iso_639_1) || !/^[\w/]*$/.test(field) || field.length > maxFilterLength) return undefined
  if (source_id !== '' && !(await findSource(db, source_id))) return undefined
  const person_id = person === '' ? null : await accountCalled(db, person)
  if (person_id === undefined) return undefined
  // Everything is not a search.
  if ([kind, person, source_id, iso_639_1, field].every((one) => one === '')) return undefined
  return { ...nothingAsked, what: 'edits', kind, person_id, source_id, iso_639_1, field }
}

/** The address of a search; `username` is that of the person that it names. */
export function addressOfSearch(search: Omit<Search, 'person_id'>, username = ''): string {
  const { what, query, kind, source_id: source, iso_639_1: language, field } = search
  const asked =
    what === 'names' ? { query, kind: pathOfKind(kind) } : { kind, person: username, source, language, field }
  const given = Object.entries(asked).filter(([, value]) => value !== '')
  return `/${what === 'names' ? 'search' : 'edits'}?${new URLSearchParams(given)}`
}

/** The words of a query, which one name of a record has to have. */
const wordsIn = (query: string): string[] =>
  [...new Set(partsOf(normalName(query)))]
    .slice(0, maxQueryWords)
    .map((word) => [...word].slice(0, maxWordLength).join(''))

const isYear = (word: string) => /^\d{4}$/.test(word)

/** Words that a watched search is found by: it has one of them, and each name all of its own. */
const nameKey = (kind: string, word: string) => JSON.stringify(['names', kind, word])

/** By what the changes that a search is about find it. */
export function matchKeyOf(search: Search): string {
  const { what, query, kind, person_id, source_id, iso_639_1, field } = search
  if (what === 'edits') return editKey([kind, person_id ?? 0, source_id, iso_639_1, field])
  const words = wordsIn(query).sort(
    (one, other) => Number(isYear(one)) - Number(isYear(other)) || other.length - one.length,
  )
  const [word = ''] = words
  return nameKey(kind, isUnspaced(word) ? (pairsOf(word)[0] ?? word) : word)
}

/** A name as searches compare it. */
type ComparedName = { normal: string; words: ReadonlySet<string> }

export function comparedName(normal: string): ComparedName {
  const words = new Set<string>()
  noteWords(normal, (word) => words.add(word))
  return { normal, words }
}

/** The keys of all searches that may find names of a record. */
export function keysOfNames(kind: SearchedKind, names: readonly ComparedName[]): string[] {
  const words = new Set(names.flatMap((name) => [...name.words]))
  return [...words].flatMap((word) => [nameKey('', word), nameKey(kind, word)])
}

/** Whether a query finds a record by one of its names; a year in it may be one of the record. */
export function isFoundBy(query: string, names: readonly ComparedName[], years: readonly string[]): boolean {
  const wanted = wordsIn(query)
  return names.some(({ normal, words }) =>
    wanted.every(
      (word) =>
        words.has(word) || (isUnspaced(word) && normal.includes(word)) || (isYear(word) && years.includes(word)),
    ),
  )
}

type EditFacts = readonly [kind: string, person_id: number, source_id: string, iso_639_1: string, field: string]

const editKey = (facts: EditFacts) => JSON.stringify(['edits', ...facts])

/** The keys of all searches of changes that a change fits: each asks for some of its facts. */
export function keysOfChange([kind, person_id, source_id, iso_639_1, field]: EditFacts): string[] {
  const either = <Value>(value: Value, none: Value): Value[] => (value === none ? [none] : [value, none])
  const keys: string[] = []
  for (const ofKind of either(kind, ''))
    for (const ofPerson of either(person_id, 0))
      for (const ofSource of either(source_id, ''))
        for (const ofLanguage of either(iso_639_1, ''))
          for (const ofField of either(field, '')) keys.push(editKey([ofKind, ofPerson, ofSource, ofLanguage, ofField]))
  return keys
}
