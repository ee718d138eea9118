import { Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import { openWrite } from '#src/contract/write.ts'
import { foldEmail } from '#src/credentials/email.ts'
import { emailFault } from '#src/credentials/rules.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { dropKnownKeys } from '#src/keys/known-keys.ts'
import { findLink, takeLink } from '#src/mail/links.ts'
import { queueMail } from '#src/mail/queue.ts'
import { isLanguage, type Language } from '#src/texts/index.ts'
import { clearAttempts, mailsTo, signInTo, takeAttempt, typedFor } from './attempts.ts'
import { type Origin, placesOf, rememberPlaces } from './places.ts'
import { noteRecovery } from './recovered.ts'
import { setVerified } from './sign-up.ts'
import { endAllWaysIn, endWithPassword } from './ways-in.ts'

const Owner = Type.Object({
  id: Type.Integer(),
  username: Type.String(),
  email: Type.String(),
  iso_639_1: Type.String(),
})

type Asked = { email: string; language: Language; next?: string | undefined }

/**
 * Sends a link for a new password to the account with an address: the one that has verified it, otherwise the last one
 * that gave it. `next` is the page where its owner wanted to go. False if there is none.
 */
export const sendReset = openWrite([], async ({ db, now }, { email, language, next }: Asked) => {
  if (emailFault(email)) return false
  return db.transaction(async (tx) => {
    const owner = (await ownerWhere(tx, email, true)) ?? (await ownerWhere(tx, email, false))
    if (!owner) return false
    const { id, username, email: recipient, iso_639_1 } = owner
    const mailLanguage = isLanguage(iso_639_1) ? iso_639_1 : language
    const facts = { username, ...(next !== undefined && { next }) }
    await queueMail(tx, { template: 'reset', account_id: id, recipient, language: mailLanguage, facts }, now)
    return true
  })
})

/** Counts that somebody asks for a link, whether or not there is such an account. */
export const askForReset = openWrite(
  [],
  ({ db, now }, { email, clientAddress }: Record<'email' | 'clientAddress', string>) =>
    takeAttempt(db, mailsTo(email, clientAddress), now),
)

/** The last account with an address that it has, or has not, verified. */
const ownerWhere = (tx: Database, email: string, isVerified: boolean) =>
  tx.one(
    Owner,
    sql`
    select id, username, email, iso_639_1 from account
    where folded_email = ${foldEmail(email)} and email_verified_at ${isVerified ? sql`is not null` : sql`is null`}
      and source_id is null and disabled_at is null and deleted_at is null
    order by id desc limit 1`,
  )

const SignsIn = Type.Object({
  username: Type.String(),
  email: Type.String(),
  email_verified_at: nullable(Type.String()),
})
const signsIn = sql`username, email, email_verified_at`

const Owned = Type.Object({ ...SignsIn.properties, id: Type.Integer(), is_first: Type.Boolean() })

/** The account whose password a link can change, or whose first one it sets. */
export async function findReset(db: Reader, secret: string, now: Date) {
  const link = await findLink(db, { purpose: 'reset', secret, now })
  const owner =
    link &&
    (await db.one(
      Owned,
      sql`select id, ${signsIn}, password is null as is_first from account where id = ${link.account_id}`,
    ))
  return owner && { ...owner, isHanded: link.is_handed }
}

type Link = Origin & { secret: string; password: string }

/**
 * Gives the account of a link a new password, signs it out everywhere, apps included, and marks its address as
 * verified, because the link was sent there. Until then the address may have been typed by somebody else, so whatever
 * opens an account that was not verified ends. A link that was handed over shows nothing about the address, and changes
 * nothing of that. Its places are remembered, so that whoever was kept out gets in. Returns the account; undefined if
 * the link has expired.
 */
export const resetPassword = openWrite([], async ({ db, now, passwords, noteEvent }, link: Link) => {
  const { secret } = link
  const followed = { purpose: 'reset', secret, now } as const
  // An expired link costs no hashing.
  if (!(await findLink(db, followed))) return undefined
  const password = await passwords.hash(link.password)
  const reset = await db.transaction(async (tx) => {
    const taken = await takeLink(tx, followed)
    if (!taken) return undefined
    const { account_id } = taken
    const before = await tx.one(
      Owned,
      sql`select id, ${signsIn}, password is null as is_first from account where id = ${account_id}`,
    )
    await setPassword(tx, account_id, password)
    if (!taken.is_handed) await proveAddress(tx, taken, before?.email_verified_at === null, now)
    const owner = await tx.one(SignsIn, sql`select ${signsIn} from account where id = ${account_id}`)
    if (owner) await clearAttempts(tx, typedFor(owner).map(signInTo))
    await rememberPlaces(tx, account_id, placesOf(link), now)
    // Nothing has opened an account before its first password.
    if (!before?.is_first) await noteRecovery(tx, account_id, now)
    return account_id
  })
  dropKnownKeys()
  if (reset !== undefined) await noteEvent('password_changed', reset)
  return reset
})

/** Following a link that was mailed shows that the address is the owner's. */
async function proveAddress(
  tx: Database,
  { account_id, email }: { account_id: number; email: string },
  isFirst: boolean,
  now: Date,
) {
  if (isFirst) await endAllWaysIn(tx, account_id, now)
  const isFree = await tx.one(
    Type.Object({ id: Type.Integer() }),
    sql`
    select id from account where folded_email = ${foldEmail(email)} and email_verified_at is not null
      and id <> ${account_id}`,
  )
  if (!isFree) await setVerified(tx, { account_id, email }, now)
}

/**
 * Stores the hash of a password, and ends what the old one may have opened, browsers and apps included. Links for
 * another password or for a new address stop working, because whoever asked for them may have known the old password;
 * whoever was about to enter a code starts again.
 */
export async function setPassword(tx: Database, account_id: number, hashed: string) {
  await tx.run(sql`update account set password = ${hashed} where id = ${account_id}`)
  await endWithPassword(tx, account_id)
}
