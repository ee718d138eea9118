import { Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import { write } from '#src/contract/write.ts'
import { lockVerified } from '#src/contributions/authors.ts'
import { newCodeSecret, newRecoveryCode, periodOf, readCode, recoveryCodes } from '#src/credentials/one-time-codes.ts'
import { isReadable, seal, unseal } from '#src/credentials/sealed.ts'
import { digestOf } from '#src/credentials/secrets.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { isLanguage, type Language } from '#src/texts/index.ts'
import { lockPassword, type ProvenPassword } from '../accounts.ts'
import { type Holder, mailHolder } from '../password-change.ts'

/** One-time codes of accounts, and the recovery codes for those who have lost what makes them. */

/** How long a secret waits for its first code. */
export const CONFIRM_MINUTES = 30

/** Secrets of codes are sealed for their account. */
const sealingOf = (account_id: number, secretKey: string) => ({ secretKey, about: `one-time codes of ${account_id}` })

const State = Type.Object({
  confirmed_at: nullable(Type.String()),
  left: Type.Integer(),
  made_at: nullable(Type.String()),
})

const Secrets = Type.Object({ account_id: Type.Integer(), secret: Type.String() })
/** Secrets that are read at once. */
const secretsAtOnce = 1_000

/** How many accounts have codes, and how many of their secrets are stored readable or open with no key of ours. */
export async function examineCodes(db: Reader, secretKey: string) {
  const found = { all: 0, readable: 0, lost: 0 }
  for (let after = 0; ; ) {
    const rows = await db.all(
      Secrets,
      sql`
      select account_id, secret from totp where account_id > ${after} and confirmed_at is not null
      order by account_id ${limit(secretsAtOnce)}`,
    )
    for (const { account_id, secret } of rows) {
      found.all++
      if (isReadable(secret)) found.readable++
      else if (unseal(secret, sealingOf(account_id, secretKey)) === undefined) found.lost++
    }
    if (rows.length < secretsAtOnce) return found
    after = rows.at(-1)!.account_id
  }
}

/** Since when an account has codes, and how many of its recovery codes are left. */
export async function codesOf(db: Reader, account_id: number) {
  const state = await db.one(
    State,
    sql`
    select (select confirmed_at from totp where account_id = ${account_id}) as confirmed_at,
      count(*) as "left", min(made_at) as made_at
    from recovery_code where account_id = ${account_id} and used_at is null`,
  )
  return state ?? { confirmed_at: null, left: 0, made_at: null }
}

/**
 * Makes a secret, which counts once a code of it was entered; it replaces one that still waits for that. False if the
 * account has codes already. Throws `invalid_credentials` if the password has changed meanwhile, and
 * `email_unverified`.
 */
export const beginCodes = write([], ({ db, now, account, settings }, proven: ProvenPassword) => {
  const account_id = account.id
  const secret = seal(newCodeSecret(), sealingOf(account_id, settings.secretKey))
  const at = now.toISOString()
  const expires_at = new Date(now.getTime() + CONFIRM_MINUTES * 60_000).toISOString()
  return db.transaction(async (tx) => {
    await lockPassword(tx, proven)
    await lockVerified(tx, account_id)
    const made = await tx.run(sql`
      insert into totp (account_id, secret, made_at, expires_at, last_period)
      values (${account_id}, ${secret}, ${at}, ${expires_at}, -1)
      on conflict (account_id) do update
        set secret = excluded.secret, made_at = excluded.made_at, expires_at = excluded.expires_at
        where totp.confirmed_at is null`)
    return made === 1
  })
})

type Asked = { account_id: number; secretKey: string; now: Date }

const Stored = Type.Object({ secret: Type.String() })

/** The secret that waits for its first code, and how it is stored. */
export async function waitingSecret(db: Reader, { account_id, secretKey, now }: Asked) {
  const found = await db.one(
    Stored,
    sql`
    select secret from totp
    where account_id = ${account_id} and confirmed_at is null and expires_at > ${now.toISOString()}`,
  )
  if (!found) return undefined
  const secret = unseal(found.secret, sealingOf(account_id, secretKey))
  return secret === undefined ? undefined : { secret, stored: found.secret }
}

type Waiting = NonNullable<Awaited<ReturnType<typeof waitingSecret>>>
type Confirmed = { holder: Holder; waiting: Waiting; code: string; language: Language }

/**
 * Turns the codes of the waiting secret on, if the code is right, and returns recovery codes, which are nowhere else;
 * undefined if it is not, or if another secret waits meanwhile, which the holder's app does not have. Links and tokens
 * that were approved before stay.
 */
export const confirmCodes = write([], async (writing, { holder, waiting, code, language }: Confirmed) => {
  const { db, now, account, noteEvent } = writing
  const typed = readCode(code)
  const period = typed?.kind === 'time' ? periodOf(waiting.secret, typed.code, now) : undefined
  if (period === undefined) return undefined
  const at = now.toISOString()
  const codes = await db.transaction(async (tx) => {
    await lockVerified(tx, account.id)
    const confirmed = await tx.run(sql`
      update totp set confirmed_at = ${at}, expires_at = null, last_period = ${period}
      where account_id = ${account.id} and secret = ${waiting.stored} and confirmed_at is null and expires_at > ${at}`)
    if (confirmed !== 1) return undefined
    await mailHolder(tx, holder, { template: 'codesOn', language }, now)
    return makeRecoveryCodes(tx, account.id, now)
  })
  if (codes) await noteEvent('codes_on', account.id)
  return codes
})

/** Makes recovery codes, in place of all earlier ones. */
async function makeRecoveryCodes(tx: Database, account_id: number, now: Date): Promise<string[]> {
  await tx.run(sql`delete from recovery_code where account_id = ${account_id}`)
  const codes = Array.from({ length: recoveryCodes }, newRecoveryCode)
  for (const code of codes)
    await tx.run(sql`
      insert into recovery_code (account_id, digest, made_at)
      values (${account_id}, ${recoveryDigest(account_id, code)}, ${now.toISOString()})`)
  return codes
}

const recoveryDigest = (account_id: number, code: string) => digestOf(`${account_id} ${code.replaceAll('-', '')}`)

type Held = { holder: Holder; proven: ProvenPassword; language: Language }

/** New recovery codes, of which the holder is told. Throws `invalid_credentials` if the password has changed. */
export const renewRecoveryCodes = write([], async (writing, { holder, proven, language }: Held) => {
  const { db, now, account, noteEvent } = writing
  const codes = await db.transaction(async (tx) => {
    await lockPassword(tx, proven)
    await mailHolder(tx, holder, { template: 'recoveryCodesMade', language }, now)
    return makeRecoveryCodes(tx, account.id, now)
  })
  await noteEvent('recovery_codes_made', account.id)
  return codes
})

/** Turns codes off. Throws `invalid_credentials` if the password has changed meanwhile. */
export const turnCodesOff = write([], async (writing, { holder, proven, language }: Held) => {
  const { db, now, account, noteEvent } = writing
  await db.transaction(async (tx) => {
    await lockPassword(tx, proven)
    if (await deleteCodes(tx, account.id)) await mailHolder(tx, holder, { template: 'codesOff', language }, now)
  })
  await noteEvent('codes_off', account.id)
})

/** Deletes the secret and the recovery codes of an account, and who waits for a code; false if it had none. */
export async function deleteCodes(tx: Database, account_id: number): Promise<boolean> {
  await tx.run(sql`delete from recovery_code where account_id = ${account_id}`)
  await tx.run(sql`delete from sign_in_step where account_id = ${account_id}`)
  return (await tx.run(sql`delete from totp where account_id = ${account_id}`)) === 1
}

/** Takes a code by time, if it is right and neither it nor a later one was taken before. */
export async function takeTimeCode(
  db: Database,
  { account_id, code, secretKey, now }: { account_id: number; code: string; secretKey: string; now: Date },
): Promise<boolean> {
  const stored = await db.one(
    Stored,
    sql`select secret from totp where account_id = ${account_id} and confirmed_at is not null`,
  )
  const sealing = sealingOf(account_id, secretKey)
  const secret = stored && unseal(stored.secret, sealing)
  const period = secret === undefined ? undefined : periodOf(secret, code, now)
  if (!stored || secret === undefined || period === undefined) return false
  // Secrets from before there was a key are sealed as they are used.
  const sealed = secretKey !== '' && isReadable(stored.secret) ? seal(secret, sealing) : stored.secret
  const taken = await db.run(sql`
    update totp set last_period = ${period}, secret = ${sealed}
    where account_id = ${account_id} and secret = ${stored.secret} and confirmed_at is not null
      and last_period < ${period}`)
  return taken === 1
}

/** Takes a recovery code, if the account has it and it was not used. */
export const takeRecoveryCode = async (
  db: Database,
  { account_id, code, now }: { account_id: number; code: string; now: Date },
): Promise<boolean> =>
  (await db.run(sql`
    update recovery_code set used_at = ${now.toISOString()}
    where account_id = ${account_id} and digest = ${recoveryDigest(account_id, code)} and used_at is null
      and exists (select 1 from totp where account_id = ${account_id} and confirmed_at is not null)`)) === 1

const HolderRow = Type.Object({
  id: Type.Integer(),
  username: Type.String(),
  email: Type.String(),
  email_verified_at: nullable(Type.String()),
  iso_639_1: Type.String(),
})

type Told = { template: 'codesOff' | 'recoveryCodeUsed'; facts?: Readonly<Record<string, string>> }

/** Tells the holder of an account, who may not be the one at the pages, in their own language. */
export async function tellOfCodes(tx: Database, account_id: number, told: Told, now: Date) {
  const holder = await tx.one(
    HolderRow,
    sql`select id, username, email, email_verified_at, iso_639_1 from account where id = ${account_id}`,
  )
  if (!holder) return
  const language = isLanguage(holder.iso_639_1) ? holder.iso_639_1 : 'en'
  await mailHolder(tx, holder, { ...told, language }, now)
}
