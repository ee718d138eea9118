import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'

const SHARE = 0.01

/** For each kind of record: what its records are sorted by to find those with the most entries. */
const weightQueries: Readonly<Record<string, string>> = {
  movie: `select entity_id as id, count(*) as weight from credit where kind = 'movie' group by entity_id`,
  series: 'select series_id as id, count(*) as weight from episode group by series_id',
  season: `
    select season.id, count(*) as weight from season join episode using (series_id, season_number) group by season.id`,
  episode: `select entity_id as id, count(*) as weight from credit where kind = 'episode' group by entity_id`,
  person: 'select person_id as id, count(*) as weight from credit group by person_id',
  company: 'select company_id as id, count(*) as weight from title_company group by company_id',
  network: 'select network_id as id, count(*) as weight from title_network group by network_id',
  collection: `
    select collection_id as id, count(*) as weight from movie where collection_id is not null group by collection_id`,
}

/**
 * The ids of the heaviest 1 % of a kind, one at least: those with the most credits (movies, episodes and people),
 * episodes (series and seasons) or titles (companies, networks and collections). Counting takes long in a large
 * catalogue, so what was found is kept in its data folder.
 */
export function heaviestIds(database: DatabaseSync, data: string, kind: string): number[] {
  const file = join(data, `bench-heaviest-${kind}.json`)
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as number[]
  const { count } = database.prepare('select count(*) as count from record where kind = ?').get(kind) as {
    count: number
  }
  const heaviest = database.prepare(`select id from (${weightQueries[kind]}) order by weight desc, id limit ?`)
  const rows = heaviest.all(Math.max(1, Math.ceil(count * SHARE))) as { id: number }[]
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) throw new Error(`no ${kind} has any entry`)
  writeFileSync(file, JSON.stringify(ids))
  return ids
}
