import { randomBytes } from 'node:crypto'
import { Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'

const name = 'commons'
const idBytes = 16
const Row = Type.Object({ id: Type.String() })

/**
 * A text that stays the same as long as a database goes on from its own state, wherever its file is. Backups and copies
 * are without it (`src/database/copy/lineage.ts`), so what is restored from one has another.
 */
export async function lineageOf(db: Database): Promise<string> {
  const find = () => db.one(Row, sql`select id from lineage where name = ${name}`)
  const found = await find()
  if (found) return found.id
  const id = randomBytes(idBytes).toString('hex')
  await db.run(sql`insert into lineage (name, id) values (${name}, ${id}) on conflict (name) do nothing`)
  const made = await find()
  if (!made) throw new Error('The database does not keep its lineage')
  return made.id
}

const published = 'published'

/** Whether anything was published of this database before, wherever that is now. */
export const wasPublished = async (db: Database): Promise<boolean> =>
  (await db.one(Row, sql`select id from lineage where name = ${published}`)) !== undefined

export const notePublished = (db: Database): Promise<unknown> =>
  db.run(sql`insert into lineage (name, id) values (${published}, '') on conflict (name) do nothing`)
