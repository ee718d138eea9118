import { Type } from 'typebox'
import { EpisodeSummary, episodeSummary } from '#src/catalogue/summaries/episodes.ts'
import { nextCursor } from '#src/catalogue/summaries/list-query.ts'
import { MovieSummary, movieSummary, SeriesSummary, seriesSummary } from '#src/catalogue/summaries/titles.ts'
import { showsSameAs } from '#src/contract/cache-tags.ts'
import type { Place } from '#src/contract/cursors.ts'
import { onPage, paged, pageOf, pageSize } from '#src/contract/paging.ts'
import { type Language, language, page } from '#src/contract/parameters.ts'
import { extend } from '#src/contract/schema.ts'
import { countRows } from '#src/database/count-rows.ts'
import type { Reader } from '#src/database/database.ts'
import { empty, limit, raw, type Sql, sql } from '#src/database/sql.ts'
import { type Keeper, ratingsOf } from './keeper.ts'
import type { MarkList } from './marks.ts'

const orders = ['created_at.asc', 'created_at.desc'] as const
type Order = (typeof orders)[number]

const sortBy = Type.Unsafe<Order>({
  type: 'string',
  enum: orders,
  default: 'created_at.asc',
  description: 'Order of the entries, by the time they were added',
})

/** The parameters of every list that somebody keeps. */
export const listQuery = Type.Object({ language, page, sort_by: sortBy })
type Asked = Place & { language: Language; sort_by: Order }

const rating = Type.Number({ description: 'Rating by the account or guest' })
const { episode_type: _type, ...ofEpisode } = EpisodeSummary.properties

/** THE table of what stands in lists that people keep: how rows look, without and with a rating, and their source. */
const rows = {
  movie: {
    plain: MovieSummary,
    rated: extend(MovieSummary, { rating }, 'RatedMovie'),
    from: sql`movie m`,
    id: sql`m.id`,
    select: movieSummary,
  },
  series: {
    plain: SeriesSummary,
    rated: extend(SeriesSummary, { rating }, 'RatedTv'),
    from: sql`series s`,
    id: sql`s.id`,
    select: seriesSummary,
  },
  episode: {
    plain: EpisodeSummary,
    rated: Type.Object({ ...ofEpisode, rating }, { title: 'RatedEpisode', ...showsSameAs(EpisodeSummary) }),
    from: sql`episode e`,
    id: sql`e.id`,
    select: episodeSummary,
  },
}
type Rows = typeof rows

/** The replies of lists of a kind. */
export const markedReply = {
  movie: paged(rows.movie.plain),
  series: paged(rows.series.plain),
} as const
export const ratedReply = {
  movie: paged(rows.movie.rated),
  series: paged(rows.series.rated),
  episode: paged(rows.episode.rated),
} as const

/** Entries of one keeper: their table, and what chooses them there. */
type Entries = { table: Sql; condition: Sql }

/**
 * One page of a list: the entries of the page first, which an index has in this order, and then only those records. A
 * cursor has the entries in the order of ids, as their key has them.
 */
async function listedPage<Of extends keyof Rows, Form extends 'plain' | 'rated'>(
  db: Reader,
  of: Of,
  form: Form,
  { table, condition }: Entries,
  { language, page, page_size: size = pageSize, cursor, sort_by }: Asked,
) {
  const { [form]: row, from, id, select } = rows[of]
  const { columns, join } = select(language, db.engine)
  const direction = raw(sort_by === 'created_at.asc' ? 'asc' : 'desc')
  const byTime = sql`listed.created_at ${direction}, listed.entity_id ${direction}`
  const [order, behind, rowsAsked] =
    cursor === undefined
      ? [byTime, empty, onPage(page, size)]
      : [raw('listed.entity_id'), sql`and entity_id > ${cursor}`, limit(size)]
  const value = form === 'rated' ? raw(', value') : empty
  const shown = form === 'rated' ? raw(', listed.value as rating') : empty
  const found = await db.all(
    row as Rows[Of][Form],
    sql`
    select ${columns}${shown} from (
      select entity_id, created_at${value} from ${table} listed
      where ${condition} and kind = ${of} ${behind} order by ${order} ${rowsAsked}) as listed
    join ${from} on ${id} = listed.entity_id ${join} order by ${order}`,
  )
  const entries = await countRows(db, sql`from ${table} where ${condition} and kind = ${of}`)
  const listed = pageOf(page, found, entries, size)
  return cursor === undefined ? listed : { ...listed, next_cursor: nextCursor(found as { id: number }[], size) }
}

/** A page of what an account has marked. */
export const markedPage = <Of extends 'movie' | 'series'>(
  db: Reader,
  list: MarkList,
  of: Of,
  account_id: number,
  asked: Asked,
) => listedPage(db, of, 'plain', { table: raw(list), condition: sql`account_id = ${account_id}` }, asked)

/** A page of what an account or a guest has rated, with the ratings. */
export function ratedPage<Of extends keyof Rows>(db: Reader, of: Of, keeper: Keeper, asked: Asked) {
  const { table, owner, id } = ratingsOf(keeper)
  return listedPage(db, of, 'rated', { table, condition: sql`${owner} = ${id}` }, asked)
}
