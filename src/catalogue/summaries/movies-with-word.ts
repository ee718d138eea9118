import { type Static, Type } from 'typebox'
import type { Place } from '#src/contract/cursors.ts'
import { countRows, onPage, paged, pageOf, pageSize } from '#src/contract/paging.ts'
import type { Language } from '#src/contract/parameters.ts'
import type { Database } from '#src/database/database.ts'
import { empty, limit, raw, sql } from '#src/database/sql.ts'
import type { Vocabulary } from '../vocabularies.ts'
import { maxListRows, nextCursor } from './list-query.ts'
import { MovieSummary, movieSummary } from './titles.ts'

export const MoviesWithWord = Type.Object({ id: Type.Integer(), ...paged(MovieSummary).properties })

export const includeAdult = Type.Boolean({ default: false, description: 'Whether adult movies are listed too' })

/** A page of them; the operation writes the id after which they go on as a cursor. */
type Shown = Static<typeof MoviesWithWord> & { next_cursor?: number | null }

const Id = Type.Object({ id: Type.Integer() })

type Query = Place & { language: Language; include_adult?: boolean }

/**
 * A page of the movies with a word of a vocabulary, by their ids; undefined if there is no such word. An index has them
 * in this order: a common word has too many movies to sort them for each request.
 */
export async function moviesWithWord(
  db: Database,
  of: Vocabulary,
  id: number,
  direction: 'asc' | 'desc',
  { language, page, page_size: size = pageSize, cursor, include_adult }: Query,
): Promise<Shown | undefined> {
  const word = await db.one(Id, sql`select id from ${raw(of)} where id = ${id}`)
  if (!word) return undefined
  // Adult movies are few: looking for these among the others is faster than looking up each one.
  const withoutAdult = include_adult ? empty : sql`and entity_id not in (select id from movie where adult = true)`
  const tagged = sql`from ${raw(`title_${of}`)} where kind = 'movie' and ${raw(of)}_id = ${id} ${withoutAdult}`
  const { columns, join } = movieSummary(language, db.engine)
  const [after, by, rows] =
    cursor === undefined
      ? [empty, raw(direction), onPage(page, size)]
      : [sql`and entity_id > ${cursor}`, raw('asc'), limit(size)]
  const [found, count] = await Promise.all([
    db.all(
      MovieSummary,
      sql`
      with shown as (select entity_id as id ${tagged} ${after} order by entity_id ${by} ${rows})
      select ${columns} from movie m join shown on shown.id = m.id ${join} order by m.id ${by}`,
    ),
    countRows(db, sql`from (select entity_id ${tagged} ${limit(maxListRows)}) as listed`),
  ])
  const shown: Shown = { id, ...pageOf(page, found, count, size) }
  return cursor === undefined ? shown : { ...shown, next_cursor: nextCursor(found, size) }
}
