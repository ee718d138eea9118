import { Type } from 'typebox'
import type { Reader } from '#src/database/database.ts'
import { limit, raw, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { type Group, nearest, openLists } from './lists.ts'
import type { Candidate, Finding } from './ranking.ts'
import type { Reading, Years } from './reading.ts'
import type { SearchedKind } from './searched-kinds.ts'
import type { Term } from './tables/index-tables.ts'
import { anyYear, firstYear } from './tables/keys.ts'
import { isAdultIn, placesIn, recordIdIn, recordIn, wholeRecord } from './tables/postings.ts'
import { IndexedRecord } from './tables/records.ts'
import { maxBeginning, type Terms, termsFrom } from './terms.ts'
import { beginningMark, longestBeginning } from './words.ts'

/**
 * Records whose names are compared, of all kinds together and at least of each reading of a kind, and postings that are
 * read for one reading in all of its kinds, the most important ones of each word.
 */
export type Compared = { all: number; least: number; read: number }
export const standardCompared: Compared = { all: 300, least: 40, read: 60_000 }
/** Records that have one of the whole names of a query. */
const maxWhole = 200
/** A beginning that always has postings, if any word begins so. */
const shortBeginning = 3

export type Filter = {
  includesAdult: boolean
  /** The year of the first release or airing. */
  primary?: number | undefined
  /** The year of any release or episode. */
  any?: number | undefined
}
export type Asked = {
  generation: number
  kinds: readonly SearchedKind[]
  filter: Filter
  /** How many are wanted of all kinds. */
  most: number
  compared: Compared
}

/** A record that is found by its words, and is important enough for its place, but not for being compared. */
export type Other = { kind: SearchedKind; id: number; rank: number }
/** Records of a kind that may be meant, each with the readings that found it, and others that have the same words. */
type Candidates = {
  kind: SearchedKind
  found: ReadonlyMap<number, readonly Finding[]>
  others: readonly Other[]
}

/** The years that a reading and a filter want. */
const yearsOf = ({ from, to }: Years) =>
  Array.from({ length: to - from + 3 }, (_, index) => `${anyYear}${from - 1 + index}`)

/** All words whose postings a search of these readings may read. */
export function wordsToKnow(readings: readonly Reading[], { primary, any }: Filter): Set<string> {
  const words = new Set<string>()
  if (primary !== undefined) words.add(`${firstYear}${primary}`)
  if (any !== undefined) words.add(`${anyYear}${any}`)
  for (const { units, years } of readings) {
    if (years) for (const each of yearsOf(years)) words.add(each)
    for (const { word, alternatives, isBeginning } of units) {
      for (const alternative of alternatives.keys()) words.add(alternative)
      if (isBeginning) words.add(beginningMark + beginningOf(word, longestBeginning)).add(shortOf(word))
    }
  }
  return words
}

const beginningOf = (word: string, length: number) => [...word].slice(0, length).join('')
const shortOf = (word: string) => beginningMark + beginningOf(word, shortBeginning)

/** Records that may be meant by some readings, of each kind: at most a few hundred that are compared. */
export async function candidatesOf(
  db: Reader,
  asked: Asked,
  readings: readonly Reading[],
  terms: Terms,
): Promise<Candidates[]> {
  await terms.learn(wordsToKnow(readings, asked.filter))
  const wholes = await recordsNamed(db, asked, readings)
  return Promise.all(
    asked.kinds.map(async (kind) => {
      const ofKind = wholes.filter((row) => row.kind === kind)
      const found = new Map<number, Finding[]>()
      for (const reading of readings)
        for (const { name, entity_id } of ofKind)
          if (reading.wholes.includes(name)) note(found, entity_id, reading, wholeRecord)
      const lists = await postingsOf(db, asked, kind, readings, terms)
      for (const { reading, chosen } of lists)
        for (const posting of chosen) note(found, recordIdIn(posting), reading, placesIn(posting))
      return { kind, found, others: othersOf(kind, found, lists, asked.most) }
    }),
  )
}

function note(found: Map<number, Finding[]>, id: number, reading: Reading, places: number) {
  const known = found.get(id)
  if (!known) return void found.set(id, [{ reading, places }])
  const same = known.find((finding) => finding.reading === reading)
  if (same) same.places |= places
  else known.push({ reading, places })
}

type ListOfReading = { reading: Reading; postings: readonly number[]; chosen: readonly number[]; isLoose: boolean }

/** Records that are not compared, in the order of importance; those that are compared hear of all their readings. */
function othersOf(
  kind: SearchedKind,
  found: Map<number, Finding[]>,
  lists: readonly ListOfReading[],
  most: number,
): Other[] {
  const others = new Map<number, Other>()
  for (const { reading, postings, isLoose } of lists)
    for (const posting of postings) {
      const id = recordIdIn(posting)
      if (found.has(id)) note(found, id, reading, placesIn(posting))
      else if (!isLoose && others.size < most) others.set(id, { kind, id, rank: recordIn(posting) })
    }
  return [...others.values()]
}

/** What the words of each reading find, as far as the filter lets it pass. */
async function postingsOf(
  db: Reader,
  { generation, kinds, filter, most, compared }: Asked,
  kind: SearchedKind,
  readings: readonly Reading[],
  terms: Terms,
): Promise<ListOfReading[]> {
  const share = Math.max(compared.least, Math.floor(compared.all / kinds.length / readings.length))
  const lists = openLists(db, { generation, kind }, { kinds: kinds.length, read: compared.read })
  const grouped: { reading: Reading; groups: readonly Group[]; isLoose: boolean }[] = []
  for (const reading of readings) {
    const words = await groupsOf(db, generation, kind, reading, terms)
    const groups = [...words.map(({ group }) => group), ...yearGroups(kind, reading, filter, terms)]
    if (words.length > 0 && groups.every(({ words }) => words.length > 0))
      grouped.push({ reading, groups, isLoose: words.some(({ isLoose }) => isLoose) })
  }
  await lists.open(grouped.flatMap(({ groups }) => groups))
  const found: ListOfReading[] = []
  for (const { reading, groups, isLoose } of grouped) {
    const few = await lists.narrow(groups, share)
    const all = few ?? (await lists.intersect(groups, Math.max(most, share)))
    const postings = Array.from(all).filter((posting) => filter.includesAdult || !isAdultIn(posting))
    const chosen = few ? postings : nearest(postings, share)
    found.push({ reading, postings, chosen, isLoose: isLoose || few !== undefined })
  }
  return found
}

const groupOf = (words: readonly Term[]): Group => ({
  words,
  records: words.reduce((sum, { records }) => sum + records, 0),
})

type WordGroup = { group: Group; isLoose: boolean }

/** The words of a kind that each word of a reading stands for. */
async function groupsOf(
  db: Reader,
  generation: number,
  kind: SearchedKind,
  { units }: Reading,
  terms: Terms,
): Promise<WordGroup[]> {
  const groups: WordGroup[] = []
  for (const { word, alternatives, isBeginning, isOptional } of units) {
    if (isOptional) continue
    const own = [...alternatives.keys()].flatMap((each) => terms.of(kind, each) ?? [])
    if (!isBeginning) groups.push({ group: groupOf(own), isLoose: false })
    else groups.push(await beginningsLike(db, generation, kind, word, own, terms))
  }
  return groups
}

async function beginningsLike(
  db: Reader,
  generation: number,
  kind: SearchedKind,
  word: string,
  own: readonly Term[],
  terms: Terms,
): Promise<WordGroup> {
  const { length } = [...word]
  const among = (more: readonly Term[]) =>
    groupOf([...new Map([...own, ...more].map((term) => [term.word, term])).values()])
  const exact = length <= longestBeginning ? terms.of(kind, beginningMark + word) : undefined
  if (exact) return { group: among([exact].concat(own.filter((each) => !each.word.startsWith(word)))), isLoose: false }
  const some = length <= shortBeginning ? [] : await termsFrom(db, generation, kind, word)
  if (some.length < maxBeginning) return { group: among(some), isLoose: false }
  const shorter = terms.of(kind, beginningMark + beginningOf(word, longestBeginning)) ?? terms.of(kind, shortOf(word))
  return { group: among(shorter ? [shorter] : some), isLoose: true }
}

function yearGroups(kind: SearchedKind, { years }: Reading, { primary, any }: Filter, terms: Terms): Group[] {
  const group = (words: readonly string[]) => groupOf(words.flatMap((word) => terms.of(kind, word) ?? []))
  return [
    ...(years ? [group(yearsOf(years))] : []),
    ...(primary === undefined ? [] : [group([`${firstYear}${primary}`])]),
    ...(any === undefined ? [] : [group([`${anyYear}${any}`])]),
  ]
}

const Named = Type.Object({ kind: Type.String(), name: Type.String(), entity_id: Type.Integer() })
const Key = Type.Object({ kind: Type.String(), name: Type.String() })

/** Records with a name that is all of a reading. */
function recordsNamed(db: Reader, { generation, kinds }: Asked, readings: readonly Reading[]) {
  const names = [...new Set(readings.flatMap(({ wholes }) => wholes))]
  const keys = kinds.flatMap((kind) => names.map((name) => ({ kind, name })))
  return db.all(
    Named,
    sql`
    select w.kind, w.name, w.entity_id from ${db.engine.rows(Key, keys)} as r cross join search_whole w
    where w.generation = ${generation} and w.kind = r.kind and w.name = r.name
    order by w.weight, w.kind, w.entity_id ${limit(maxWhole)}`,
  )
}

/** Records with some ids, as far as the filter lets them pass. */
export async function recordsWithIds(
  db: Reader,
  generation: number,
  kind: SearchedKind,
  { includesAdult, primary, any }: Filter,
  ids: readonly number[],
): Promise<Candidate[]> {
  if (ids.length === 0) return []
  const rows = await db.all(
    IndexedRecord,
    sql`
    select entity_id, adult, year, years, popularity, votes, names from search_record
    where generation = ${generation} and kind = ${kind} and ${db.engine.anyOf(raw('entity_id'), ids)}`,
  )
  return rows
    .filter(
      ({ adult, year, years }) =>
        (includesAdult || !adult) &&
        (primary === undefined || year === primary) &&
        (any === undefined || years.split(',').includes(String(any))),
    )
    .map((row) => ({ ...row, kind }))
}

/** Collections with an adult movie, of those with some ids. */
export async function adultCollections(db: Reader, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const rows = await db.all(
    Id,
    sql`
    select r.id from ${db.engine.rows(
      Id,
      ids.map((id) => ({ id })),
    )} as r
    where exists (select 1 from movie m where m.collection_id = r.id and m.adult = true)`,
  )
  return new Set(rows.map(({ id }) => id))
}
