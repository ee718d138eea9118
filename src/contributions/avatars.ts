import { Type } from 'typebox'
import { type Actor, recordAct } from '#src/audit/acts.ts'
import { nullable } from '#src/contract/schema.ts'
import { openWrite, write } from '#src/contract/write.ts'
import type { Database } from '#src/database/database.ts'
import { revise } from '#src/database/revisions.ts'
import { sql } from '#src/database/sql.ts'
import { notify } from '#src/mail/notifications.ts'
import type { Media } from '#src/media/media.ts'
import { forgetUnusedAvatar, type StoredPicture } from '#src/media/media-files.ts'
import { nameIn } from '#src/media/names.ts'

/** The picture that a person has of their own. Others see it where they may see the profile. */

const Avatar = Type.Object({ avatar_path: nullable(Type.String()) })

/** Gives an account another picture, or none; returns the path of the one before, if there was any. */
const replaceAvatar = (db: Database, account_id: number, file_path: string | null): Promise<string | null> =>
  db.transaction(async (tx) => {
    // Reviews show it.
    await revise(tx, 'authors')
    const before = await tx.one(Avatar, sql`select avatar_path from account where id = ${account_id}`)
    await tx.run(sql`update account set avatar_path = ${file_path} where id = ${account_id}`)
    return before?.avatar_path ?? null
  })

type NewAvatar = {
  /** Receives and checks the picture, which costs much more than all the rest; undefined if it is refused. */
  prepare(): Promise<StoredPicture | undefined>
  media: Pick<Media, 'remove'>
}

/** Replaces a person's picture; false if the new one was refused. */
export const setAvatar = write('image', async ({ db, account, take }, { prepare, media }: NewAvatar) => {
  await take()
  const picture = await prepare()
  if (!picture) return false
  const before = await replaceAvatar(db, account.id, picture.file_path)
  if (before !== null) await deleteUnused(db, media, before)
  return true
})

export const removeAvatar = write([], async ({ db, account }, { media }: { media: Pick<Media, 'remove'> }) => {
  const before = await replaceAvatar(db, account.id, null)
  if (before !== null) await deleteUnused(db, media, before)
})

type Unused = { file_path: string; media: Pick<Media, 'remove'> }

/** Deletes the file of a picture that an account had which is deleted, unless it is used somewhere. */
export const deleteUnusedAvatar = openWrite([], ({ db }, { file_path, media }: Unused) =>
  deleteUnused(db, media, file_path),
)

async function deleteUnused(db: Database, media: Pick<Media, 'remove'>, file_path: string) {
  const name = nameIn(file_path)
  if (name !== undefined && (await forgetUnusedAvatar(db, file_path))) await media.remove(name)
}

/** Takes away somebody's picture for a reason, and tells them; undefined if there is none, or it is one's own. */
export const takeAvatar = (db: Database, account_id: number, actor: Actor): Promise<string | undefined> =>
  db.transaction(async (tx) => {
    const { reason = '', now } = actor
    await revise(tx, 'authors')
    const before = await tx.one(
      Avatar,
      sql`
      select avatar_path from account
      where id = ${account_id} and source_id is null and deleted_at is null and id <> ${actor.by ?? 0}`,
    )
    if (!before?.avatar_path) return undefined
    await tx.run(sql`update account set avatar_path = null where id = ${account_id}`)
    await recordAct(tx, 'avatar_removed', actor, { account_id })
    await notify(tx, { account_id, what: 'avatar_removed', about: { reason }, now })
    return before.avatar_path
  })
