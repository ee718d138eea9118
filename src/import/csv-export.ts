import type { Database } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { rowOf } from '#src/reference/table-cells.ts'
import { factsOf, type Line, type NameOf } from './nfo-files/facts.ts'

/** Records that are loaded together. */
const PAGE_RECORDS = 200
/** Actors of a row. */
const maxActors = 15

/** The columns in their order, as the import of tables names them. */
const columns = ['id', 'kind', 'title', 'original title', 'date', 'year', 'runtime', 'genre', 'country'].concat([
  'language',
  'director',
  'writer',
  'cast',
  'company',
  'collection',
  'imdb',
  'wikidata',
  'overview',
])

/** Movies and series as a table with a row for each, page by page. */
export async function* csvOf(db: Database): AsyncGenerator<string> {
  yield rowOf(columns)
  for (const kind of ['movie', 'series'] as const)
    for (let after = 0; ; ) {
      const rows = await db.all(
        Id,
        sql`select id from record where kind = ${kind} and id > ${after} order by id ${limit(PAGE_RECORDS)}`,
      )
      const ids = rows.map(({ id }) => id)
      if (ids.length === 0) break
      const { lines, nameOf } = await factsOf(db, kind, ids)
      yield ids.map((id) => rowOf(cellsOf(kind, lines.get(id) ?? {}, nameOf))).join('')
      after = ids.at(-1) as number
    }
}

function cellsOf(of: 'movie' | 'series', line: Line, nameOf: NameOf): (string | number)[] {
  const date: string = line.release_date ?? line.first_air_date ?? ''
  const precision = line.release_date_precision ?? line.first_air_date_precision ?? ''
  const isDay = precision !== 'year' && precision !== 'month'
  const { cast = [], crew = [] } = (line.credits ?? {}) as Record<string, Line[]>
  const list = (names: readonly string[]) => [...new Set(names)].filter(Boolean).join('; ')
  const people = (entries: readonly Line[]) => list(entries.map(({ id }) => nameOf('person', id)))
  return [
    ...[line.id, of, line.title ?? line.name ?? '', line.original_title ?? line.original_name ?? ''],
    ...[isDay ? date : '', date.slice(0, 4), line.runtime ?? line.episode_run_time?.[0] ?? ''],
    list((line.genres ?? []).map(({ id }: Line) => nameOf('genre', id))),
    ...[list(line.origin_country ?? []), line.original_language ?? ''],
    people(crew.filter(({ job }) => job === 'Director')),
    people(crew.filter(({ department, job }) => department === 'Writing' && job !== 'Creator')),
    people(cast.slice(0, maxActors)),
    list((line.production_companies ?? []).map(({ id }: Line) => nameOf('company', id))),
    line.belongs_to_collection ? nameOf('collection', line.belongs_to_collection.id) : '',
    ...[line.external_ids?.filmdb_id ?? line.filmdb_id ?? '', line.external_ids?.kb2_id ?? '', line.overview ?? ''],
  ]
}
