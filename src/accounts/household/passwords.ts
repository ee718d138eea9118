import { type Static, Type } from 'typebox'
import { type Actor, recordAct } from '#src/audit/acts.ts'
import { storeEvent } from '#src/audit/security-events.ts'
import { requireAdministrator } from '#src/contract/access.ts'
import { nullable } from '#src/contract/schema.ts'
import { type Passwords, write } from '#src/contract/write.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { makeLink } from '#src/mail/links.ts'
import { notify } from '#src/mail/notifications.ts'
import { queueMail } from '#src/mail/queue.ts'
import { isLanguage, type Language } from '#src/texts/index.ts'
import { clearAttempts, signInTo, typedFor } from '../attempts.ts'
import { noteRecovery } from '../recovered.ts'
import { setPassword } from '../recovery.ts'

/** How administrators and operators help those back in who have forgotten their password, or have none yet. */

const Helped = Type.Object({
  id: Type.Integer(),
  username: Type.String(),
  email: Type.String(),
  email_verified_at: nullable(Type.String()),
  role: Type.String(),
  disabled_at: nullable(Type.String()),
  has_password: Type.Boolean(),
  iso_639_1: Type.String(),
})

const helped = (tx: Database, id: number) =>
  tx.one(
    Helped,
    sql`
    select id, username, email, email_verified_at, role, disabled_at, password is not null as has_password, iso_639_1
    from account where id = ${id} and source_id is null and deleted_at is null`,
  )

/** Why there is no link. */
type NoLink = 'unknown' | 'own' | 'suspended' | 'administrator'

type Acted = { id: number; reason: string }
type Helped = Static<typeof Helped>

/**
 * Makes a link with which somebody chooses a password, for an administrator to hand over. Administrators make none for
 * themselves, who then could do without the present one, nor for each other: nobody acts under the name of another.
 */
export const makePasswordLink = write([], ({ db, now, account }, { id, reason }: Acted) => {
  requireAdministrator(account)
  return handPasswordLink(db, id, { by: account.id, reason, now })
})

/**
 * The same, but the link is sent to the address of the account, which it has to have verified. It is made when the mail
 * is sent. `language` is that of the mail where the person has chosen none.
 */
export const mailPasswordLink = write([], ({ db, now, account }, { language, ...acted }: Acted & Sent) => {
  requireAdministrator(account)
  const actor = { by: account.id, reason: acted.reason, now }
  return db.transaction(async (tx): Promise<'sent' | 'unverified' | NoLink> => {
    const found = await helped(tx, acted.id)
    const refused = refusalOf(found, actor)
    if (!found || refused) return refused ?? 'unknown'
    const { id, username, email, iso_639_1 } = found
    if (email === '' || found.email_verified_at === null) return 'unverified'
    const of = isLanguage(iso_639_1) ? iso_639_1 : language
    const mail = { template: 'handed', account_id: id, recipient: email, language: of, facts: { username } } as const
    await queueMail(tx, mail, now)
    await tellOf(tx, found, actor)
    return 'sent'
  })
})

type Sent = { language: Language }

/** A link to hand over, also for whoever uses the command line, who may make one for every account. */
export const handPasswordLink = (db: Database, id: number, actor: Actor): Promise<{ secret: string } | NoLink> =>
  db.transaction(async (tx) => {
    const account = await helped(tx, id)
    const refused = refusalOf(account, actor)
    if (!account || refused) return refused ?? 'unknown'
    const secret = await linkFor(tx, account, actor.now)
    await tellOf(tx, account, actor)
    return { secret }
  })

function refusalOf(account: Helped | undefined, { by }: Actor): NoLink | undefined {
  if (!account) return 'unknown'
  if (account.disabled_at !== null) return 'suspended'
  if (by === account.id) return 'own'
  return by !== null && account.role === 'administrator' && account.has_password ? 'administrator' : undefined
}

async function tellOf(tx: Database, { id, has_password }: Helped, actor: Actor) {
  await recordAct(tx, 'password_link_made', actor, { account_id: id })
  if (has_password) await notify(tx, { account_id: id, what: 'password_link_made', about: {}, now: actor.now })
}

/** A link that is handed over. */
export const linkFor = (tx: Database, { id, email }: { id: number; email: string }, now: Date): Promise<string> =>
  makeLink(tx, { purpose: 'reset', account_id: id, email, isHanded: true, now })

/**
 * Gives an account another password on behalf of who runs the server. It ends what a new password ends, and the person
 * is shown what else opens the account.
 */
export async function replacePassword(
  db: Database,
  passwords: Passwords,
  { id, password, reason, now }: { id: number; password: string; reason: string; now: Date },
): Promise<void> {
  const hashed = await passwords.hash(password)
  await db.transaction(async (tx) => {
    await setPassword(tx, id, hashed)
    const account = await helped(tx, id)
    if (account) await clearAttempts(tx, typedFor(account).map(signInTo))
    await noteRecovery(tx, id, now)
    await recordAct(tx, 'password_set', { by: null, reason, now }, { account_id: id })
    await notify(tx, { account_id: id, what: 'password_set', about: {}, now })
    await storeEvent(tx, { what: 'password_changed', account_id: id, now })
  })
}
