import { Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import { openWrite, write } from '#src/contract/write.ts'
import { readEmail } from '#src/credentials/email.ts'
import type { Reader } from '#src/database/database.ts'
import { isUniqueViolation } from '#src/database/errors.ts'
import { sql } from '#src/database/sql.ts'
import { findLink, takeLink } from '#src/mail/links.ts'
import { queueMail } from '#src/mail/queue.ts'
import { isLanguage, type Language } from '#src/texts/index.ts'
import { findByEmail, lockPassword, type ProvenPassword } from './accounts.ts'
import { mailsTo, takeAttempt } from './attempts.ts'
import { type Holder, mailHolder } from './password-change.ts'
import { setVerified } from './sign-up.ts'

type Asked = { holder: Holder; proven: ProvenPassword; email: string; language: Language; clientAddress: string }

/**
 * Sends a link to the new address of an account, and a note to the present one. If the new address belongs to another
 * account, its owner is told instead, and nobody else learns of it. Throws `invalid_credentials` if the password has
 * changed meanwhile.
 */
export const askForEmailChange = write([], async ({ db, now }, asked: Asked) => {
  const { holder, proven, language, clientAddress } = asked
  await takeAttempt(db, mailsTo(asked.email, clientAddress), now)
  const email = readEmail(asked.email) ?? asked.email
  return db.transaction(async (tx) => {
    await lockPassword(tx, proven)
    const owner = await findByEmail(tx, email)
    const mail = { recipient: email, language, facts: { username: holder.username } }
    if (owner) await queueMail(tx, { ...mail, template: 'emailTaken', account_id: owner.id }, now)
    else await queueMail(tx, { ...mail, template: 'emailChange', account_id: holder.id }, now)
    await mailHolder(tx, holder, { template: 'emailChangeAsked', language }, now)
  })
})

const OldAddress = Type.Object({
  id: Type.Integer(),
  username: Type.String(),
  email: Type.String(),
  email_verified_at: nullable(Type.String()),
  iso_639_1: Type.String(),
})

/** The account and the new address that a link stands for. */
export const findEmailChange = (db: Reader, secret: string, now: Date) =>
  findLink(db, { purpose: 'change', secret, now })

/**
 * Follows the link to a new address, which becomes the account's verified one. The old address gets a note, and links
 * that were sent to it stop working. `taken` if another account has verified the new address meanwhile.
 */
export const changeEmail = openWrite([], async ({ db, now, noteEvent }, secret: string) => {
  try {
    const changed = await db.transaction(async (tx) => {
      const link = await takeLink(tx, { purpose: 'change', secret, now })
      if (!link) return 'over'
      const holder = await tx.one(
        OldAddress,
        sql`
        select id, username, email, email_verified_at, iso_639_1 from account where id = ${link.account_id}`,
      )
      await setVerified(tx, link, now)
      await tx.run(sql`delete from mailed_link where account_id = ${link.account_id}`)
      await tx.run(sql`delete from mail where account_id = ${link.account_id} and recipient <> ${link.email}`)
      if (holder) {
        const language = isLanguage(holder.iso_639_1) ? holder.iso_639_1 : 'en'
        await mailHolder(tx, holder, { template: 'emailChanged', language }, now)
      }
      return link
    })
    if (changed === 'over') return changed
    await noteEvent('email_changed', changed.account_id)
    return 'changed'
  } catch (error) {
    if (isUniqueViolation(error)) return 'taken'
    throw error
  }
})
