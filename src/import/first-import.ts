import { Type } from 'typebox'
import { shapeOf } from '#src/catalogue/edits/kind-shape.ts'
import { kindNames } from '#src/catalogue/kinds.ts'
import { recordKindNames } from '#src/catalogue/record-kinds.ts'
import type { Database } from '#src/database/database.ts'
import { buildIndexes, setIndexesAside } from '#src/database/indexes-aside.ts'
import type { Migratable } from '#src/database/migratable.ts'
import { sql } from '#src/database/sql.ts'
import { hasKey } from '#src/keys/keys.ts'

/** Tables that follow from those of kinds and parts. */
const derived = ['release_year', 'air_year']
/** What an import itself looks up by. */
const needed: ReadonlySet<string> = new Set(['external_id_by_value', 'episode_by_series'])

const tablesOfRecords = (): ReadonlySet<string> =>
  new Set([
    ...recordKindNames,
    ...kindNames.flatMap((of) => shapeOf(of).storedParts.map(({ store }) => store.table)),
    ...derived,
  ])

const One = Type.Object({ one: Type.Integer() })

/** Whether a server has answered from this catalogue, which has made it a key, or there is something in it. */
async function isBegun(tx: Database): Promise<boolean> {
  if (await hasKey(tx)) return true
  const ofKinds = tx.engine.anyOf(sql`kind`, kindNames)
  return (await tx.one(One, sql`select 1 as one from record where ${ofKinds} limit 1`)) !== undefined
}

/**
 * Does the import of lines. Into an empty catalogue that nobody reads yet, it writes without the indexes that the pages
 * and lists of a server need, and these are built at its end: a movie has fourteen of them.
 */
export async function importingFirst<Result>(
  db: Migratable,
  onIndex: (done: number, of: number) => void,
  work: () => Promise<Result>,
): Promise<Result> {
  // Once they are aside, every way out of here ends with building them.
  await setIndexesAside(db, tablesOfRecords(), needed, isBegun)
  try {
    return await work()
  } finally {
    await buildIndexes(db, onIndex)
  }
}
