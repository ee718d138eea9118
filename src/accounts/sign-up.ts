import { openWrite, write } from '#src/contract/write.ts'
import { foldEmail, readEmail } from '#src/credentials/email.ts'
import { foldUsername } from '#src/credentials/rules.ts'
import type { Database } from '#src/database/database.ts'
import { isUniqueViolation } from '#src/database/errors.ts'
import { limit, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { recountAccount } from '#src/kept/counting.ts'
import { takeLink } from '#src/mail/links.ts'
import { queueMail } from '#src/mail/queue.ts'
import { dayMs } from '#src/reference/days.ts'
import type { Language } from '#src/texts/index.ts'
import { findByEmail } from './accounts.ts'
import { clientOf, mailsTo, takeAttempt } from './attempts.ts'
import { takeInvitation } from './invitations.ts'

/** Accounts whose address was never verified are deleted after this long. */
const UNVERIFIED_DAYS = 30
/** Accounts that are deleted with each new one. */
const DELETED_ACCOUNTS = 20

type NewMember = {
  username: string
  /** Empty for somebody who was invited and gives none. */
  email: string
  password: string
  language: Language
  clientAddress: string
  /** The secret of an invitation that is used up, where one is needed. */
  invitation?: string
  /** Where the link in the mail leads on to. */
  next?: string | undefined
}

/**
 * Makes an account whose address has yet to be verified, and sends it a mail. Without an address, which only the
 * invited may leave out, there is nothing to verify. Undefined if the user name is taken, and
 * `uninvited` if the invitation does not work any more. If
 * the address belongs to somebody already, the account is made all the same but can never be verified: the mail tells
 * the owner of the address, and nobody else learns of it.
 */
export const signUp = openWrite([], async ({ db, now, passwords, settings }, member: NewMember) => {
  const { username, language, next, clientAddress } = member
  const client = ['sign_up_from_address', clientOf(clientAddress)] as const
  const mails = member.email === '' ? [] : mailsTo(member.email, clientAddress)
  await takeAttempt(db, [client, ...mails], now)
  const email = readEmail(member.email) ?? member.email
  const password = await passwords.hash(member.password)
  const at = now.toISOString()
  const isSeen = settings.private
  try {
    return await db.transaction(async (tx) => {
      await deleteUnverified(tx, now)
      if (member.invitation !== undefined && !(await takeInvitation(tx, member.invitation, now))) return 'uninvited'
      const made = await tx.one(
        Id,
        sql`
        insert into account (username, folded_username, email, folded_email, email_verified_at, password, iso_639_1,
          has_public_profile, shows_ratings, shows_diary, created_at)
        values (${username}, ${foldUsername(username)}, ${email}, ${email === '' ? null : foldEmail(email)},
          ${email === '' ? at : null}, ${password}, ${language},
          ${isSeen}, ${isSeen}, ${isSeen}, ${at})
        returning id`,
      )
      if (email !== '') await sendVerification(tx, { id: made!.id, username, email, language, next }, now)
      return made
    })
  } catch (error) {
    if (isUniqueViolation(error)) return undefined
    throw error
  }
})

/** Somebody who wants to sign up asks whether a name is taken. */
export const askForName = openWrite([], ({ db, now }, clientAddress: string) =>
  takeAttempt(db, [['name_asked_from_address', clientOf(clientAddress)]], now),
)

/** Frees names and addresses that were given once and never used. */
async function deleteUnverified(tx: Database, now: Date) {
  const before = new Date(now.getTime() - UNVERIFIED_DAYS * dayMs).toISOString()
  const forgotten = await tx.all(
    Id,
    sql`
    select id from account
    where folded_email is not null and email_verified_at is null and source_id is null and deleted_at is null
      and created_at < ${before}
      and not exists (select 1 from edit where edit.account_id = account.id)
      and not exists (select 1 from review where review.account_id = account.id)
      and not exists (select 1 from api_key where api_key.account_id = account.id)
      and not exists (select 1 from act where act.account_id = account.id)
      and not exists (select 1 from act where act.actor_id = account.id)
    order by created_at ${limit(DELETED_ACCOUNTS)}`,
  )
  if (forgotten.length === 0) return
  const ids = forgotten.map(({ id }) => id)
  await tx.run(sql`
    delete from account where ${tx.engine.anyOf(sql`id`, ids)}`)
}

type Unverified = Pick<NewMember, 'username' | 'email' | 'language' | 'next'> & { id: number }

/** Sends the mail that verifies an address, or tells the owner of the address that somebody gave it. */
export async function sendVerification(tx: Database, account: Unverified, now: Date) {
  const { id, username, email, language, next } = account
  const owner = await findByEmail(tx, email)
  const mail = { recipient: email, language, facts: { username, ...(next !== undefined && { next }) } }
  if (owner) await queueMail(tx, { ...mail, template: 'taken', account_id: owner.id }, now)
  else await queueMail(tx, { ...mail, template: 'verify', account_id: id }, now)
}

/** Sends the mail once more, to the account itself. */
export const sendVerificationAgain = write(
  [],
  async ({ db, now }, { clientAddress, ...to }: Unverified & { clientAddress: string }) => {
    await takeAttempt(db, mailsTo(to.email, clientAddress), now)
    await db.transaction((tx) => sendVerification(tx, to, now))
  },
)

/** Follows a verification link; `taken` if another account has verified the address meanwhile. */
export const verifyAddress = openWrite([], async ({ db, now }, secret: string) => {
  try {
    return await db.transaction(async (tx) => {
      const link = await takeLink(tx, { purpose: 'verify', secret, now })
      if (!link) return 'over'
      await setVerified(tx, link, now)
      return 'verified'
    })
  } catch (error) {
    if (isUniqueViolation(error)) return 'taken'
    throw error
  }
})

type Verified = { account_id: number; email: string }

/**
 * Sets the verified address of an account, whose ratings count from now on. Violates the unique index of addresses if
 * another account has it.
 */
export async function setVerified(tx: Database, { account_id, email }: Verified, now: Date): Promise<void> {
  await tx.run(sql`
    update account set email = ${email}, folded_email = ${foldEmail(email)}, email_verified_at = ${now.toISOString()}
    where id = ${account_id}`)
  await recountAccount(tx, account_id)
}
