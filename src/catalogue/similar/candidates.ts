import { type Static, Type } from 'typebox'
import type { Reader } from '#src/database/database.ts'
import { join, limit, raw, type Sql, sql } from '#src/database/sql.ts'
import { dayOf, isPrincipal, type TitleKind, wordNames, words } from './features.ts'
import type { Weighed } from './weights.ts'

/** Entries of rare features that are read to find candidates. */
export const maxEntriesRead = 3_000
/** How many candidates have their common features compared. */
export const maxCandidates = 300
/** The most popular titles, which are candidates if they share a genre: many titles have nothing else in common. */
export const maxPopular = 200

const Weight = Type.Object({ feature: Type.String(), id: Type.Integer(), weight: Type.Integer() })

const Candidate = Type.Object({
  id: Type.Integer(),
  weight: Type.Integer(),
  adult: Type.Boolean(),
  day: Type.String(),
  popularity: Type.Number(),
  genre_ids: Type.Array(Type.Integer()),
})
export type Candidate = Static<typeof Candidate>

/** The rare features, as long as few entries have to be read to find all who have them; and the common ones. */
function byRarity(features: readonly Weighed[]): { rare: readonly Weighed[]; common: readonly Weighed[] } {
  let entries = 0
  const firstCommon = features.findIndex((feature) => {
    entries += feature.entries
    return entries > maxEntriesRead
  })
  if (firstCommon < 0) return { rare: features, common: [] }
  return { rare: features.slice(0, firstCommon), common: features.slice(firstCommon) }
}

/**
 * Titles with a rare feature, and its weight: once for each feature. SQLite begins a cross join with its first table,
 * and would otherwise read a whole index for a few features.
 */
function sharing(of: TitleKind): Sql {
  const ofWords = wordNames.map((word) => {
    const { table, column } = words[word]
    const other = raw(`other_${word}`)
    return sql`
      select ${other}.entity_id, r.weight
      from rare r cross join ${table} ${other}
      where r.feature = '${raw(word)}' and ${other}.${column} = r.id and ${other}.kind = '${raw(of)}'`
  })
  // A person may have several roles in a title. Who only appears in it does not make it alike: long series have
  // hundreds of guests.
  const ofPeople = sql`
    select role.entity_id, max(r.weight) as weight
    from rare r cross join credit role
    where r.feature = 'person' and role.person_id = r.id and role.kind = '${raw(of)}' and ${isPrincipal(raw('role'))}
    group by r.id, role.entity_id`
  const ofCollection = sql`
    select m.id as entity_id, r.weight from rare r cross join movie m
    where r.feature = 'collection' and m.collection_id = r.id`
  return join([...ofWords, ofPeople, ...(of === 'movie' ? [ofCollection] : [])], ' union all ')
}

/** Popular titles that share a genre with a title. They weigh next to nothing, which is more than equal ones have. */
const popularOnes = (of: TitleKind, id: number): Sql => sql`
  select p.id as entity_id, 1 as weight
  from (select id from ${raw(of)} where adult = false order by popularity desc, id ${limit(maxPopular)}) as p
  where exists (
    select 1 from title_genre g join title_genre own on own.genre_id = g.genre_id
    where g.kind = '${raw(of)}' and g.entity_id = p.id and own.kind = '${raw(of)}' and own.entity_id = ${id})`

/** The sum of the weights of the common features that a candidate has. */
const common = (of: TitleKind): Sql => sql`
  select sum(common.weight) from common where ${join(
    wordNames.map((word) => {
      const { table, column } = words[word]
      return sql`common.feature = '${raw(word)}' and exists (
        select 1 from ${table} where kind = '${raw(of)}' and entity_id = candidate.entity_id and ${column} = common.id)`
    }),
    ' or ',
  )}`

const rowsOf = ({ engine }: Reader, features: readonly Weighed[]): Sql =>
  engine.rows(
    Weight,
    features.map(({ feature, id, weight }) => ({ feature, id, weight })),
  )

/** The titles that have most in common with a title, by the weights of its features. */
export function candidatesFor(db: Reader, of: TitleKind, id: number, features: readonly Weighed[]) {
  const found = byRarity(features)
  const genreIds = db.engine.list(
    sql`select genre_id as value from title_genre where kind = '${raw(of)}' and entity_id = m.id order by genre_id`,
  )
  return db.all(
    Candidate,
    sql`
    with rare as (select r.feature, r.id, r.weight from ${rowsOf(db, found.rare)} as r),
    common as materialized (select r.feature, r.id, r.weight from ${rowsOf(db, found.common)} as r),
    candidate as (
      select entity_id, sum(weight) as weight from (${sharing(of)} union all ${popularOnes(of, id)}) as shared
      where entity_id <> ${id} group by entity_id order by sum(weight) desc, entity_id ${limit(maxCandidates)})
    select m.id, cast(candidate.weight + coalesce((${common(of)}), 0) as integer) as weight, m.adult,
      m.${dayOf(of)} as day, m.popularity, ${genreIds} as genre_ids
    from candidate cross join ${raw(of)} m ${db.engine.through(`${of}_facts`)} where m.id = candidate.entity_id`,
  )
}
