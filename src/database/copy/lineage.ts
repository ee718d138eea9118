import { sql } from '../sql.ts'
import type { openConnection } from '../sqlite/connection.ts'

/** A copy goes on from a state of another database: it is a different one, and so is what is restored from it. */
export function forgetLineageIn(connection: ReturnType<typeof openConnection>): void {
  const [found] = connection.all(sql`select 1 as one from sqlite_schema where type = 'table' and name = 'lineage'`)
  if (found) connection.run(sql`delete from lineage`)
}
