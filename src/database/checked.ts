import type { TObject } from 'typebox'
import { Compile } from 'typebox/compile'
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
    snapshot: (work) => db.snapshot((tx) => work(checked(tx))),
  } satisfies Database as Opened
}

/** How many rows a schema has read before it is compiled: many are made for a single query. */
const ROWS_BEFORE = 8
const readBy = new WeakMap<TObject, { rows: number; fits(row: unknown): boolean }>()

function check(schema: TObject, row: unknown) {
  const reader = readBy.get(schema) ?? { rows: 0, fits: (row) => Value.Check(schema, row) }
  if (reader.rows++ === 0) readBy.set(schema, reader)
  else if (reader.rows === ROWS_BEFORE) {
    const compiled = Compile(schema)
    reader.fits = (row) => compiled.Check(row)
  }
  if (reader.fits(row)) return
  const [error] = Value.Errors(schema, row)
  throw new TypeError(`A row does not fit its schema: ${JSON.stringify({ error, row })}`)
}
