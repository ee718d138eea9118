import { type Static, Type } from 'typebox'
import type { Language } from '#src/contract/parameters.ts'
import type { Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { textsOf } from './texts.ts'

/** Movies of a collection that pages can lead to; the interface has all of them. */
export const maxMoviesOfCollection = 12_000

/** What a movie of a collection is sorted by. */
const PartOfCollection = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  day: Type.String(),
  popularity: Type.Number(),
  vote_average: Type.Number(),
})
export type PartOfCollection = Static<typeof PartOfCollection>

/** The movies of a collection in the order of the interface, with no more than what pages sort them by. */
export function moviesOfCollection(db: Reader, id: number, language: Language): Promise<PartOfCollection[]> {
  const { title, join } = textsOf('movie', 'm', language, db.engine)
  return db.wide.all(
    PartOfCollection,
    sql`
    select m.id, ${title} as name, m.release_date as day, m.popularity, m.vote_average from movie m ${join}
    where m.collection_id = ${id} order by nullif(m.release_date, '') nulls last, m.id ${limit(maxMoviesOfCollection)}`,
  )
}
