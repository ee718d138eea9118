import { join, resolve } from 'node:path'
import { type Static, Type } from 'typebox'
import type { Config } from '#src/config.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'

/** Backups that are remembered, by the command or from the pages. */
const maxRemembered = 10

const Backup = Type.Object({
  at: Type.String(),
  folder: Type.String(),
  pictures: Type.Integer(),
  bytes: Type.Integer(),
})
export type Backup = Static<typeof Backup>

/** Where backups go that are made from the pages. */
export const backupsFolder = ({ data }: Pick<Config, 'data'>): string => join(resolve(data), 'backups')

/** The last backups, the newest first. */
export const lastBackups = (db: Reader): Promise<Backup[]> =>
  db.all(Backup, sql`select at, folder, pictures, bytes from backup_made order by at desc ${limit(maxRemembered)}`)

/** Remembers a backup in the catalogue that it is of. */
export const rememberBackup = (db: Database, { at, folder, pictures, bytes }: Backup): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.run(sql`
      insert into backup_made (at, folder, pictures, bytes) values (${at}, ${resolve(folder)}, ${pictures}, ${bytes})
      on conflict do nothing`)
    await tx.run(sql`
      delete from backup_made where at not in (
        select at from backup_made order by at desc ${limit(maxRemembered)})`)
  })
