import { Type } from 'typebox'
import type { Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { recordsWithIds } from '#src/search/candidates.ts'
import type { Candidate } from '#src/search/ranking.ts'
import { wholesLike } from '#src/search/reading.ts'
import { search } from '#src/search/search.ts'
import type { SearchedKind } from '#src/search/searched-kinds.ts'
import { isSearched } from '#src/search/searched-kinds.ts'
import type { MatchedKind, Wanted } from './wanted-title.ts'

/** Records that have one whole name, the best known ones. */
export const maxNamesakes = 200
/** Records that a search with slips may add, of each name. */
const maxSearched = 10
/** Names of one title that are searched with slips. */
export const maxSearchedNames = 2

const Asked = Type.Object({ kind: Type.String(), name: Type.String() })
const Named = Type.Object({ kind: Type.String(), name: Type.String(), ids: Type.Array(Type.Integer()) })

/** Records that may be meant, as the search index keeps them. */
type Candidates = Candidate[][]

const searchedKindsOf = ({ kinds }: Wanted): SearchedKind[] =>
  kinds.filter((kind): kind is Extract<MatchedKind, SearchedKind> => isSearched(kind))
const nothing = { includesAdult: true }

/**
 * For each of those that are wanted, the records that have one of its names as a whole name, and the one with its own
 * id: two statements and one for each kind, however many are wanted.
 */
export async function recordsByWholeName(
  db: Reader,
  generation: number,
  wanted: readonly Wanted[],
): Promise<Candidates> {
  const keys = wanted.map(({ titles }) => [...new Set(titles.flatMap(wholesLike))])
  const asked = new Map(
    wanted.flatMap((each, place) =>
      searchedKindsOf(each).flatMap((kind) =>
        (keys[place] as string[]).map((name) => [`${kind} ${name}`, { kind, name }] as const),
      ),
    ),
  )
  const ids = await namesakes(db, generation, [...asked.values()])
  const of = (place: number, kind: SearchedKind): number[] => {
    const own = wanted[place]?.ownId
    const named = (keys[place] as string[]).flatMap((name) => ids.get(`${kind} ${name}`) ?? [])
    return own === undefined ? named : [...named, own]
  }
  const records = await openRecords(
    db,
    generation,
    wanted.flatMap((each, place) => searchedKindsOf(each).map((kind) => ({ kind, ids: of(place, kind) }))),
  )
  return wanted.map((each, place) => searchedKindsOf(each).flatMap((kind) => records(kind, of(place, kind))))
}

async function namesakes(db: Reader, generation: number, asked: readonly { kind: string; name: string }[]) {
  if (asked.length === 0) return new Map<string, number[]>()
  const rows = await db.all(
    Named,
    sql`
    select a.kind, a.name, ${db.engine.list(sql`
      select w.entity_id as value from search_whole w
      where w.generation = ${generation} and w.kind = a.kind and w.name = a.name
      order by w.weight, w.entity_id ${limit(maxNamesakes)}`)} as ids
    from ${db.engine.rows(Asked, asked)} as a`,
  )
  return new Map(rows.map(({ kind, name, ids }) => [`${kind} ${name}`, ids]))
}

type IdsOfKind = { kind: SearchedKind; ids: readonly number[] }

async function openRecords(db: Reader, generation: number, wanted: readonly IdsOfKind[]) {
  const byKind = Map.groupBy(wanted, ({ kind }) => kind)
  const records = new Map<string, Candidate>()
  for (const [kind, some] of byKind) {
    const ids = [...new Set(some.flatMap(({ ids }) => ids))]
    for (const record of await recordsWithIds(db, generation, kind, nothing, ids))
      records.set(`${kind} ${record.entity_id}`, record)
  }
  return (kind: SearchedKind, ids: readonly number[]): Candidate[] =>
    [...new Set(ids)].flatMap((id) => records.get(`${kind} ${id}`) ?? [])
}

/** What the search finds, slips forgiven: first with the year, and without it if that finds nothing. */
export async function recordsBySearch(db: Reader, generation: number, wanted: Wanted): Promise<Candidate[]> {
  const kinds = searchedKindsOf(wanted)
  if (kinds.length === 0) return []
  const { year } = wanted
  const titles = [...new Set(wanted.titles)].slice(0, maxSearchedNames)
  const years = year === undefined ? [''] : [` (${year})`, '']
  for (const behind of years) {
    const found: { kind: SearchedKind; id: number }[] = []
    for (const title of titles) {
      // What stands behind the text says that its last word is whole.
      const text = `${title}${behind} `
      const asked = { kinds, text, includesAdult: true, most: maxSearched, slipsBelow: 1 }
      for (const each of (await search(db, asked)).found) found.push(each)
    }
    if (found.length === 0) continue
    const ids = kinds.map((kind) => ({ kind, ids: found.filter((each) => each.kind === kind).map(({ id }) => id) }))
    const records = await openRecords(db, generation, ids)
    return ids.flatMap(({ kind, ids }) => records(kind, ids))
  }
  return []
}
