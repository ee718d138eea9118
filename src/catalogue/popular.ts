import { Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { limit, raw, type Sql, sql } from '#src/database/sql.ts'
import { countRows, onPage } from '#src/paging.ts'

/** The kinds that have a list of the popular ones, and what their rows are called in queries. */
const aliases = { movie: 'm', series: 's', person: 'p' } as const
type Kind = keyof typeof aliases

/** So many rows of a list can be reached: 500 pages. More are not counted, which would take as long as reading them. */
export const maxListed = 10_000

/** The ids of one page of the records of a kind, the most popular first; adult ones are left out. */
export function popularPage(of: Kind, page: number): Sql {
  const row = raw(aliases[of])
  return sql`
    select ${row}.id from ${raw(of)} ${row} where ${row}.adult = false
    order by ${row}.popularity desc, ${row}.id ${onPage(page)}`
}

/** How many records of a kind the list of the popular ones has, up to the number that can be reached. */
export const countPopular = (db: Database, of: Kind): Promise<number> =>
  countRows(db, sql`from (select id from ${raw(of)} where adult = false ${limit(maxListed)}) as listed`)

const Id = Type.Object({ id: Type.Integer() })

/** The ids of the most popular records of a kind. */
export const popularIds = async (db: Database, of: Kind): Promise<number[]> =>
  (await db.all(Id, popularPage(of, 1))).map(({ id }) => id)
