import type { Database } from '#src/database/database.ts'
import { compareTexts } from '#src/reference/text-order.ts'
import { type Asked, adultCollections, candidatesOf, type Filter, type Other, recordsWithIds } from './candidates.ts'
import { readNames } from './names.ts'
import { type Candidate, compareNearness, compareRanked, nearestReading, type Ranked } from './ranking.ts'
import type { Reading } from './reading.ts'
import type { SearchedKind } from './searched-kinds.ts'
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

/**
 * What a search has found: records whose names were compared, the nearest first, and behind them those that only have
 * the words, the most important ones first.
 */
export function openResults(db: Database, asked: Asked, language = 'en') {
  const { generation, filter } = asked
  const ranked = new Map<string, Ranked>()
  const others = new Map<string, Other>()
  const refused = new Set<string>()
  return {
    size: () => ranked.size + others.size,
    /** Adds what some readings find; of two readings that find the same record the nearer one counts. */
    async add(readings: readonly Reading[], terms: Terms): Promise<void> {
      for (const { kind, found, others: more } of await candidatesOf(db, asked, readings, terms)) {
        for (const candidate of await present(db, generation, kind, filter, [...found.keys()])) {
          const id = candidate.entity_id
          const nearness = nearestReading(candidate, found.get(id) ?? [], language)
          const key = `${kind} ${id}`
          const before = ranked.get(key)
          if (nearness && (!before || compareNearness(nearness, before.nearness) < 0))
            ranked.set(key, { kind, id, nearness })
        }
        for (const id of found.keys()) refused.add(`${kind} ${id}`)
        const hidden = await hiddenOf(db, kind, filter, more)
        for (const other of more) if (!hidden.has(other.id)) others.set(`${kind} ${other.id}`, other)
      }
      for (const key of [...others.keys()]) if (refused.has(key)) others.delete(key)
    },
    /** What is shown from one place to another, with the names that some readings find. */
    async shown(readings: readonly Reading[], from: number, to: number): Promise<Found[]> {
      const near = [...ranked.values()].sort(compareRanked).slice(from, to)
      const more = [...others.values()]
        .sort((one, other) => one.rank - other.rank || compareTexts(one.kind, other.kind))
        .slice(Math.max(0, from - ranked.size), Math.max(0, to - ranked.size))
      const named = near.map(({ kind, id, nearness: { name } }) => foundBy(kind, id, name))
      return [...named, ...(await withNames(db, asked, readings, more, language))]
    },
  }
}

const foundBy = (kind: SearchedKind, id: number, name: Ranked['nearness']['name']): Found => ({
  kind,
  id,
  name: name.text,
  sort: sorts[name.sort],
  languages: name.languages,
})

/** A record by its title. */
export function titled({ kind, entity_id: id, names }: Candidate): Found {
  const title = readNames(names)[0]
  return { kind, id, name: title?.text ?? '', sort: 'title', languages: [] }
}

async function withNames(
  db: Database,
  { generation, filter }: Asked,
  readings: readonly Reading[],
  others: readonly Other[],
  language: string,
): Promise<Found[]> {
  const found = new Map<string, Found>()
  for (const [kind, ofKind] of Map.groupBy(others, (other) => other.kind)) {
    const ids = ofKind.map(({ id }) => id)
    for (const candidate of await recordsWithIds(db, generation, kind, filter, ids)) {
      const nearness = nearestReading(candidate, readings, language)
      const { entity_id: id } = candidate
      found.set(`${kind} ${id}`, nearness ? foundBy(kind, id, nearness.name) : titled(candidate))
    }
  }
  return others.flatMap(({ kind, id }) => found.get(`${kind} ${id}`) ?? [])
}

/** Collections with adult movies are hidden from those who do not ask for them. */
const hiddenOf = async (db: Database, kind: SearchedKind, filter: Filter, some: readonly { id: number }[]) =>
  kind === 'collection' && !filter.includesAdult
    ? await adultCollections(
        db,
        some.map(({ id }) => id),
      )
    : new Set<number>()

/** The records with some ids that may be shown. */
export async function present(
  db: Database,
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
