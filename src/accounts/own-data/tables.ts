import { Readable } from 'node:stream'
import { type Static, type TObject, Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import type { Reader } from '#src/database/database.ts'
import { limit, type Sql, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import type { MarkList } from '#src/kept/marks.ts'
import { rowOf } from '#src/reference/table-cells.ts'
import { listRows } from './list-table.ts'
import { fromTitles, type Kind, Title } from './titles-in-tables.ts'

/**
 * What a person keeps as tables in the form in which film diaries are exchanged: other sites read them, and so do the
 * imports here, which need the columns with times and ids of ours so that nothing is lost. Films and series stand in
 * tables of their own, because most sites take every row for a film. There is no `tmdbID`: whether ids here are those
 * depends on where the catalogue is from. No mark stands at the beginning, which some readers take for a part of the
 * first name.
 */
export const ownTables = ['films', 'series', 'watchlist', 'favourites', 'lists'] as const
export type OwnTable = (typeof ownTables)[number]

/** Films, and series with all of their episodes, that are read at once. */
const FILMS_AT_ONCE = 500
const SERIES_AT_ONCE = 20
/** Everything that an account keeps about some titles: no statement reads more. */
const maxRows = 1_000_000

const columns = ['Title', 'Year', 'imdbID', 'Type', 'Series', 'Season', 'Episode', 'Rating10', 'WatchedDate'].concat([
  ...['Rewatch', 'Review', 'RatedAt', 'WatchedAt', 'ReviewedAt', 'ReviewLanguage', 'ReelcommonsID'],
])
const markedColumns = ['Title', 'Year', 'imdbID', 'Type', 'AddedAt', 'ReelcommonsID']

/** One of the tables, which is read as it is sent. */
export const ownTable = (db: Reader, account_id: number, table: OwnTable): Readable =>
  Readable.from(rowsOf(db, account_id, table))

async function* rowsOf(db: Reader, account_id: number, table: OwnTable): AsyncGenerator<string> {
  if (table === 'watchlist') return yield* markedRows(db, account_id, 'watchlist')
  if (table === 'favourites') return yield* markedRows(db, account_id, 'favorite')
  if (table === 'lists') return yield* listRows(db, account_id)
  yield rowOf(columns)
  const kind = table === 'films' ? 'movie' : 'series'
  for (let after = 0; ; ) {
    const ids = await titlesAfter(db, account_id, kind, after)
    if (ids.length === 0) return
    yield (await diaryRows(db, account_id, kind, ids)).join('')
    after = ids.at(-1) as number
  }
}

/** The next films, or series, about which an account keeps something, or about whose episodes. */
async function titlesAfter(db: Reader, account_id: number, kind: Kind, after: number): Promise<number[]> {
  const own = (table: Sql) => sql`
    select entity_id as id from ${table} where account_id = ${account_id} and kind = ${kind} and entity_id > ${after}`
  const more =
    kind === 'movie'
      ? own(sql`watched`)
      : sql`
        select series_id as id from watched where account_id = ${account_id} and series_id > ${after}
        union select e.series_id from rating r join episode e on e.id = r.entity_id
        where r.account_id = ${account_id} and r.kind = 'episode' and e.series_id > ${after}`
  const rows = await db.wide.all(
    Id,
    sql`
    select id from (${own(sql`rating`)} union ${own(sql`review`)} union ${more}) as kept
    order by id ${limit(kind === 'movie' ? FILMS_AT_ONCE : SERIES_AT_ONCE)}`,
  )
  return rows.map(({ id }) => id)
}

const place = { kind: Type.String(), entity_id: Type.Integer() }
const Rated = Type.Object({ ...place, value: Type.Number(), created_at: Type.String() })
const Watched = Type.Object({
  ...{ ...place, watched_at: Type.String(), watched_on: Type.String(), is_rewatch: nullable(Type.Boolean()) },
})
const Reviewed = Type.Object({
  ...{ ...place, content: Type.String(), iso_639_1: Type.String(), created_at: Type.String() },
})
const Episode = Type.Object({
  id: Type.Integer(),
  series_id: Type.Integer(),
  name: Type.String(),
  season: Type.Integer(),
  episode: Type.Integer(),
})
type Kept = {
  watched: readonly Static<typeof Watched>[]
  rating: Static<typeof Rated> | undefined
  review: Static<typeof Reviewed> | undefined
}

/** The rows of some titles: each viewing is one, and what somebody thinks of a title stands beside the last of them. */
async function diaryRows(db: Reader, account_id: number, kind: Kind, ids: readonly number[]): Promise<string[]> {
  const some = <Row extends TObject>(row: Row, query: Sql) => db.wide.all(row, sql`${query} ${limit(maxRows)}`)
  const titles = await some(Title, sql`${fromTitles(kind)} where ${db.engine.anyOf(sql`t.id`, ids)} order by t.id`)
  const episodes =
    kind === 'movie'
      ? []
      : await some(
          Episode,
          sql`
          select e.id, e.series_id, e.name, e.season_number as season, e.episode_number as episode from episode e
          where ${db.engine.anyOf(sql`e.series_id`, ids)} and (
            exists (select 1 from watched w
              where w.account_id = ${account_id} and w.kind = 'episode' and w.entity_id = e.id)
            or exists (select 1 from rating r
              where r.account_id = ${account_id} and r.kind = 'episode' and r.entity_id = e.id))
          order by e.series_id, e.season_number, e.episode_number`,
        )
  const about = (of: string, these: readonly number[]) =>
    sql`account_id = ${account_id} and kind = ${of} and ${db.engine.anyOf(sql`entity_id`, these)}`
  const episodeIds = episodes.map(({ id }) => id)
  const either = sql`(${about(kind, ids)} or ${about('episode', episodeIds)})`
  const [rated, watched, reviewed] = await Promise.all([
    some(Rated, sql`select kind, entity_id, value, created_at from rating where ${either}`),
    some(
      Watched,
      sql`
      select kind, entity_id, watched_at, watched_on, is_rewatch from watched where ${either}
      order by watched_at, entity_id`,
    ),
    some(
      Reviewed,
      sql`
      select kind, entity_id, content, iso_639_1, created_at from review where ${about(kind, ids)}
      order by created_at desc`,
    ),
  ])
  const keyOf = ({ kind, entity_id }: { kind: string; entity_id: number }) => `${kind} ${entity_id}`
  const byRecord = {
    rated: new Map(rated.map((row) => [keyOf(row), row])),
    watched: Map.groupBy(watched, keyOf),
    reviewed: new Map(reviewed.map((row) => [keyOf(row), row])),
  }
  const keptOf = (key: string): Kept => ({
    watched: byRecord.watched.get(key) ?? [],
    rating: byRecord.rated.get(key),
    review: byRecord.reviewed.get(key),
  })
  const episodesOf = Map.groupBy(episodes, ({ series_id }) => series_id)
  return titles.flatMap((title) => [
    ...rowsAbout([title.title, title.year, title.imdb, kind, '', '', ''], keptOf(`${kind} ${title.id}`), title),
    ...(episodesOf.get(title.id) ?? []).flatMap(({ id, name, season, episode }) =>
      rowsAbout([name, '', title.imdb, 'episode', title.title, season, episode], keptOf(`episode ${id}`), title),
    ),
  ])
}

type Cells = readonly (string | number)[]

function rowsAbout(about: Cells, { watched, rating, review }: Kept, { id }: Title): string[] {
  if (watched.length === 0 && !rating && !review) return []
  const viewings = watched.length === 0 ? [undefined] : watched
  return viewings.map((viewing, index) => {
    const isLast = index === viewings.length - 1
    const [rated, reviewed] = isLast ? [rating, review] : []
    return rowOf([
      ...about,
      rated?.value ?? '',
      viewing?.watched_on ?? '',
      viewing === undefined ? '' : index > 0 || viewing.is_rewatch ? 'Yes' : 'No',
      ...[reviewed?.content ?? '', rated?.created_at ?? '', viewing?.watched_at ?? '', reviewed?.created_at ?? ''],
      ...[reviewed?.iso_639_1 ?? '', id],
    ])
  })
}

const Marked = Type.Object({
  ...Title.properties,
  kind: Type.Unsafe<Kind>({ type: 'string' }),
  created_at: Type.String(),
})

/** The titles of a watchlist or the favourites. */
async function* markedRows(db: Reader, account_id: number, list: MarkList): AsyncGenerator<string> {
  yield rowOf(markedColumns)
  const table = list === 'watchlist' ? sql`watchlist` : sql`favorite`
  for (const kind of ['movie', 'series'] as const)
    for (let after = 0; ; ) {
      const rows = await db.wide.all(
        Marked,
        sql`
        select title.*, m.kind, m.created_at
        from ${table} m join (${fromTitles(kind)}) as title on title.id = m.entity_id
        where m.account_id = ${account_id} and m.kind = ${kind} and m.entity_id > ${after}
        order by m.entity_id ${limit(FILMS_AT_ONCE)}`,
      )
      if (rows.length === 0) break
      yield rows
        .map(({ title, year, imdb, created_at, id }) => rowOf([title, year, imdb, kind, created_at, id]))
        .join('')
      after = rows.at(-1)?.id as number
    }
}
