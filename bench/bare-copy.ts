import { join } from 'node:path'
import { Type } from 'typebox'
import { migrate } from '#src/database/migrate.ts'
import { openDatabase } from '#src/database/open.ts'
import { raw, sql } from '#src/database/sql.ts'
import { packageRoot } from '#src/package-root.ts'
import { catalogueTables } from './support/catalogue-tables.ts'

const STATEMENT_TIMEOUT_MS = 3_600_000

const Folder = Type.Object({ folder: Type.String() })

/**
 * What an import into PostgreSQL is measured against: writes the rows of one database into another, empty one with
 * `COPY`, table by table, from files beside the server. Making the files is not counted.
 */
export async function bareCopy(from: string, to: string): Promise<{ rows: number; seconds: number }> {
  const source = await openPlain(from)
  const target = await openPlain(to)
  try {
    await migrate(target, join(packageRoot, 'migrations'))
    const found = await source.one(Folder, sql`select current_setting('data_directory') as folder`)
    const fileOf = (table: string) => `${found?.folder}/bench-${table}.copy`
    for (const table of catalogueTables) await source.run(raw(`copy ${table} to '${fileOf(table)}'`))
    let rows = 0
    const startMs = performance.now()
    for (const table of catalogueTables) rows += await target.run(raw(`copy ${table} from '${fileOf(table)}'`))
    return { rows, seconds: (performance.now() - startMs) / 1000 }
  } finally {
    await Promise.all([source.close(), target.close()])
  }
}

const openPlain = (url: string) =>
  openDatabase(url, { writes: 'inline', connections: 1, statementTimeoutMs: STATEMENT_TIMEOUT_MS })
