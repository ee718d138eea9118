import { Type } from 'typebox'
import { countRows, onPage, pageOf } from '#src/contract/paging.ts'
import type { Language } from '#src/contract/parameters.ts'
import type { Database } from '#src/database/database.ts'
import { limit, raw, sql } from '#src/database/sql.ts'
import { collectionsById, companiesById, networksById } from './by-id.ts'
import { listPage, maxListRows } from './list-query.ts'
import { SeriesSummary, seriesSummary } from './titles.ts'

const Id = Type.Object({ id: Type.Integer() })

/** Kinds without popularity, by name. Only the pages have such lists, the interface does not. */
async function byName<Row>(
  db: Database,
  of: 'company' | 'network' | 'collection',
  page: number,
  rowsOf: (ids: number[]) => Promise<Row[]>,
) {
  const [found, count] = await Promise.all([
    db.all(Id, sql`select id from ${raw(of)} order by name, id ${onPage(page)}`),
    countRows(db, sql`from (select id from ${raw(of)} ${limit(maxListRows)}) as listed`),
  ])
  return pageOf(page, await rowsOf(found.map(({ id }) => id)), count)
}

export const companiesByName = (db: Database, page: number) =>
  byName(db, 'company', page, (ids) => companiesById(db, ids))
export const networksByName = (db: Database, page: number) =>
  byName(db, 'network', page, (ids) => networksById(db, ids))
export const collectionsByName = (db: Database, page: number, language: Language) =>
  byName(db, 'collection', page, (ids) => collectionsById(db, ids, language))

/** The series of a network, the most popular first; adult ones are left out. */
export function seriesOfNetwork(db: Database, id: number, page: number, language: Language) {
  const from = sql`from title_network n join series s on s.id = n.entity_id
    where n.kind = 'series' and n.network_id = ${id} and not s.adult`
  return listPage(db, { of: 'series', from }, SeriesSummary, seriesSummary(language, db.engine), page)
}
