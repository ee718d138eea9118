import { Type } from 'typebox'
import type { Database } from './database.ts'
import { sql } from './sql.ts'

/**
 * What servers keep in memory and is not in the change log: whose keys are valid, and what authors of reviews are
 * called.
 */
export type Revised = 'keys' | 'authors'

const Revision = Type.Object({ number: Type.Integer() })

/** The number of the last change. Votes are told of in their own way (`src/catalogue/image-votes.ts`). */
export async function revisionOf(db: Database, name: Revised | 'votes'): Promise<number> {
  const row = await db.one(Revision, sql`select number from revision where name = ${name}`)
  return (row as { number: number }).number
}

/** Tells all servers, in the transaction that makes the change. */
export async function revise(tx: Database, name: Revised): Promise<void> {
  await tx.run(sql`update revision set number = number + 1 where name = ${name}`)
  await tx.announce(name)
}
