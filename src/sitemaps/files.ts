import { type Static, Type } from 'typebox'
import type { Kind } from '#src/catalogue/kinds.ts'
import type { Database } from '#src/database/database.ts'
import { limit, type Sql, sql } from '#src/database/sql.ts'

/** Entries of a file, and files of an index: as many as the protocol of sitemaps allows. */
export const maxEntries = 50_000
export const maxFiles = 50_000
/** Entries that are read at once. */
const entriesAtOnce = 1_000

const File = Type.Object({ kind: Type.String(), number: Type.Integer(), changed_on: Type.String() })

/** The files that have something in them. */
export const sitemapFiles = (db: Database) =>
  db.all(
    File,
    sql`select kind, number, changed_on from sitemap_file where entries > 0 order by kind, number ${limit(maxFiles)}`,
  )

const Entry = Type.Object({
  entity_id: Type.Integer(),
  changed_on: Type.String(),
  /** Of the record, or of the series that it belongs to. */
  id: Type.Integer(),
  name: Type.String(),
  season_number: Type.Union([Type.Integer(), Type.Null()]),
  episode_number: Type.Union([Type.Integer(), Type.Null()]),
})
export type SitemapEntry = Static<typeof Entry>

const noNumbers = sql`cast(null as integer) as season_number, cast(null as integer) as episode_number`

/** What the address of a record is made from. Adult titles, and what belongs to them, are not shown to everybody. */
const named: Readonly<Record<Kind, Sql>> = {
  movie: sql`m.id, coalesce(nullif(m.original_title, ''), m.title) as name, ${noNumbers}
    from sitemap_entry e join movie m on m.id = e.entity_id and m.adult = false`,
  series: sql`s.id, coalesce(nullif(s.original_name, ''), s.name) as name, ${noNumbers}
    from sitemap_entry e join series s on s.id = e.entity_id and s.adult = false`,
  season: sql`s.id, coalesce(nullif(s.original_name, ''), s.name) as name, n.season_number,
      cast(null as integer) as episode_number
    from sitemap_entry e join season n on n.id = e.entity_id join series s on s.id = n.series_id and s.adult = false`,
  episode: sql`s.id, coalesce(nullif(s.original_name, ''), s.name) as name, p.season_number, p.episode_number
    from sitemap_entry e join episode p on p.id = e.entity_id join series s on s.id = p.series_id and s.adult = false`,
  person: sql`p.id, p.name, ${noNumbers}
    from sitemap_entry e join person p on p.id = e.entity_id and p.adult = false`,
  company: sql`c.id, c.name, ${noNumbers} from sitemap_entry e join company c on c.id = e.entity_id`,
  network: sql`n.id, n.name, ${noNumbers} from sitemap_entry e join network n on n.id = e.entity_id`,
  collection: sql`c.id, c.original_name as name, ${noNumbers}
    from sitemap_entry e join collection c on c.id = e.entity_id`,
}

/** The records of a file, in the order of their ids, a few at a time. */
export async function* entriesOf(db: Database, kind: Kind, number: number): AsyncGenerator<readonly SitemapEntry[]> {
  for (let after = 0; ; ) {
    const entries = await db.all(
      Entry,
      sql`
      select e.entity_id, e.changed_on, ${named[kind]}
      where e.kind = ${kind} and e.number = ${number} and e.entity_id > ${after}
      order by e.entity_id ${limit(entriesAtOnce)}`,
    )
    if (entries.length > 0) yield entries
    const last = entries.at(-1)
    if (!last || entries.length < entriesAtOnce) return
    after = last.entity_id
  }
}
