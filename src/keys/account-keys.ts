import { type Static, Type } from 'typebox'
import { recordAct } from '#src/audit/acts.ts'
import { nullable } from '#src/contract/schema.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { write } from '#src/contract/write.ts'
import { digestOf } from '#src/credentials/secrets.ts'
import { countRows } from '#src/database/count-rows.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { notify } from '#src/mail/notifications.ts'
import { queueMail } from '#src/mail/queue.ts'
import { dayMs } from '#src/reference/days.ts'
import { isLanguage } from '#src/texts/index.ts'
import { moveWebhooks } from '#src/webhooks/hooks.ts'
import { isActive } from './active.ts'
import type { KeyApplication } from './key-application.ts'
import { KeyDialect, KeySummary, keySummaryColumns } from './key-summary.ts'
import { createKey, withReplaced } from './keys.ts'
import { freeDigest } from './keys-of-apps.ts'
import { announceKeyChange, dropKnownKeys } from './known-keys.ts'
import { type KeyUse, keyUses, type Plan, plans } from './plans.ts'

/** Active keys of an account, those being replaced included. */
export const maxKeysOfAccount = 20
/** Days for which a key may stay valid alongside its replacement. */
export const maxOverlapDays = 7
/** Stopped keys that are still listed, the latest first. */
const maxStoppedKeys = 20

type Made = { id: number; secret: string }

/** The account has as many keys as it may have. */
export class KeysFullError extends Error {
  override name = 'KeysFullError'
}

/** A valid key has the value already. */
export class KeyTakenError extends Error {
  override name = 'KeyTakenError'
}

/** An app's own value, of the form of `isKeyOfApp`, with its own limit; null is that of the plan. */
export type BroughtKey = { secret: string; limit_per_second: number | null }

type ToMake = { application: KeyApplication; use?: KeyUse; brought?: BroughtKey | undefined }

/**
 * Gives an account a key for an application and notifies it; undefined if it has as many keys as it may have. Throws
 * `email_unverified`, `account_disabled`, and `KeyTakenError`. A key with an app's own value is noted as an act,
 * because it lets in everybody with the app.
 */
export const makeKey = write('key', async (writing, { application, use, brought }: ToMake) => {
  const { db, now, take } = writing
  const account_id = writing.account.id
  await take()
  return db.transaction(async (tx): Promise<Made | undefined> => {
    const account = await lockAccount(tx, account_id)
    if ((await countActive(tx, account_id, now)) >= maxKeysOfAccount) return undefined
    const { application_address, kind_of_use, summary, contact, ...facts } = application
    if (brought && (await freeDigest(tx, digestOf(brought.secret), now)) !== undefined) throw new KeyTakenError()
    const made = await createKey(tx, {
      ...{ ...facts, account_id, now },
      ...(use && { use }),
      ...brought,
    })
    if (brought) await recordAct(tx, 'key_made', { by: account_id, now }, { key_id: made.id })
    await tx.run(sql`
      update api_key set application_address = ${application_address}, kind_of_use = ${kind_of_use},
        summary = ${summary}, contact = ${contact}, terms_accepted_at = ${now.toISOString()}
      where id = ${made.id}`)
    await notifyOfKey(tx, account, {
      what: 'key_made',
      about: { name: facts.name, last_four: made.secret.slice(-4) },
      now,
    })
    return made
  })
})

const Account = Type.Object({
  id: Type.Integer(),
  username: Type.String(),
  email: Type.String(),
  iso_639_1: Type.String(),
  disabled_at: nullable(Type.String()),
  email_verified_at: nullable(Type.String()),
})
type Account = Static<typeof Account>

/**
 * Throws if the account must not have keys. No other transaction gives it one meanwhile, because each writes its row.
 */
export async function lockAccount(tx: Database, account_id: number): Promise<Account> {
  const account = await tx.one(
    Account,
    sql`
    update account set username = username where id = ${account_id}
    returning id, username, email, iso_639_1, disabled_at, email_verified_at`,
  )
  if (!account || account.disabled_at !== null) throw new ApiError('account_disabled')
  if (account.email_verified_at === null) throw new ApiError('email_unverified')
  return account
}

type New = { what: 'key_made' | 'key_replaced' | 'token_made'; about: Record<string, string>; now: Date }

/** Notifies an account of a new key or token, on its pages and by e-mail if it has an address. */
export async function notifyOfKey(
  tx: Database,
  { id, username, email, iso_639_1 }: Account,
  { what, about, now }: New,
) {
  await notify(tx, { account_id: id, what, about, now })
  if (email === '') return
  const language = isLanguage(iso_639_1) ? iso_639_1 : 'en'
  await queueMail(
    tx,
    { template: what, account_id: id, recipient: email, language, facts: { username, ...about } },
    now,
  )
}

const countActive = (db: Reader, account_id: number, now: Date): Promise<number> =>
  countRows(db, sql`from api_key where account_id = ${account_id} and ${isActive(now)}`)

const Replaced = Type.Object({
  use: Type.Unsafe<KeyUse>({ type: 'string', enum: keyUses }),
  name: Type.String(),
  plan: Type.Unsafe<Plan>({ type: 'string', enum: plans }),
  limit_per_second: nullable(Type.Integer()),
  dialect: KeyDialect,
  languages: Type.String(),
  appended_languages: Type.String(),
})

/** A key of an account. */
type AccountKeyId = { account_id: number; id: number; now: Date }

