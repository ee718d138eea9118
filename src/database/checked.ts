import type { TObject } from 'typebox'
import { Value } from 'typebox/value'
import type { Database } from './database.ts'

/** For tests: the same database, which validates every row against the schema that it is read with. */
export function checked<Opened extends Database>(db: Opened): Opened {
  return {
    ...db,
    get wide() {
      return checked(db.wide)
    },
    async all(schema, query) {
      const rows = await db.all(schema, query)
      for (const row of rows) check(schema, row)
      return rows
    },
    async one(schema, query) {
      const row = await db.one(schema, query)
      if (row) check(schema, row)
      return row
    },
    transaction: (work) => db.transaction((tx) => work(checked(tx))),
  } satisfies Database as Opened
}

function check(schema: TObject, row: unknown) {
  for (const error of Value.Errors(schema, row)) {
    throw new TypeError(`A row does not fit its schema: ${JSON.stringify({ error, row })}`)
  }
}
