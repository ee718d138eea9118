import { type Static, Type } from 'typebox'
import { type ActKind, recordAct } from '#src/audit/acts.ts'
import { type Role, requireAdministrator } from '#src/contract/access.ts'
import { nullable } from '#src/contract/schema.ts'
import { write } from '#src/contract/write.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { isUniqueViolation } from '#src/database/errors.ts'
import { revise } from '#src/database/revisions.ts'
import { limit, type Sql, sql } from '#src/database/sql.ts'
import { recountAccount } from '#src/kept/counting.ts'
import { announceKeyChange, dropKnownKeys } from '#src/keys/known-keys.ts'
import { lastCharacter } from '#src/reference/text-order.ts'
import { isLastAdministrator } from './administrators.ts'
import { setVerified } from './sign-up.ts'

/** How administrators see and change accounts. Accounts that came with a source are left out. */

const accountsOnPage = 50
export const maxAccountSearchLength = 254

const Listed = Type.Object({
  id: Type.Integer(),
  username: Type.String(),
  name: Type.String(),
  email: Type.String(),
  email_verified_at: nullable(Type.String()),
  role: Type.Union([Type.Literal('member'), Type.Literal('moderator'), Type.Literal('administrator')]),
  created_at: Type.String(),
  disabled_at: nullable(Type.String()),
})
export type Listed = Static<typeof Listed>

const columns = sql`id, username, name, email, email_verified_at, role, created_at, disabled_at`
const isPerson = sql`source_id is null and deleted_at is null`

/** Larger than the id of any account. */
const beyond = Number.MAX_SAFE_INTEGER

/**
 * A page of accounts with ids below `before`, the newest first: all of them, or those whose user name or e-mail address
 * begins with a text. `next` is the `before` of the next page, if there is one.
 */
export async function searchAccounts(
  db: Reader,
  { text, before = beyond }: { text: string; before?: number | undefined },
) {
  const found = await db.all(
    Listed,
    sql`
    select ${columns} from account
    where ${condition(text)} and id < ${before} order by id desc ${limit(accountsOnPage + 1)}`,
  )
  const accounts = found.slice(0, accountsOnPage)
  return { accounts, next: found.length > accountsOnPage ? accounts.at(-1)?.id : undefined }
}

function condition(text: string): Sql {
  const from = text.trim().toLowerCase()
  if (from === '') return isPerson
  const to = from + lastCharacter
  return sql`id in (
    select id from account where folded_username >= ${from} and folded_username < ${to} and ${isPerson}
    union all
    select id from account where folded_email >= ${from} and folded_email < ${to} and ${isPerson})`
}

const Count = Type.Object({ count: Type.Integer() })

/** How many accounts there are, as far as that. */
export async function countAccounts(db: Reader, atMost: number): Promise<number> {
  const found = await db.one(
    Count,
    sql`select count(*) as count from (select id from account where ${isPerson} ${limit(atMost)}) as some_accounts`,
  )
  return found?.count ?? 0
}

/** Accounts that are listed which wait for their address to be verified. */
const maxWaiting = 20

const Waiting = Type.Object({
  id: Type.Integer(),
  username: Type.String(),
  email: Type.String(),
  created_at: Type.String(),
})

/** Those whose address nobody has verified yet, the newest first. */
export const waitingForVerification = (db: Reader) =>
  db.all(
    Waiting,
    sql`
    select id, username, email, created_at from account
    where folded_email is not null and email_verified_at is null and ${isPerson} and disabled_at is null
    order by created_at desc ${limit(maxWaiting)}`,
  )

const AdministeredAccount = Type.Object({
  ...Listed.properties,
  has_password: Type.Boolean(),
  browsers: Type.Integer(),
  applications: Type.Integer(),
  keys: Type.Integer(),
  reviews: Type.Integer(),
})

