import { Type } from 'typebox'
import { countRows, onPage, pageOf } from '#src/contract/paging.ts'
import type { Language } from '#src/contract/parameters.ts'
import type { Database } from '#src/database/database.ts'
import { limit, raw, sql } from '#src/database/sql.ts'
import { collectionsById, companiesById, networksById } from './by-id.ts'
import { maxListRows } from './list-query.ts'

const Id = Type.Object({ id: Type.Integer() })

/** Kinds without popularity, by name. Only the pages have such lists, the interface does not. */
async function byName<Row>(
  db: Database,
  of: 'company' | 'network' | 'collection',
  page: number,
  size: number,
  rowsOf: (ids: number[]) => Promise<Row[]>,
) {
  const [found, count] = await Promise.all([
    db.all(Id, sql`select id from ${raw(of)} order by name, id ${onPage(page, size)}`),
    countRows(db, sql`from (select id from ${raw(of)} ${limit(maxListRows)}) as listed`),
  ])
  return pageOf(page, await rowsOf(found.map(({ id }) => id)), count, size)
}

export const companiesByName = (db: Database, page: number, size: number) =>
  byName(db, 'company', page, size, (ids) => companiesById(db, ids))
export const networksByName = (db: Database, page: number, size: number) =>
  byName(db, 'network', page, size, (ids) => networksById(db, ids))
export const collectionsByName = (db: Database, page: number, size: number, language: Language) =>
  byName(db, 'collection', page, size, (ids) => collectionsById(db, ids, language))
