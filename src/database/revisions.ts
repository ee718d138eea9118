import { Type } from 'typebox'
import type { Database } from './database.ts'
import { sql } from './sql.ts'

/** Numbered states that are not in the change log: of keys, and of the authors of reviews. */
export type Revised = 'keys' | 'authors'

const Revision = Type.Object({ number: Type.Integer() })

/** The number of the last change. Votes have their own log (`src/catalogue/image-votes.ts`). */
export async function revisionOf(db: Database, name: Revised | 'votes'): Promise<number> {
  const row = await db.one(Revision, sql`select number from revision where name = ${name}`)
  return (row as { number: number }).number
}

/** Counts and announces a change, in the transaction that makes it. */
export async function revise(tx: Database, name: Revised): Promise<void> {
  await tx.run(sql`update revision set number = number + 1 where name = ${name}`)
  await tx.announce(name)
}
