import { join } from 'node:path'
import { makeFolder } from '#src/files/make-folder.ts'
import type { Migratable } from './migratable.ts'
import type { PostgresOptions } from './postgres/driver.ts'
import { openPostgres } from './postgres/postgres.ts'
import { openSqlite, type SqliteOptions } from './sqlite/sqlite.ts'

/** The catalogue's file in a data folder. */
export const catalogueFile = 'catalogue.sqlite'

export type DatabaseOptions = PostgresOptions & SqliteOptions

/** Whether a location is a PostgreSQL database, and not a folder. */
export const isUrl = (location: string): boolean => /^postgres(ql)?:\/\//.test(location)

/** Opens the PostgreSQL database at a URL, or the SQLite file in a data folder, which is created if needed. */
export async function openDatabase(location: string, options: DatabaseOptions): Promise<Migratable> {
  if (isUrl(location)) return openPostgres(location, options)
  // The content is private: sessions, addresses and keys.
  if (options.writes !== 'none') await makeFolder(location)
  return openSqlite(join(location, catalogueFile), options)
}
