import type { Reader } from '#src/database/database.ts'
import { compareTexts } from '#src/reference/text-order.ts'
import { type Asked, adultCollections, candidatesOf, type Filter, type Other, recordsWithIds } from './candidates.ts'
import { readNames } from './names.ts'
import { type Candidate, compareRanked, nearestReading, type Ranked, type Searcher } from './ranking.ts'
import type { Reading } from './reading.ts'
import type { SearchedKind } from './searched-kinds.ts'
import { wholeRecord } from './tables/postings.ts'
import type { Terms } from './terms.ts'

export type Found = {
  kind: SearchedKind
  id: number
  /** The name that was found. */
  name: string
  /** Whether it is the title in en-US or the original one, or else one of its translations. */
  sort: 'title' | 'original' | 'translated' | 'other'
  /** Of its translations. */
  languages: readonly string[]
}

const sorts = { t: 'title', o: 'original', l: 'translated', a: 'other' } as const

/** What is found of a kind, by id. What was compared is none of the others, even if it is not what is asked. */
type OfKind = { ranked: Map<number, Ranked>; others: Map<number, Other>; compared: Set<number> }
const ofKind = (): OfKind => ({ ranked: new Map(), others: new Map(), compared: new Set() })

/**
 * What a search has found: records whose names were compared, the nearest first, and behind them those that only have
 * the words, the most important ones first.
 */
export function openResults(db: Reader, asked: Asked, searcher: Searcher) {
  const { generation, filter } = asked
  const ofKinds = new Map(asked.kinds.map((kind) => [kind, ofKind()]))
  const size = () => [...ofKinds.values()].reduce((sum, { ranked, others }) => sum + ranked.size + others.size, 0)
  return {
    size,
    /** Whether a record has a name that is all of the query, without slips. */
    hasWhole: () =>
      [...ofKinds.values()].some(({ ranked }) => ranked.values().some(({ nearness: { place } }) => place === 0)),
    /** Adds what some readings find. What was found by others before is nearer. */
    async add(readings: readonly Reading[], terms: Terms): Promise<void> {
      for (const { kind, found, others: more } of await candidatesOf(db, asked, readings, terms)) {
        const { ranked, others, compared } = ofKinds.get(kind) as OfKind
        const fresh = [...found.keys()].filter((id) => !ranked.has(id))
        for (const candidate of await present(db, generation, kind, filter, fresh)) {
          const id = candidate.entity_id
          const nearness = nearestReading(candidate, found.get(id) ?? [], searcher)
          if (nearness) ranked.set(id, { kind, id, nearness })
        }
        for (const id of found.keys()) compared.add(id)
        const hidden = await hiddenOf(db, kind, filter, more)
        for (const other of more) if (!hidden.has(other.id)) others.set(other.id, other)
        for (const id of others.keys()) if (compared.has(id)) others.delete(id)
      }
    },
    /** What is shown from one place to another, with the names that some readings find. */
    async shown(readings: readonly Reading[], from: number, to: number): Promise<Found[]> {
      const all = [...ofKinds.values()]
      const ranked = all.flatMap((ofKind) => [...ofKind.ranked.values()])
      const near = ranked.sort(compareRanked).slice(from, to)
      const more = all
        .flatMap(({ others }) => [...others.values()])
        .sort((one, other) => one.rank - other.rank || compareTexts(one.kind, other.kind))
        .slice(Math.max(0, from - ranked.length), Math.max(0, to - ranked.length))
      const named = near.map(({ kind, id, nearness: { name } }) => foundBy(kind, id, name))
      return [...named, ...(await withNames(db, asked, readings, more, searcher))]
    },
  }
}

function foundBy(kind: SearchedKind, id: number, name: Ranked['nearness']['name']): Found {
  const { text, sort, languages } = name.read()
  return { kind, id, name: text, sort: sorts[sort], languages }
}

/** A record by its title. */
export function titled({ kind, entity_id: id, names }: Candidate): Found {
  const title = readNames(names)[0]
  return { kind, id, name: title?.text ?? '', sort: 'title', languages: [] }
}

async function withNames(
  db: Reader,
  { generation, filter }: Asked,
  readings: readonly Reading[],
  others: readonly Other[],
  searcher: Searcher,
): Promise<Found[]> {
  const findings = readings.map((reading) => ({ reading, places: wholeRecord }))
  const found = new Map<string, Found>()
  for (const [kind, ofKind] of Map.groupBy(others, (other) => other.kind)) {
    const ids = ofKind.map(({ id }) => id)
    for (const candidate of await recordsWithIds(db, generation, kind, filter, ids)) {
      const nearness = nearestReading(candidate, findings, searcher)
      const { entity_id: id } = candidate
      found.set(`${kind} ${id}`, nearness ? foundBy(kind, id, nearness.name) : titled(candidate))
    }
  }
  return others.flatMap(({ kind, id }) => found.get(`${kind} ${id}`) ?? [])
}

/** Collections with adult movies are hidden from those who do not ask for them. */
const hiddenOf = async (db: Reader, kind: SearchedKind, filter: Filter, some: readonly { id: number }[]) =>
  kind === 'collection' && !filter.includesAdult
    ? await adultCollections(
        db,
        some.map(({ id }) => id),
      )
    : new Set<number>()

/** The records with some ids that may be shown. */
export async function present(
  db: Reader,
  generation: number,
  kind: SearchedKind,
  filter: Filter,
  ids: readonly number[],
): Promise<Candidate[]> {
  const records = await recordsWithIds(db, generation, kind, filter, ids)
  const hidden = await hiddenOf(
    db,
    kind,
    filter,
    records.map(({ entity_id: id }) => ({ id })),
  )
  return records.filter(({ entity_id }) => !hidden.has(entity_id))
}
