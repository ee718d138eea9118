import { onPage, pageOf } from '#src/contract/paging.ts'
import type { Language } from '#src/contract/parameters.ts'
import { countRows } from '#src/database/count-rows.ts'
import type { Reader } from '#src/database/database.ts'
import { limit, raw, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { collectionsById, companiesById, networksById, peopleOnlyById } from './by-id.ts'
import { maxListRows } from './list-query.ts'

/** THE table of orders of kinds without popularity: each is that of an index, read forwards or backwards. */
const orders = { name: raw('name, id'), backwards: raw('name desc, id desc'), added: raw('id desc') }
export type NameOrder = keyof typeof orders
export const nameOrders = Object.keys(orders) as NameOrder[]

/** Which page is wanted, in which order. */
type Asked = { page: number; size: number; order: NameOrder }

/** Kinds without popularity, by name or by when they were added. Only the pages have such lists. */
async function listed<Row>(
  db: Reader,
  of: 'company' | 'network' | 'collection',
  { page, size, order }: Asked,
  rowsOf: (ids: number[]) => Promise<Row[]>,
) {
  const [found, count] = await Promise.all([
    db.all(Id, sql`select id from ${raw(of)} order by ${orders[order]} ${onPage(page, size)}`),
    countRows(db, sql`from (select id from ${raw(of)} ${limit(maxListRows)}) as listed`),
  ])
  return pageOf(page, await rowsOf(found.map(({ id }) => id)), count, size)
}

export const companiesByName = (db: Reader, asked: Asked) =>
  listed(db, 'company', asked, (ids) => companiesById(db, ids))
export const networksByName = (db: Reader, asked: Asked) => listed(db, 'network', asked, (ids) => networksById(db, ids))
export const collectionsByName = (db: Reader, asked: Asked, language: Language) =>
  listed(db, 'collection', asked, (ids) => collectionsById(db, ids, language))

/** People, those who were added last first, who have the highest ids; adult ones are left out. */
export async function newestPeople(db: Reader, { page, size }: Omit<Asked, 'order'>, language: Language) {
  const [found, count] = await Promise.all([
    // With `adult = false`, SQLite would sort all of them.
    db.all(Id, sql`select id from person where not adult order by id desc ${onPage(page, size)}`),
    countRows(db, sql`from (select id from person where adult = false ${limit(maxListRows)}) as listed`),
  ])
  const rows = await peopleOnlyById(
    db,
    found.map(({ id }) => id),
    language,
  )
  return pageOf(page, rows, count, size)
}
