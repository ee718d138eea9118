import type { Database } from '#src/database/database.ts'
import type { Sql } from '#src/database/sql.ts'

/** What is heard of a database: each statement before it runs, and that a transaction begins. */
export type Ears = { statement(query: Sql): void; transaction?(): void }

/** The same database, with somebody who hears what it is asked. */
export function hearing<Opened extends Database>(db: Opened, ears: Ears): Opened {
  return {
    ...db,
    get wide() {
      return hearing(db.wide, ears)
    },
    all(row, query) {
      ears.statement(query)
      return db.all(row, query)
    },
    one(row, query) {
      ears.statement(query)
      return db.one(row, query)
    },
    run(query) {
      ears.statement(query)
      return db.run(query)
    },
    transaction(work) {
      ears.transaction?.()
      return db.transaction((tx) => work(hearing(tx, ears)))
    },
  } satisfies Database as Opened
}