/** One account, and how much belongs to it. */
export const seeAccount = (db: Reader, id: number) =>
  db.one(
    AdministeredAccount,
    sql`
    select ${columns}, password is not null as has_password,
      (select count(*) from browser_session where account_id = account.id) as browsers,
      (select count(distinct key_id) from session where account_id = account.id) as applications,
      (select count(*) from api_key where account_id = account.id and revoked_at is null) as keys,
      (select count(*) from review where account_id = account.id) as reviews
    from account where id = ${id} and ${isPerson}`,
  )

/**
 * The outcome of a change to an account; `unchanged` if it was like that already, `taken` if another account has
 * verified its address.
 */
export type Outcome = 'changed' | 'unchanged' | 'last_administrator' | 'taken' | 'unknown'

const Known = Type.Object({ id: Type.Integer(), role: Type.String() })

/** A change to an account, and the act that it is. */
type Change = { what: ActKind; isLoss: boolean; about?: Record<string, string>; make(tx: Database): Promise<number> }

type Acted = { id: number; reason: string }

/** What an administrator does to an account. */
const act = <Given extends Acted>(changeOf: (given: Given, now: Date) => Change) =>
  write([], async ({ db, now, account }, given: Given): Promise<Outcome> => {
    requireAdministrator(account)
    const { id, reason } = given
    const { what, isLoss, about = {}, make } = changeOf(given, now)
    try {
      return await db.transaction(async (tx) => {
        const known = await tx.one(Known, sql`select id, role from account where id = ${id} and ${isPerson}`)
        if (!known) return 'unknown'
        if (isLoss && (await isLastAdministrator(tx, id))) return 'last_administrator'
        if ((await make(tx)) === 0) return 'unchanged'
        const told = { ...about, ...(about.role && { before: known.role }) }
        await recordAct(tx, what, { by: account.id, reason, now }, { account_id: id, about: told })
        // The keys of the account are suspended with it.
        await announceKeyChange(tx)
        return 'changed'
      })
    } catch (error) {
      if (isUniqueViolation(error)) return 'taken'
      throw error
    } finally {
      dropKnownKeys()
    }
  })

/**
 * Keeps a person out until the account is restored. Browsers are signed out for good; the account's keys and the
 * sessions of applications stop working, because both are valid only while their account is.
 */
export const suspendAccount = act(({ id }: Acted, now) => ({
  what: 'account_suspended',
  isLoss: true,
  async make(tx) {
    await revise(tx, 'authors')
    await tx.run(sql`delete from browser_session where account_id = ${id}`)
    const changed = await tx.run(sql`
      update account set disabled_at = ${now.toISOString()} where id = ${id} and disabled_at is null`)
    await recountAccount(tx, id)
    return changed
  },
}))

export const restoreAccount = act(({ id }: Acted) => ({
  what: 'account_restored',
  isLoss: false,
  async make(tx) {
    await revise(tx, 'authors')
    const changed = await tx.run(sql`
      update account set disabled_at = null where id = ${id} and disabled_at is not null`)
    await recountAccount(tx, id)
    return changed
  },
}))

export const setRole = act(({ id, role }: Acted & { role: Role }) => ({
  what: 'role_changed',
  isLoss: role !== 'administrator',
  about: { role },
  make: (tx) => tx.run(sql`update account set role = ${role} where id = ${id} and role <> ${role}`),
}))

const Unverified = Type.Object({ email: Type.String() })

/** Verifies the address of an account without a mail; links that were made for that stop working. */
export const markVerified = act(({ id }: Acted, now) => ({
  what: 'address_verified',
  isLoss: false,
  async make(tx) {
    const unverified = await tx.one(
      Unverified,
      sql`select email from account where id = ${id} and email_verified_at is null`,
    )
    if (!unverified) return 0
    await setVerified(tx, { account_id: id, email: unverified.email }, now)
    await tx.run(sql`delete from mailed_link where account_id = ${id} and purpose = 'verify'`)
    return 1
  },
}))
