import { type Static, Type } from 'typebox'
import type { Place } from '#src/contract/cursors.ts'
import { onPage, paged, pageOf, pageSize } from '#src/contract/paging.ts'
import type { Language } from '#src/contract/parameters.ts'
import { countRows } from '#src/database/count-rows.ts'
import type { Reader } from '#src/database/database.ts'
import { empty, limit, raw, type Sql, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import type { Vocabulary } from '../vocabularies.ts'
import { maxListRows, nextCursor } from './list-query.ts'
import { MovieSummary, movieSummary } from './titles.ts'

export const MoviesWithWord = Type.Object({ id: Type.Integer(), ...paged(MovieSummary).properties })

export const includeAdult = Type.Boolean({ default: false, description: 'Whether to include adult movies' })

/** A page of them; the operation writes the id after which they continue as a cursor. */
type Shown = Static<typeof MoviesWithWord> & { next_cursor?: number | null }

type Query = Place & { language: Language; include_adult?: boolean }

const most = limit(maxListRows)
const Counts = Type.Object({ adult: Type.Integer(), all: Type.Integer() })

/**
 * How many movies that are not adult ones have a word. Checking whether a movie is one takes ten times as long as
 * counting it, so it is not checked if enough movies are left without all adult ones.
 */
async function countListed(db: Reader, tagged: Sql, listed: Sql): Promise<number> {
  const adult = sql`select count(*) as count from (select 1 from movie where adult = true ${most}) as counted`
  const counts = await db.one(
    Counts,
    sql`
    select adult.count as adult, (
      select count(*) from (select 1 ${tagged} ${most} + (${adult})) as counted) as "all"
    from (${adult}) as adult`,
  )
  if (counts && counts.adult < maxListRows && counts.all === maxListRows + counts.adult) return maxListRows
  return countRows(db, sql`from (select 1 ${listed} ${most}) as counted`)
}

/**
 * A page of the movies with a word of a vocabulary, by their ids; undefined if there is no such word. An index has them
 * in this order: a common word has too many movies to sort them for each request.
 */
export async function moviesWithWord(
  db: Reader,
  of: Vocabulary,
  id: number,
  direction: 'asc' | 'desc',
  { language, page, page_size: size = pageSize, cursor, include_adult }: Query,
): Promise<Shown | undefined> {
  const word = await db.one(Id, sql`select id from ${raw(of)} where id = ${id}`)
  if (!word) return undefined
  const table = raw(`title_${of}`)
  const tagged = sql`from ${table} where kind = 'movie' and ${raw(of)}_id = ${id}`
  const listed = include_adult
    ? tagged
    : sql`${tagged} and not exists (
        select 1 from movie m ${db.engine.through('movie_facts')} where m.id = ${table}.entity_id and m.adult = true)`
  const { columns, join } = movieSummary(language, db.engine)
  const [after, by, rows] =
    cursor === undefined
      ? [empty, raw(direction), onPage(page, size)]
      : [sql`and entity_id > ${cursor}`, raw('asc'), limit(size)]
  const [found, count] = await Promise.all([
    db.all(
      MovieSummary,
      sql`
      with shown as (select entity_id as id ${listed} ${after} order by entity_id ${by} ${rows})
      select ${columns} from movie m join shown on shown.id = m.id ${join} order by m.id ${by}`,
    ),
    include_adult ? countRows(db, sql`from (select 1 ${tagged} ${most}) as counted`) : countListed(db, tagged, listed),
  ])
  const shown: Shown = { id, ...pageOf(page, found, count, size) }
  return cursor === undefined ? shown : { ...shown, next_cursor: nextCursor(found, size) }
}
