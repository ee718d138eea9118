import type { Database } from '../database.ts'
import type { Migratable } from '../migratable.ts'
import type { Sql } from '../sql.ts'
import type { Send } from '../statement.ts'
import { cellsOf, rowStatement } from '../table.ts'
import { decoder, plain } from '../values.ts'
import { engine } from './engine.ts'
import type { QuickStatements } from './quick-statements.ts'
import { eachOf } from './writer.ts'

type Row = Record<string, unknown>

/** Statements for a connection that answers asynchronously. */
export function statements(send: Send) {
  const ask = (verb: 'all' | 'one' | 'run', { strings, values }: Sql) =>
    send({ verb, text: strings.join('?'), values: values.map(plain) })
  return {
    engine,
    all: async (row, query) => ((await ask('all', query)) as Row[]).map(decoder(row)) as never,
    async one(row, query) {
      const found = (await ask('one', query)) as Row | undefined
      return (found && decoder(row)(found)) as never
    },
    run: async (query) => (await ask('run', query)) as number,
    put: async (table, rows) => void (await send(eachOf(rowStatement(table), cellsOf(table.row, rows)))),
  } satisfies Partial<Database>
}

export function inTransaction(send: Send): Database {
  const db: Database = {
    ...statements(send),
    get wide() {
      return db
    },
    transaction: (work) => work(db),
    snapshot: (work) => work(db),
    // The single writer holds every lock already.
    async lockChanges() {},
    // Only processes of the same server are told: the code that opens the database takes care of that.
    async announce() {},
    async close() {
      throw new Error('A transaction cannot close its database')
    },
  }
  return db
}

/** The database, with wide reads going to `send`, but for statements that are quick. */
export function withWideReads(db: Migratable, send: Send, { isQuick, took }: QuickStatements): Migratable {
  const onThread = statements(send)
  /** The connection reads at once, so that this measures the statement. */
  function choose<Result>({ strings }: Sql, atOnce: () => Promise<Result>, later: () => Promise<Result>) {
    const text = strings.join('?')
    if (!isQuick(text)) return later()
    const beganMs = performance.now()
    const result = atOnce()
    took(text, performance.now() - beganMs)
    return result
  }
  const wide: Database = {
    ...db,
    all: (row, query) =>
      choose(
        query,
        () => db.all(row, query),
        () => onThread.all(row, query),
      ),
    one: (row, query) =>
      choose(
        query,
        () => db.one(row, query),
        () => onThread.one(row, query),
      ),
    get wide() {
      return wide
    },
  }
  return { ...db, wide }
}
