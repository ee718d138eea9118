import type { Migratable } from '../migratable.ts'
import { sql } from '../sql.ts'
import type { openConnection } from '../sqlite/connection.ts'

/** The migration since which a database knows that it goes on from its own state. */
const LINEAGE_NOTED = 36

const forget = sql`delete from lineage`

/** A copy goes on from a state of another database: it is a different one, and so is what is restored from it. */
export async function forgetLineage(target: Migratable, last: number): Promise<void> {
  if (last >= LINEAGE_NOTED) await target.run(forget)
}

/** The same for a file of SQLite. */
export function forgetLineageIn(connection: ReturnType<typeof openConnection>): void {
  const [found] = connection.all(sql`select 1 as one from sqlite_schema where type = 'table' and name = 'lineage'`)
  if (found) connection.run(forget)
}
