import { type Static, Type } from 'typebox'
import { type Actor, recordAct } from '#src/audit/acts.ts'
import { requireAdministrator } from '#src/contract/access.ts'
import { write } from '#src/contract/write.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'

/** Folders that are listed, and marks that are removed in one transaction. */
const maxListed = 200
const marksAtOnce = 2_000

const MediaFolder = Type.Object({
  id: Type.Integer(),
  path: Type.String(),
  imported_at: Type.String(),
  movies: Type.Integer(),
  episodes: Type.Integer(),
})
type MediaFolder = Static<typeof MediaFolder>

/** The folders that say what lies in the house, and how much each of them does. */
export const mediaFolders = (db: Reader): Promise<MediaFolder[]> =>
  db.wide.all(
    MediaFolder,
    sql`
    select f.id, f.path, f.imported_at,
      (select count(*) from owned o where o.folder_id = f.id and o.kind = 'movie') as movies,
      (select count(*) from owned o where o.folder_id = f.id and o.kind = 'episode') as episodes
    from media_folder f order by f.path ${limit(maxListed)}`,
  )

/**
 * Forgets a folder: what was found there no longer lies in the house, unless another folder has it, too. Nothing else
 * changes, neither the catalogue nor the files. False if there is no such folder.
 */
export async function forgetMediaFolder(db: Database, path: string, actor: Actor): Promise<boolean> {
  const folder = await db.one(Id, sql`select id from media_folder where path = ${path}`)
  if (!folder) return false
  const some = sql`
    select kind, entity_id from owned where folder_id = ${folder.id}
    order by kind, entity_id ${limit(marksAtOnce)}`
  const removeSome = () =>
    db.run(sql`delete from owned where folder_id = ${folder.id} and (kind, entity_id) in (${some})`)
  while ((await removeSome()) === marksAtOnce);
  return db.transaction(async (tx) => {
    if ((await tx.run(sql`delete from media_folder where id = ${folder.id}`)) === 0) return false
    await recordAct(tx, 'folder_forgotten', actor, { about: { title: path } })
    return true
  })
}

/** The same, as an administrator asks for it. */
export const forgetFolder = write([], ({ db, now, account }, path: string) => {
  requireAdministrator(account)
  return forgetMediaFolder(db, path, { by: account.id, now })
})
