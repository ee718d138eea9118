import { type Static, Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { hourMs } from '#src/reference/days.ts'
import type { Language, Texts } from '#src/texts/index.ts'

/** Texts of mails by their name, in `texts/<language>/mails.ts`. */
export type Template = keyof Texts['mails']

type NewMail = {
  template: Template
  /** The account that the mail belongs to, and with which it is deleted. A mail with a link has one. */
  account_id: number | null
  recipient: string
  language: Language
  /** What its text is made with. No secrets: they would be in the database. */
  facts: Readonly<Record<string, string>>
}

/** Queues a mail in the transaction of what it is about: it is sent if and only if that is committed. */
export const queueMail = (tx: Database, { template, account_id, recipient, language, facts }: NewMail, now: Date) =>
  tx.run(sql`
    insert into mail (template, account_id, recipient, language, facts, created_at, due_at)
    values (${template}, ${account_id}, ${recipient}, ${language}, ${facts}, ${now.toISOString()},
      ${now.toISOString()})`)

/** Mails that are sent at once. */
const AT_ONCE = 5
/** After this many attempts, the last one half a day after the first, a mail is given up. */
export const MAX_ATTEMPTS = 10
/** A mail that is being sent belongs to its node for at least this long; then it is tried again, and so on. */
export const firstRetryMs = 120_000
const longestRetryMs = 4 * hourMs

export const QueuedMail = Type.Object({
  id: Type.Integer(),
  template: Type.String(),
  account_id: nullable(Type.Integer()),
  recipient: Type.String(),
  language: Type.String(),
  facts: Type.Record(Type.String(), Type.String()),
  attempts: Type.Integer(),
  created_at: Type.String(),
})
export type QueuedMail = Static<typeof QueuedMail>

export const dueMails = (db: Reader, now: Date) =>
  db.all(
    QueuedMail,
    sql`
    select id, template, account_id, recipient, language, facts, attempts, created_at from mail
    where due_at <= ${now.toISOString()} order by due_at, id ${limit(AT_ONCE)}`,
  )

/** One engine reuses the number of a deleted mail, so the number alone does not identify it. */
const isThis = ({ id, template, recipient, created_at }: QueuedMail) => sql`
  id = ${id} and template = ${template} and recipient = ${recipient} and created_at = ${created_at}`

/** Claims a mail to send it; false if another node has. Unless it is reported as done, it is due again later. */
export async function claimMail(db: Database, mail: QueuedMail, now: Date) {
  const { attempts } = mail
  const retryMs = Math.min(longestRetryMs, firstRetryMs * 2 ** attempts)
  const due_at = new Date(now.getTime() + retryMs).toISOString()
  const claimed = await db.run(sql`
    update mail set attempts = attempts + 1, due_at = ${due_at} where ${isThis(mail)} and attempts = ${attempts}`)
  return claimed === 1
}

/**
 * Whether a claimed mail is still queued, in the transaction of what is made for it: whoever withdraws the mail
 * withdraws that too, because both write its row.
 */
export const isStillQueued = async (tx: Database, mail: QueuedMail): Promise<boolean> =>
  (await tx.run(sql`update mail set attempts = attempts where ${isThis(mail)}`)) === 1

export const deleteMail = (db: Database, mail: QueuedMail) => db.run(sql`delete from mail where ${isThis(mail)}`)
