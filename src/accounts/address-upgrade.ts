import { Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import { foldEmail, readEmail } from '#src/credentials/email.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { isUniqueViolation } from '#src/database/errors.ts'
import { limit, sql } from '#src/database/sql.ts'

/**
 * Addresses of accounts from before they were parsed get the one spelling in which they are stored now. Where that is
 * another account's already, both keep what they have: the address is found for the other one alone, so neither can
 * take it, and mails still arrive.
 */

const step = 'addresses of accounts have one spelling'
/** Accounts that are read at once. */
const PAGE = 500

const Row = Type.Object({
  id: Type.Integer(),
  username: Type.String(),
  email: Type.String(),
  folded_email: nullable(Type.String()),
})
const Name = Type.Object({ username: Type.String() })
const Done = Type.Object({ name: Type.String() })

/** An account whose address is not in the one spelling, and why: it belongs to `owner`, or nobody can read it. */
export type OddAddress = { username: string; email: string; owner: string | undefined }

/** The address that mails to a text arrive at, also if it has the form `Name <address>`. */
const addressIn = (text: string): string | undefined => {
  const [bracketed = ''] = text.slice(text.lastIndexOf('<') + 1).split('>', 1)
  return readEmail(text) ?? readEmail(bracketed.trim())
}

/** Gives addresses their one spelling, once for each catalogue. Returns the accounts that kept another. */
export async function upgradeAddresses(db: Database, now: Date): Promise<OddAddress[]> {
  if (await db.one(Done, sql`select name from finished_step where name = ${step}`)) return []
  for await (const { id, email, folded_email } of oddRows(db)) {
    const address = addressIn(email)
    // Without a folded form it was another account's before.
    if (address === undefined || folded_email === null) continue
    await db
      .run(sql`
        update account set email = ${address}, folded_email = ${foldEmail(address)}
        where id = ${id} and email = ${email} and not exists (
          select 1 from account other where other.folded_email = ${foldEmail(address)}
            and other.email_verified_at is not null and other.id <> ${id})`)
      .catch((error) => {
        // Another server has just given it to somebody else.
        if (!isUniqueViolation(error)) throw error
      })
  }
  const odd = await oddAddresses(db)
  await db.run(sql`
    insert into finished_step (name, at) values (${step}, ${now.toISOString()}) on conflict (name) do nothing`)
  return odd
}

/** All accounts whose address is not in the one spelling. */
export async function oddAddresses(db: Reader): Promise<OddAddress[]> {
  const odd: OddAddress[] = []
  for await (const { id, username, email } of oddRows(db)) {
    const folded = foldEmail(addressIn(email) ?? email)
    const owner = await db.one(
      Name,
      sql`
      select username from account
      where folded_email = ${folded} and email_verified_at is not null and deleted_at is null and id <> ${id}`,
    )
    odd.push({ username, email, owner: owner?.username })
  }
  return odd
}

/** What the operator is told of an account whose address is not in the one spelling. */
export const sentenceOf = ({ username, email, owner }: OddAddress): string =>
  owner === undefined
    ? `The address ${JSON.stringify(email)} of the account ${username} cannot be read; give the account another one.`
    : `The accounts ${username} (${email}) and ${owner} have the same e-mail address. It belongs to ${owner}; ` +
      `${username} signs in by user name until its address is changed.`

async function* oddRows(db: Reader) {
  for (let after = 0; ; ) {
    const rows = await db.all(
      Row,
      sql`
      select id, username, email, folded_email from account
      where source_id is null and deleted_at is null and email <> '' and id > ${after} order by id ${limit(PAGE)}`,
    )
    for (const row of rows)
      if (row.email !== readEmail(row.email) || row.folded_email !== foldEmail(row.email)) yield row
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return
    after = last.id
  }
}
