import { Type } from 'typebox'
import type { Database, Reader } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'

const Row = Type.Object({ id: Type.String() })
const published = 'published'

/** Whether anything was published of this database before, wherever that is now. */
export const wasPublished = async (db: Reader): Promise<boolean> =>
  (await db.one(Row, sql`select id from lineage where name = ${published}`)) !== undefined

export const notePublished = (db: Database): Promise<unknown> =>
  db.run(sql`insert into lineage (name, id) values (${published}, '') on conflict (name) do nothing`)
