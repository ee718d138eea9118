import { type Static, Type } from 'typebox'
import { type Actor, recordAct } from '#src/audit/acts.ts'
import { nullable } from '#src/contract/schema.ts'
import { foldUsername } from '#src/credentials/rules.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { notify } from '#src/mail/notifications.ts'

const countOf = (status: 'waiting' | 'accepted' | 'refused') => sql`
  (select count(*) from waiting_edit w where w.account_id = account.id and w.status = ${status})`

const Member = Type.Object({
  id: Type.Integer(),
  username: Type.String(),
  role: Type.Union([Type.Literal('member'), Type.Literal('moderator'), Type.Literal('administrator')]),
  created_at: Type.String(),
  trusted_at: nullable(Type.String()),
  disabled_at: nullable(Type.String()),
  waiting: Type.Integer(),
  accepted: Type.Integer(),
  refused: Type.Integer(),
})
/** What moderators see of an account: nothing that only its owner and administrators know. */
export type Member = Static<typeof Member>

/** An account by its user name. */
export const findMember = (db: Reader, username: string) =>
  db.one(
    Member,
    sql`
    select id, username, role, created_at, trusted_at, disabled_at, ${countOf('waiting')} as waiting,
      ${countOf('accepted')} as accepted, ${countOf('refused')} as refused
    from account where folded_username = ${foldUsername(username)} and source_id is null and deleted_at is null`,
  )

/** Trusts a member, or no longer, and tells the member. False if it is so already, or if it is no member. */
export const trustMember = (db: Database, account_id: number, isTrusted: boolean, actor: Actor & { by: number }) =>
  db.transaction(async (tx): Promise<boolean> => {
    const { now, reason = '' } = actor
    const at = isTrusted ? now.toISOString() : null
    const before = isTrusted ? sql`trusted_at is null` : sql`trusted_at is not null`
    const changed = await tx.run(sql`
      update account set trusted_at = ${at}
      where id = ${account_id} and id <> ${actor.by} and role = 'member' and deleted_at is null and ${before}`)
    if (changed === 0) return false
    const what = isTrusted ? 'member_trusted' : 'member_untrusted'
    await recordAct(tx, what, actor, { account_id })
    await notify(tx, { account_id, what, about: { reason }, now })
    return true
  })
