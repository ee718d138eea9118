import type { Static, TObject, TProperties } from 'typebox'
import type { Sql } from './sql.ts'
import type { Table } from './table.ts'
import type { Topic } from './topics.ts'

/** Lists of titles that indexes have as texts. */
export type ListColumn = 'origin_country' | 'episode_run_time'
/** So much of a list an index can hold: about a hundred countries. Migrations have this number, too. */
export const LIST_TEXT_LENGTH = 500

/** Everything that differs between the two engines and can be part of a query. */
export type Engine = {
  /** A text that identifies this database and its timeline; null on a replica. */
  readonly instance: Sql
  /** How many bytes the whole database has on its disk. */
  readonly bytes: Sql
  /** `column` equals one of `values`; an empty list is never true. All values are numbers, or all are texts. */
  anyOf(column: Sql, values: readonly (number | string)[]): Sql
  /**
   * After the name of a table and its alias: reads it through this index. It is for queries about which we know more
   * than a planner does; PostgreSQL always decides for itself.
   */
  through(index: string): Sql
  /**
   * The first characters of a list that is stored as JSON, as indexes have them. Without reading the row, SQLite
   * takes from an index what is computed there, and PostgreSQL only columns: the table has another one, `…_text`.
   */
  listText(alias: string, column: ListColumn): Sql
  /** A JSON array (`[]` if there are none) of the column `value` of a sub-query, in the order of the sub-query. */
  list(query: Sql): Sql
  /** A JSON object of these values, in this order. */
  object(values: Readonly<Record<string, Sql>>): Sql
  /**
   * A derived table of `rows`, with a column for each property of `schema` (integer, number, boolean, string, or an
   * array or object that is stored as JSON). Write it as `from ${db.engine.rows(Schema, rows)} as r`, and read it as
   * `r.name`.
   */
  rows<Properties extends TProperties>(schema: TObject<Properties>, rows: readonly Static<TObject<Properties>>[]): Sql
}

/** A database, for what only reads it. */
export interface Reader {
  readonly engine: Engine
  /**
   * The same database for reads that may take over 5 ms, which delay no others there. On SQLite this costs a fraction
   * of a millisecond for each read, so it is not for shorter ones.
   */
  readonly wide: Reader
  all<Row extends TObject>(row: Row, query: Sql): Promise<Static<Row>[]>
  one<Row extends TObject>(row: Row, query: Sql): Promise<Static<Row> | undefined>
  /** Runs `work` on one state of the database. */
  transaction<Result>(work: (db: Reader) => Promise<Result>): Promise<Result>
}

/**
 * A catalogue database. Rows are read with a schema, which types the result and decodes booleans and JSON where the
 * engine has none. Values may be numbers, texts, booleans, null, and arrays or objects, which are stored as JSON.
 */
export interface Database extends Reader {
  readonly wide: Database
  /** Runs a statement that returns no rows, and returns the number of rows that it changed. */
  run(query: Sql): Promise<number>
  /** Inserts rows in their order, or updates those with the same key. It is made for large numbers of rows. */
  put<Row extends TObject>(table: Table<Row>, rows: readonly Static<Row>[]): Promise<void>
  /**
   * Runs `work` so that all of its writes happen or none, and resolves when they are durable. Reads inside `work` use
   * the database that it is given: they see its own writes and no concurrent ones. Transactions do not nest: the
   * `transaction` of the given database runs its work as part of this one. A failed statement makes the transaction
   * fail, even if `work` catches the error. On a conflict with another transaction, `work` may run again from its
   * beginning, so it must have no effect outside the database.
   */
  transaction<Result>(work: (db: Database) => Promise<Result>): Promise<Result>
  /** Reads on one state of the database, for as long as a transaction may take. Whoever writes does not wait for it. */
  snapshot<Result>(work: (db: Database) => Promise<Result>): Promise<Result>
  /**
   * Waits for the lock under which the change log is numbered, and holds it until the transaction ends. It is taken
   * last, just before the changes are written, so that no follower sees a later number first. It also announces the
   * topic `changes`.
   */
  lockChanges(): Promise<void>
  /**
   * Announces a change to other processes when the transaction commits. An announcement may get lost: code that depends
   * on it also checks from time to time.
   */
  announce(topic: Topic): Promise<void>
  close(): Promise<void>
}
