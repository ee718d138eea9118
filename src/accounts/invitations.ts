import { type Static, Type } from 'typebox'
import { requireAdministrator } from '#src/contract/access.ts'
import { write } from '#src/contract/write.ts'
import { digestOf, newSecret } from '#src/credentials/secrets.ts'
import { countRows } from '#src/database/count-rows.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { dayMs } from '#src/reference/days.ts'

/** How long an invitation works. */
export const invitationDays = 14
/** Invitations that are open at once; further ones are refused. */
const maxInvitations = 100

const Invitation = Type.Object({
  id: Type.Integer(),
  username: Type.String(),
  made_at: Type.String(),
  expires_at: Type.String(),
})
export type Invitation = Static<typeof Invitation>

/** Invitations that still work, the newest first. */
export const openInvitations = (db: Reader, now: Date): Promise<Invitation[]> =>
  db.all(
    Invitation,
    sql`
    select i.id, a.username, i.made_at, i.expires_at from invitation i join account a on a.id = i.account_id
    where i.expires_at > ${now.toISOString()} order by i.id desc ${limit(maxInvitations)}`,
  )

/** Makes an invitation, whose secret is only in the result; undefined if too many are open. */
export const invite = write([], ({ db, now, account }): Promise<string | undefined> => {
  requireAdministrator(account)
  return db.transaction(async (tx) => {
    const open = await countRows(tx, sql`from invitation where expires_at > ${now.toISOString()}`)
    if (open >= maxInvitations) return undefined
    const secret = newSecret('invitation')
    const expires_at = new Date(now.getTime() + invitationDays * dayMs).toISOString()
    await tx.run(sql`
      insert into invitation (digest, account_id, made_at, expires_at)
      values (${digestOf(secret)}, ${account.id}, ${now.toISOString()}, ${expires_at})`)
    return secret
  })
})

/** Whether an invitation works. */
export const isInvitation = async (db: Reader, secret: string, now: Date): Promise<boolean> =>
  (await countRows(db, sql`from invitation where digest = ${digestOf(secret)} and expires_at > ${now.toISOString()}`)) >
  0

/** Uses up an invitation, in the transaction that makes the account; false if it does not work any more. */
export async function takeInvitation(tx: Database, secret: string, now: Date): Promise<boolean> {
  const taken = await tx.run(sql`
    delete from invitation where digest = ${digestOf(secret)} and expires_at > ${now.toISOString()}`)
  return taken === 1
}

export const revokeInvitation = write([], ({ db, account }, id: number) => {
  requireAdministrator(account)
  return db.run(sql`delete from invitation where id = ${id}`)
})
