import { type Static, Type } from 'typebox'
import type { Kind } from '#src/catalogue/kinds.ts'
import type { Reader } from '#src/database/database.ts'
import { limit, raw, type Sql, sql } from '#src/database/sql.ts'
import { largest } from '#src/reference/extremes.ts'

/** Entries of a file, and files of an index: as many as the protocol of sitemaps allows. */
export const maxEntries = 50_000
export const maxFiles = 50_000
/** Entries that are read at once. */
const entriesAtOnce = 500

const File = Type.Object({ kind: Type.String(), number: Type.Integer(), changed_on: Type.String() })

/** The files that have something in them. */
export const sitemapFiles = (db: Reader) =>
  db.all(
    File,
    sql`select kind, number, changed_on from sitemap_file where entries > 0 order by kind, number ${limit(maxFiles)}`,
  )

const Entry = Type.Object({
  entity_id: Type.Integer(),
  changed_on: Type.String(),
  /** The record itself, or the series that it belongs to. */
  id: Type.Union([Type.Integer(), Type.Null()]),
  /** Null where not everybody may see it. */
  name: Type.Union([Type.String(), Type.Null()]),
  season_number: Type.Union([Type.Integer(), Type.Null()]),
  episode_number: Type.Union([Type.Integer(), Type.Null()]),
})
type Row = Static<typeof Entry>
/** An entry of a record that everybody may see. */
export type SitemapEntry = Row & { id: number; name: string }

const nothing = sql`cast(null as integer)`
const itself = { id: sql`e.entity_id`, season: nothing, episode: nothing }
const nameOfSeries = (part: 'season' | 'episode') => sql`
  select coalesce(nullif(s.original_name, ''), s.name) from ${raw(part)} p join series s on s.id = p.series_id
  where p.id = e.entity_id and s.adult = false`
const ofPart = (part: 'season' | 'episode', column: 'series_id' | 'season_number' | 'episode_number') =>
  sql`(select ${raw(column)} from ${raw(part)} where id = e.entity_id)`

/** What the address of a record is made from, looked up for one entry `e` after the other. */
const found: Readonly<Record<Kind, { name: Sql; id: Sql; season: Sql; episode: Sql }>> = {
  movie: {
    ...itself,
    name: sql`select coalesce(nullif(original_title, ''), title) from movie where id = e.entity_id and adult = false`,
  },
  series: {
    ...itself,
    name: sql`select coalesce(nullif(original_name, ''), name) from series where id = e.entity_id and adult = false`,
  },
  season: {
    name: nameOfSeries('season'),
    id: ofPart('season', 'series_id'),
    season: ofPart('season', 'season_number'),
    episode: nothing,
  },
  episode: {
    name: nameOfSeries('episode'),
    id: ofPart('episode', 'series_id'),
    season: ofPart('episode', 'season_number'),
    episode: ofPart('episode', 'episode_number'),
  },
  person: { ...itself, name: sql`select name from person where id = e.entity_id and adult = false` },
  company: { ...itself, name: sql`select name from company where id = e.entity_id` },
  network: { ...itself, name: sql`select name from network where id = e.entity_id` },
  collection: {
    ...itself,
    name: sql`select coalesce(nullif(original_name, ''), name) from collection where id = e.entity_id`,
  },
}

const isShown = (row: Row): row is SitemapEntry => row.id !== null && row.name !== null

/** The records of a file that everybody may see, in the order of their ids, a few at a time. */
export async function* entriesOf(db: Reader, kind: Kind, number: number): AsyncGenerator<readonly SitemapEntry[]> {
  const { name, id, season, episode } = found[kind]
  for (let after = 0; ; ) {
    const entries = await db.all(
      Entry,
      sql`
      select e.entity_id, e.changed_on, ${id} as id, (${name}) as name, ${season} as season_number,
        ${episode} as episode_number
      from (
        select entity_id, changed_on from sitemap_entry
        where kind = ${kind} and number = ${number} and entity_id > ${after} order by entity_id ${limit(entriesAtOnce)}
      ) e`,
    )
    const shown = entries.filter(isShown)
    if (shown.length > 0) yield shown
    const last = largest(entries.map(({ entity_id }) => entity_id))
    if (entries.length < entriesAtOnce) return
    after = last
  }
}

const Count = Type.Object({ kind: Type.Unsafe<Kind>(Type.String()), count: Type.Integer() })

/** How many records of each kind there are, as the follower has counted them. */
export const recordCounts = (db: Reader): Promise<Static<typeof Count>[]> =>
  db.all(Count, sql`select kind, cast(sum(entries) as integer) as count from sitemap_file group by kind`)
