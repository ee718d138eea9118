import { type Static, Type } from 'typebox'
import { type Sql, sql } from '#src/database/sql.ts'

export const Title = Type.Object({ id: Type.Integer(), title: Type.String(), year: Type.String(), imdb: Type.String() })
export type Title = Static<typeof Title>
/** What titles in tables are. */
export type Kind = 'movie' | 'series'

/** The id of a title in the system whose ids every site knows. */
const imdb = (kind: Kind, id: Sql) => sql`coalesce((
  select value from external_id x
  where x.kind = ${kind} and x.entity_id = ${id} and x.external_source = 'filmdb_id'), '')`

/** Titles as tables name them. */
export const fromTitles = (kind: Kind): Sql =>
  kind === 'movie'
    ? sql`select t.id, t.title, substr(t.release_date, 1, 4) as year, ${imdb(kind, sql`t.id`)} as imdb from movie t`
    : sql`
      select t.id, t.name as title, substr(t.first_air_date, 1, 4) as year, ${imdb(kind, sql`t.id`)} as imdb
      from series t`
