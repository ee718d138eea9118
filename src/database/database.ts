import type { Static, TObject, TProperties } from 'typebox'
import type { Sql } from './sql.ts'
import type { Table } from './table.ts'

/**
 * What processes that share a database tell each other of: changes of the catalogue, names by which records are looked
 * up, authors of reviews, and keys.
 */
export const topics = ['changes', 'names', 'authors', 'keys'] as const
export type Topic = (typeof topics)[number]

/** Everything that differs between the two engines and may stand inside a query. */
export type Engine = {
  /** A text that tells where the database is, and which of those that went on from one state; null on a replica. */
  readonly place: Sql
  /** `column` equals one of `values`; an empty list is never true. All values are numbers or all are texts. */
  anyOf(column: Sql, values: readonly (number | string)[]): Sql
  /** A JSON array (`[]` when there are none) of the column `value` of a sub-query, in the order of the sub-query. */
  list(query: Sql): Sql
  /**
   * A derived table of `rows`, with a column for each property of `schema` (integer, number, boolean, string, or an
   * array or object that is kept as JSON). It is written `from ${db.engine.rows(Schema, rows)} as r`, and read as
   * `r.name`.
   */
  rows<Properties extends TProperties>(schema: TObject<Properties>, rows: readonly Static<TObject<Properties>>[]): Sql
}

/**
 * A catalogue database. Rows are read with a schema: it types the result and decodes booleans and JSON where the engine
 * has none. Values may be numbers, texts, booleans, null, and arrays or objects, which are stored as JSON.
 */
export interface Database {
  readonly engine: Engine
  /**
   * The same database for reads that may take over 5 ms: they hold up no others. On the engine where that costs a
   * fraction of a millisecond for each read, it is not for shorter ones.
   */
  readonly wide: Database
  all<Row extends TObject>(row: Row, query: Sql): Promise<Static<Row>[]>
  one<Row extends TObject>(row: Row, query: Sql): Promise<Static<Row> | undefined>
  /** Runs a statement that returns no rows, and tells how many rows it changed. */
  run(query: Sql): Promise<number>
  /** Inserts rows in their order, or changes those that have the same key. Large numbers of them are what it is for. */
  put<Row extends TObject>(table: Table<Row>, rows: readonly Static<Row>[]): Promise<void>
  /**
   * Runs `work` so that all of its writes happen or none, and resolves when they are durable. Reads inside `work` go
   * through the database that it is given; they see its own writes and no concurrent ones. Transactions do not nest:
   * code inside `work` uses the database it was given, whose `transaction` runs its work as a part of the one at hand.
   * A statement that fails makes the transaction fail, also where `work` catches the error. Where another transaction
   * got in its way, `work` may run again from its beginning, so it changes nothing outside of the database.
   */
  transaction<Result>(work: (db: Database) => Promise<Result>): Promise<Result>
  /**
   * Waits for the lock under which numbers of the change log are given, until the transaction at hand ends. It is the
   * last thing that a transaction takes before it writes its changes, so that no follower sees a later number first.
   * Changes are announced as well.
   */
  lockChanges(): Promise<void>
  /**
   * Tells other processes of a change, when the transaction at hand is committed. Word of it may be lost: whoever needs
   * to know looks from time to time all the same.
   */
  announce(topic: Topic): Promise<void>
  close(): Promise<void>
}
