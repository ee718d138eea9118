import { type Static, Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'

export const Source = Type.Object({
  id: Type.String(),
  name: Type.String(),
  licence: Type.String(),
  url: Type.String(),
  rank: Type.Integer(),
  redistributable: Type.Boolean(),
})
export type Source = Static<typeof Source>

/** Highest rank of an imported source. */
export const maxImportRank = 1_000
/** The source of everything that people change here. */
export const peopleSource = 'people'
/** The source of the lists that come with the program. */
export const referenceSource = 'reference'

/** The sources that every catalogue has. They rank above all imports. */
export const builtInSources: readonly Source[] = [
  {
    id: peopleSource,
    name: 'People',
    licence: 'CC0-1.0',
    url: '',
    rank: 1_000_000,
    redistributable: true,
  },
  {
    id: referenceSource,
    name: 'Reference lists',
    licence: 'CC0-1.0',
    url: '',
    rank: 10_000,
    redistributable: true,
  },
]

export const isBuiltInSource = (id: string): boolean => builtInSources.some((source) => source.id === id)

/** The rank of a source; one that does not exist ranks below all others. */
export type RankOf = (source_id: string) => number

export const allSources = (db: Database): Promise<Source[]> =>
  db.all(Source, sql`select id, name, licence, url, rank, redistributable from source order by id`)

export const findSource = (db: Database, id: string): Promise<Source | undefined> =>
  db.one(Source, sql`select id, name, licence, url, rank, redistributable from source where id = ${id}`)

export function rankOfSources(sources: readonly Source[]): RankOf {
  const ranks = new Map(sources.map(({ id, rank }) => [id, rank]))
  return (source_id) => ranks.get(source_id) ?? -1
}

/** Adds sources, or updates existing ones. */
export async function putSources(db: Database, sources: readonly Source[]): Promise<void> {
  if (sources.length === 0) return
  await db.run(sql`
    insert into source (id, name, licence, url, rank, redistributable)
    select s.id, s.name, s.licence, s.url, s.rank, s.redistributable
    from ${db.engine.rows(Source, sources)} as s where true
    on conflict (id) do update set name = excluded.name, licence = excluded.licence, url = excluded.url,
      rank = excluded.rank, redistributable = excluded.redistributable`)
}
