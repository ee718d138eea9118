import { Type } from 'typebox'
import { digestOf, newSecret } from '#src/credentials/secrets.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { hourMs } from '#src/reference/days.ts'

/** How long a link in a mail works; `change` is for an account's new address. */
const lifetimesHours = { verify: 24, reset: 1, change: 24 } as const
/** How long a link works that an administrator makes. */
export const handedHours = 72

export type LinkPurpose = keyof typeof lifetimesHours

type NewLink = {
  purpose: LinkPurpose
  account_id: number
  email: string
  /** An administrator hands it over, or has it mailed. */
  isHanded?: boolean
  now: Date
}

/** Makes a link that replaces the account's earlier one for the same purpose. Its secret is only in the result. */
export async function makeLink(db: Database, given: NewLink): Promise<string> {
  const { purpose, account_id, email, isHanded = false, now } = given
  const secret = newSecret('mailed_link')
  const hours = isHanded ? handedHours : lifetimesHours[purpose]
  const expires_at = new Date(now.getTime() + hours * hourMs).toISOString()
  await db.transaction(async (tx) => {
    await tx.run(sql`delete from mailed_link where account_id = ${account_id} and purpose = ${purpose}`)
    await tx.run(sql`
      insert into mailed_link (digest, purpose, account_id, email, is_handed, expires_at)
      values (${digestOf(secret)}, ${purpose}, ${account_id}, ${email}, ${isHanded}, ${expires_at})`)
  })
  return secret
}

const Link = Type.Object({ account_id: Type.Integer(), email: Type.String(), is_handed: Type.Boolean() })

type LinkRequest = { purpose: LinkPurpose; secret: string; now: Date }

/** What a link is about, while it works. */
export const findLink = (db: Reader, { purpose, secret, now }: LinkRequest) =>
  db.one(
    Link,
    sql`
    select mailed_link.account_id, mailed_link.email, mailed_link.is_handed from mailed_link
    join account on account.id = mailed_link.account_id
      and account.disabled_at is null and account.deleted_at is null
    where mailed_link.digest = ${digestOf(secret)} and mailed_link.purpose = ${purpose}
      and mailed_link.expires_at > ${now.toISOString()}`,
  )

/** Uses up a link, in the transaction of what it is for, so that only one request gets it. */
export async function takeLink(tx: Database, followed: LinkRequest) {
  const link = await findLink(tx, followed)
  if (!link) return undefined
  const taken = await tx.run(sql`delete from mailed_link where digest = ${digestOf(followed.secret)}`)
  return taken === 1 ? link : undefined
}
