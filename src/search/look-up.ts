import { Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { join, limit, raw, type Sql, sql } from '#src/database/sql.ts'
import { foldName } from './folding.ts'

/** The kinds that are found by name, and what their results are filtered and ordered by. */
const searched = {
  movie: { adult: 'movie.adult', popularity: 'movie.popularity' },
  series: { adult: 'series.adult', popularity: 'series.popularity' },
  person: { adult: 'person.adult', popularity: 'person.popularity' },
  company: { adult: 'false', popularity: '0' },
  network: { adult: 'false', popularity: '0' },
  collection: {
    adult: 'exists (select 1 from movie m where m.collection_id = collection.id and m.adult = true)',
    popularity: '0',
  },
} as const

export type SearchedKind = keyof typeof searched
export const searchedKinds = Object.keys(searched) as SearchedKind[]

/** Names that are read for one kind; if more of them match, the first ones in the alphabet. */
export const maxFound = 1_000

/** Sorts after every text with the same beginning: no character has a higher code point. */
const last = '\u{10ffff}'

const Found = Type.Object({ kind: Type.Unsafe<SearchedKind>({ type: 'string' }), id: Type.Integer() })

/** Records of one kind with a name that begins with `name`, and what ranks them. */
function foundOf(of: SearchedKind, name: string, includesAdult: boolean): Sql {
  const { adult, popularity } = searched[of]
  const [table, kind] = [raw(of), raw(`'${of}'`)]
  return sql`
    select ${kind} as kind, ${table}.id, found.name = ${name} as is_exact, ${raw(popularity)} as popularity
    from (
      select entity_id, min(name) as name from (
        select entity_id, name from search_name where kind = ${kind} and name >= ${name} and name < ${name + last}
        order by name, entity_id ${limit(maxFound)}
      ) as named group by entity_id
    ) as found join ${table} on ${table}.id = found.entity_id
    where ${includesAdult ? sql`true` : sql`not ${raw(adult)}`}`
}

/**
 * The records of some kinds with a name that begins with `text`: exact names first, then the most popular. Adult ones
 * are left out unless they are wanted.
 */
export async function lookUp(db: Database, kinds: readonly SearchedKind[], text: string, includesAdult: boolean) {
  const name = foldName(text)
  if (name === '') return []
  const found = join(
    kinds.map((of) => foundOf(of, name, includesAdult)),
    ' union all ',
  )
  return db.all(Found, sql`select kind, id from (${found}) as ranked order by is_exact desc, popularity desc, kind, id`)
}
