import { randomBytes } from 'node:crypto'
import { Type } from 'typebox'
import type { Database, Reader } from './database.ts'
import { limit, sql } from './sql.ts'

const name = 'commons'
const idBytes = 16
const Row = Type.Object({ id: Type.String() })
const Newest = Type.Object({ id: Type.Integer(), at: Type.String() })

const find = (db: Reader): Promise<{ id: string } | undefined> =>
  db.one(Row, sql`select id from lineage where name = ${name}`)

/** Gives a database a lineage, if it has none yet. */
export async function makeLineage(db: Database): Promise<string> {
  const found = await find(db)
  if (found) return found.id
  const id = randomBytes(idBytes).toString('hex')
  await db.run(sql`insert into lineage (name, id) values (${name}, ${id}) on conflict (name) do nothing`)
  const made = await find(db)
  if (!made) throw new Error('The database does not keep its lineage')
  return made.id
}

/**
 * A text that stays the same as long as a database goes on from its own state, wherever its file is. Backups and copies
 * are without it (`copy/lineage.ts`), so what is restored from one gets another when it is first opened. Where nothing
 * can be written, the state of a copy stays as well, so its last edit tells it from others.
 */
export async function lineageOf(db: Reader): Promise<string> {
  const found = await find(db)
  if (found) return found.id
  const newest = await db.one(Newest, sql`select id, at from edit order by id desc ${limit(1)}`)
  return `copy-${newest?.id ?? 0}-${(newest?.at ?? '').replace(/[^0-9]/g, '')}`
}
