import { Type } from 'typebox'
import { digestOf, newSecret } from '#src/credentials/secrets.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { dayMs } from '#src/reference/days.ts'

/** How long the link in a mail ends further ones. People read old mails, too. */
export const UNSUBSCRIBE_DAYS = 90

/** Makes a link that ends mails for an account. Each mail has its own; the secret is only in the result. */
export async function makeUnsubscribeLink(tx: Database, account_id: number, now: Date): Promise<string> {
  const secret = newSecret('unsubscribe_link')
  const expires_at = new Date(now.getTime() + UNSUBSCRIBE_DAYS * dayMs).toISOString()
  await tx.run(sql`
    insert into unsubscribe_link (digest, account_id, expires_at)
    values (${digestOf(secret)}, ${account_id}, ${expires_at})`)
  return secret
}

const Link = Type.Object({ account_id: Type.Integer() })

/** Whose mails a link ends; undefined if it has expired. */
export const accountOfLink = async (db: Reader, secret: string, now: Date): Promise<number | undefined> =>
  (
    await db.one(
      Link,
      sql`
      select account_id from unsubscribe_link
      where digest = ${digestOf(secret)} and expires_at > ${now.toISOString()}`,
    )
  )?.account_id
