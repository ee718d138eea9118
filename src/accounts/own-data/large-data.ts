import { type Static, Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import type { Reader } from '#src/database/database.ts'
import { empty, limit, raw, type Sql, sql } from '#src/database/sql.ts'
import type { MarkList } from '#src/kept/marks.ts'

/**
 * What a person may have so much of that it is read, and written into the file of one's own data, some at a time: what
 * they keep, write and edit.
 */

/** Rows that are read at once. */
const ROWS_AT_ONCE = 1_000
/** Reviews that are read at once, each of which may be long. */
const REVIEWS_AT_ONCE = 50
/** Their ids, which are short. */
const maxReviews = 1_000_000

const about = { kind: Type.String(), entity_id: Type.Integer(), title: Type.String() }
const Marked = Type.Object({ ...about, created_at: Type.String() })
/** With its place among the favourites on the profile. */
const Favorite = Type.Object({ ...Marked.properties, place: nullable(Type.Integer()) })
const Rating = Type.Object({ ...about, value: Type.Number(), created_at: Type.String(), updated_at: Type.String() })
const Watched = Type.Object({
  ...about,
  watched_at: Type.String(),
  watched_on: Type.String(),
  is_rewatch: nullable(Type.Boolean()),
})
const Review = Type.Object({
  ...about,
  id: Type.String(),
  rating: nullable(Type.Number()),
  iso_639_1: Type.String(),
  content: Type.String(),
  created_at: Type.String(),
  updated_at: Type.String(),
})
const ReviewId = Type.Object({ id: Type.String() })
const List = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  iso_639_1: Type.String(),
  visibility: Type.String(),
  sort_by: Type.String(),
  created_at: Type.String(),
  updated_at: Type.String(),
  hidden: nullable(Type.String()),
  hidden_reason: Type.String(),
})
const ListItem = Type.Object({ ...about, created_at: Type.String(), position: Type.Integer() })
const Edit = Type.Object({
  id: Type.Integer(),
  at: Type.String(),
  note: Type.String(),
  source_url: Type.String(),
})

/** The title of what a row is about. */
export const titleOf = (row: Sql) => sql`coalesce(
  (select original_title from movie where ${row}.kind = 'movie' and movie.id = ${row}.entity_id),
  (select original_name from series where ${row}.kind = 'series' and series.id = ${row}.entity_id),
  (select name from episode where ${row}.kind = 'episode' and episode.id = ${row}.entity_id), '')`

/** Comes before every row. */
const first = { kind: '', entity_id: 0, created_at: '', watched_on: '', watched_at: '', position: -1, id: 0 }

/** Rows some at a time; `next` reads those after another one, in the order of an index. */
async function* some<Row>(next: (after: Row) => Promise<Row[]>): AsyncGenerator<Row[]> {
  for (let after = first as Row, isMore = true; isMore; ) {
    const rows = await next(after)
    yield rows
    after = rows.at(-1) ?? after
    isMore = rows.length === ROWS_AT_ONCE
  }
}

const markedIn = <Row extends typeof Marked>(db: Reader, list: MarkList, account_id: number, row: Row, more = empty) =>
  some<Static<Row>>(({ kind, created_at, entity_id }) =>
    db.wide.all(
      row,
      sql`
      select kind, entity_id, ${titleOf(raw(list))} as title, created_at ${more} from ${raw(list)}
      where account_id = ${account_id} and (kind, created_at, entity_id) > (${kind}, ${created_at}, ${entity_id})
      order by kind, created_at, entity_id ${limit(ROWS_AT_ONCE)}`,
    ),
  )

const ratingsOf = (db: Reader, account_id: number) =>
  some<Static<typeof Rating>>(({ kind, created_at, entity_id }) =>
    db.wide.all(
      Rating,
      sql`
      select kind, entity_id, ${titleOf(raw('rating'))} as title, value, created_at, updated_at from rating
      where account_id = ${account_id} and (kind, created_at, entity_id) > (${kind}, ${created_at}, ${entity_id})
      order by kind, created_at, entity_id ${limit(ROWS_AT_ONCE)}`,
    ),
  )

const watchedOf = (db: Reader, account_id: number) =>
  some<Static<typeof Watched>>(({ watched_on, watched_at, kind, entity_id }) =>
    db.wide.all(
      Watched,
      sql`
      select kind, entity_id, ${titleOf(raw('watched'))} as title, watched_at, watched_on,
        is_rewatch from watched
      where account_id = ${account_id}
        and (watched_on, watched_at, kind, entity_id) > (${watched_on}, ${watched_at}, ${kind}, ${entity_id})
      order by watched_on, watched_at, kind, entity_id ${limit(ROWS_AT_ONCE)}`,
    ),
  )

