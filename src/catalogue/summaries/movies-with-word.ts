import { type Static, Type } from 'typebox'
import { countRows, onPage, paged, pageOf } from '#src/contract/paging.ts'
import type { Language } from '#src/contract/parameters.ts'
import type { Database } from '#src/database/database.ts'
import { empty, limit, raw, sql } from '#src/database/sql.ts'
import type { Vocabulary } from '../vocabularies.ts'
import { maxListRows } from './list-query.ts'
import { MovieSummary, movieSummary } from './titles.ts'

export const MoviesWithWord = Type.Object({ id: Type.Integer(), ...paged(MovieSummary).properties })

export const includeAdult = Type.Boolean({ default: false, description: 'Whether adult movies are listed too' })

const Id = Type.Object({ id: Type.Integer() })

type Query = { language: Language; page: number; include_adult?: boolean }

/**
 * A page of the movies with a word of a vocabulary, by their ids; undefined if there is no such word. An index has them
 * in this order: a common word has too many movies to sort them for each request.
 */
export async function moviesWithWord(
  db: Database,
  of: Vocabulary,
  id: number,
  direction: 'asc' | 'desc',
  { language, page, include_adult }: Query,
): Promise<Static<typeof MoviesWithWord> | undefined> {
  const word = await db.one(Id, sql`select id from ${raw(of)} where id = ${id}`)
  if (!word) return undefined
  // Adult movies are few: looking for these among the others is faster than looking up each one.
  const withoutAdult = include_adult ? empty : sql`and entity_id not in (select id from movie where adult = true)`
  const tagged = sql`from ${raw(`title_${of}`)} where kind = 'movie' and ${raw(of)}_id = ${id} ${withoutAdult}`
  const { columns, join } = movieSummary(language, db.engine)
  const [rows, count] = await Promise.all([
    db.all(
      MovieSummary,
      sql`
      with shown as (select entity_id as id ${tagged} order by entity_id ${raw(direction)} ${onPage(page)})
      select ${columns} from movie m join shown on shown.id = m.id ${join} order by m.id ${raw(direction)}`,
    ),
    countRows(db, sql`from (select entity_id ${tagged} ${limit(maxListRows)}) as listed`),
  ])
  return { id, ...pageOf(page, rows, count) }
}