type Replacing = { id: number; overlapDays: number; secret?: string | undefined }

/**
 * Makes a key that takes the place of another, which stays valid for some days; undefined if that is no active key of
 * the account, or is being replaced already. Users notice nothing: their sessions move to the new key, and so do access
 * tokens. `secret` is the app's own value, if any. Throws `KeysFullError` if both together would be too many, and
 * `KeyTakenError` if a valid key has that value.
 */
export const replaceKey = write([], async (writing, { id, overlapDays, secret }: Replacing) => {
  const { db, now, noteEvent } = writing
  const account_id = writing.account.id
  const ends_at = new Date(now.getTime() + overlapDays * dayMs).toISOString()
  const made = await db.transaction(async (tx) => {
    const account = await lockAccount(tx, account_id)
    const replaced = await tx.one(
      Replaced,
      sql`
      update api_key set ends_at = ${ends_at}
      where id = ${id} and account_id = ${account_id} and revoked_at is null and suspended_at is null
        and ends_at is null
      returning use, name, plan, limit_per_second, dialect, languages, appended_languages`,
    )
    if (!replaced) return undefined
    // A key that ends at once makes room for the new one.
    if (overlapDays > 0 && (await countActive(tx, account_id, now)) >= maxKeysOfAccount) throw new KeysFullError()
    await announceKeyChange(tx)
    if (secret !== undefined && (await freeDigest(tx, digestOf(secret), now)) !== undefined) throw new KeyTakenError()
    const made = await createKey(tx, { ...replaced, account_id, now, ...(secret !== undefined && { secret }) })
    if (secret !== undefined) await recordAct(tx, 'key_made', { by: account_id, now }, { key_id: made.id })
    await tx.run(sql`
      update api_key set application_address = old.application_address, kind_of_use = old.kind_of_use,
        summary = old.summary, contact = old.contact, terms_accepted_at = old.terms_accepted_at
      from api_key old where api_key.id = ${made.id} and old.id = ${id}`)
    // Keys that it had replaced refer to the newest one as well, so that nobody has to follow a chain.
    await tx.run(sql`update api_key set replaced_by = ${made.id} where id = ${id} or replaced_by = ${id}`)
    await tx.run(sql`update session set key_id = ${made.id} where key_id = ${id}`)
    await tx.run(sql`update access_token set key_id = ${made.id} where key_id = ${id}`)
    await moveWebhooks(tx, id, made.id)
    const about = { name: replaced.name, last_four: made.secret.slice(-4), ends_at }
    await notifyOfKey(tx, account, { what: 'key_replaced', about, now })
    return { ...made, name: replaced.name, ends_at }
  })
  // Known keys have no end yet.
  dropKnownKeys()
  if (made) await noteEvent('key_replaced', account_id, made.id)
  return made
})

/** Stops a key of an account for good, and those that it replaced; false if it has no such active key. */
export const revokeKeyOfAccount = write([], async ({ db, now, account }, id: number) => {
  const revoked_at = now.toISOString()
  const revoked = await db.transaction(async (tx) => {
    await announceKeyChange(tx)
    return tx.run(sql`
      update api_key set revoked_at = ${revoked_at}
      where ${withReplaced(id, now)} and account_id = ${account.id} and revoked_at is null`)
  })
  dropKnownKeys()
  return revoked > 0
})

export type AccountKey = Static<typeof KeySummary>

/** A key of an account, while it is active. */
export const keyOfAccount = (db: Reader, { account_id, id, now }: AccountKeyId) =>
  db.one(
    KeySummary,
    sql`select ${keySummaryColumns} from api_key where id = ${id} and account_id = ${account_id} and ${isActive(now)}`,
  )

/** A key whose requests are shown, valid or not: one of an account, or any. */
export const keyToTest = (db: Reader, { id, account_id }: { id: number; account_id: number | undefined }) =>
  db.one(
    KeySummary,
    account_id === undefined
      ? sql`select ${keySummaryColumns} from api_key where id = ${id}`
      : sql`select ${keySummaryColumns} from api_key where id = ${id} and account_id = ${account_id}`,
  )

const JustMade = Type.Object({
  ...KeySummary.properties,
  /** When the key that it replaces ends. */
  replaced_ends_at: nullable(Type.String()),
})

/** The key of an account that a secret opens. */
export const keyOfAccountBySecret = (
  db: Reader,
  { account_id, secret, now }: { account_id: number; secret: string; now: Date },
) =>
  db.one(
    JustMade,
    sql`
    select ${keySummaryColumns}, (
      select old.ends_at from api_key old where old.replaced_by = api_key.id order by old.id desc limit 1
    ) as replaced_ends_at
    from api_key where digest = ${digestOf(secret)} and account_id = ${account_id} and ${isActive(now)}`,
  )

/** The keys of an account, the newest first; of the stopped ones only the latest. */
export async function keysOfAccount(db: Reader, account_id: number, now: Date) {
  const own = sql`from api_key where account_id = ${account_id}`
  const [active, stopped] = await Promise.all([
    db.all(
      KeySummary,
      sql`select ${keySummaryColumns} ${own} and ${isActive(now)} order by id desc ${limit(maxKeysOfAccount * 2)}`,
    ),
    db.all(
      KeySummary,
      sql`select ${keySummaryColumns} ${own} and not ${isActive(now)} order by id desc ${limit(maxStoppedKeys)}`,
    ),
  ])
  return { active, stopped }
}