const editsOf = (db: Reader, account_id: number) =>
  some<Static<typeof Edit>>(({ id }) =>
    db.wide.all(
      Edit,
      sql`
      select id, at, note, source_url from edit where account_id = ${account_id} and id > ${id}
      order by id ${limit(ROWS_AT_ONCE)}`,
    ),
  )

async function* reviewsOf(db: Reader, account_id: number) {
  const ids = await db.wide.all(
    ReviewId,
    sql`select id from review where account_id = ${account_id} order by created_at, id ${limit(maxReviews)}`,
  )
  for (let at = 0; at < ids.length; at += REVIEWS_AT_ONCE)
    yield await db.wide.all(
      Review,
      sql`
      select id, kind, entity_id, ${titleOf(raw('review'))} as title, coalesce((
          select value from rating g
          where g.account_id = review.account_id and g.kind = review.kind and g.entity_id = review.entity_id
        ), rating) as rating, iso_639_1, content, created_at, updated_at
      from review where ${db.engine.anyOf(
        sql`id`,
        ids.slice(at, at + REVIEWS_AT_ONCE).map(({ id }) => id),
      )} and account_id = ${account_id}
      order by created_at, id`,
    )
}

/** The items of a list, in the order that was given to them by hand. */
export const itemsOf = (db: Reader, list_id: number) =>
  some<Static<typeof ListItem>>(({ position, kind, entity_id }) =>
    db.wide.all(
      ListItem,
      sql`
      select item.kind, item.entity_id, ${titleOf(raw('item'))} as title, item.created_at, item.position
      from list_item item
      where list_id = ${list_id} and (position, kind, entity_id) > (${position}, ${kind}, ${entity_id})
      order by position, kind, entity_id ${limit(ROWS_AT_ONCE)}`,
    ),
  )

/** The lists of a person. */
export const listsOf = (db: Reader, account_id: number) =>
  db.wide.all(
    List,
    sql`
    select id, name, description, iso_639_1, visibility, sort_by, created_at, updated_at, hidden, hidden_reason
    from user_list where account_id = ${account_id} order by id`,
  )

/** What there may be much of, by its name in the file. */
const manyOf = (db: Reader, account_id: number) => ({
  watchlist: markedIn(db, 'watchlist', account_id, Marked),
  favorites: markedIn(db, 'favorite', account_id, Favorite, sql`, place`),
  ratings: ratingsOf(db, account_id),
  watched: watchedOf(db, account_id),
  reviews: reviewsOf(db, account_id),
  edits: editsOf(db, account_id),
})

const withoutPosition = ({ position: _, ...item }: Static<typeof ListItem>) => item

/** All of it. */
export async function largeData(db: Reader, account_id: number) {
  const { watchlist, favorites, ratings, watched, reviews, edits } = manyOf(db, account_id)
  const all = async <Row>(rows: AsyncIterable<Row[]>) => (await Array.fromAsync(rows)).flat()
  const lists = (await listsOf(db, account_id)).map(async (list) => {
    const items = (await all(itemsOf(db, list.id))).map(withoutPosition)
    return { ...list, items }
  })
  return {
    ...{ watchlist: await all(watchlist), favorites: await all(favorites), ratings: await all(ratings) },
    ...{ watched: await all(watched), reviews: await all(reviews), edits: await all(edits) },
    lists: await Promise.all(lists),
  }
}

/** The same as members of a JSON object, each behind a comma. */
export async function* largeText(db: Reader, account_id: number): AsyncGenerator<string> {
  for (const [name, rows] of Object.entries(manyOf(db, account_id))) {
    yield `,\n  "${name}": [`
    yield* rowsText(rows as AsyncIterable<object[]>, '    ')
    yield ']'
  }
  yield ',\n  "lists": ['
  let comma = ''
  for (const list of await listsOf(db, account_id)) {
    yield `${comma}\n    ${JSON.stringify(list).slice(0, -1)}, "items": [`
    yield* rowsText(itemsOf(db, list.id), '      ', withoutPosition)
    yield ']}'
    comma = ','
  }
  yield ']'
}

/** Rows of an array in JSON, each on a line of its own. */
export async function* rowsText<Row>(
  rows: AsyncIterable<Row[]>,
  indent: string,
  shown: (row: Row) => unknown = (row) => row,
): AsyncGenerator<string> {
  let comma = ''
  for await (const each of rows) {
    if (each.length === 0) continue
    yield comma + each.map((row) => `\n${indent}${JSON.stringify(shown(row))}`).join(',')
    comma = ','
  }
}
