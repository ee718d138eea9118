import { type TSchema, Type } from 'typebox'
import { limit, type Sql, sql } from '#src/database/sql.ts'
import { showsListOf } from './cache-tags.ts'

/** Rows of a page; lists of changed ids have 100. */
export const pageSize = 20

/** A page of a list: the interface's envelope around `row`. */
export const paged = <Row extends TSchema>(row: Row) => envelope(row, showsListOf(row))

/**
 * The same for a list that may be as old as its reply: a change of a record in it invalidates it, one that enters it
 * does not.
 */
export const pagedUntilExpired = <Row extends TSchema>(row: Row) => envelope(row, {})

const envelope = <Row extends TSchema>(row: Row, mark: Partial<ReturnType<typeof showsListOf>>) =>
  Type.Object({
    page: Type.Integer(),
    results: Type.Array(row, mark),
    total_pages: Type.Integer(),
    total_results: Type.Integer(),
  })

/** One page in the envelope; an empty list has 0 pages. */
export const pageOf = <Row>(page: number, results: Row[], total_results: number, size = pageSize) => ({
  page,
  results,
  total_pages: Math.ceil(total_results / size),
  total_results,
})

/** The end of a query for the rows of one page. */
export const onPage = (page: number, size = pageSize): Sql => sql`${limit(size)} offset ${size * (page - 1)}`
