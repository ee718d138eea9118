import { Type } from 'typebox'
import { recordAct } from '#src/audit/acts.ts'
import { isAccessToken } from '#src/credentials/secrets.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { isActive } from './active.ts'
import { digestOfRevoked, digestOfShared } from './digests.ts'
import { announceKeyChange, dropKnownKeys } from './known-keys.ts'

/**
 * Apps that are made for one server have a key of their own, which whoever unpacks the app can read: 32 hex digits, or
 * a bearer token, which is longer.
 */
export const leastTokenLength = 40
export const maxTokenLength = 2_000

/** Whether a text has the form of a key that an app brings along. Access tokens are ours, and never such a key. */
export const isKeyOfApp = (text: string): boolean =>
  /^[\da-f]{32}$/i.test(text) ||
  (text.length >= leastTokenLength &&
    text.length <= maxTokenLength &&
    /^[\w.~+/-]+=*$/.test(text) &&
    !isAccessToken(text))

const Held = Type.Object({ id: Type.Integer(), is_valid: Type.Boolean() })

/**
 * Makes room for a key with this digest: one that was revoked, or has ended, gives its digest up and stays as it is.
 * Returns the id of a valid key that has it, for which there is no room.
 */
export async function freeDigest(tx: Database, digest: string, now: Date): Promise<number | undefined> {
  const held = await tx.one(Held, sql`select id, ${isActive(now)} as is_valid from api_key where digest = ${digest}`)
  if (!held) return undefined
  if (held.is_valid) return held.id
  await tx.run(sql`update api_key set digest = ${digestOfRevoked(held.id)} where id = ${held.id}`)
  return undefined
}

export const sharedKeyName = 'Apps of this network (appHosts)'

const Shared = Type.Object({ id: Type.Integer() })

/** The id of the key that requests under the names of `appHosts` share, if there is one. */
export const sharedKeyId = async (db: Reader): Promise<number | undefined> =>
  (await db.one(Shared, sql`select id from api_key where digest = ${digestOfShared} and revoked_at is null`))?.id

/**
 * Makes the key that requests under the names of `appHosts` share, if there is none. One that was revoked is not used
 * again: a server that starts with the setting makes another.
 */
export async function makeSharedKey(db: Database, now: Date): Promise<void> {
  if ((await sharedKeyId(db)) !== undefined) return
  await db.transaction(async (tx) => {
    if ((await freeDigest(tx, digestOfShared, now)) !== undefined) return
    const made = await tx.one(
      Shared,
      sql`
      insert into api_key (digest, last_four, name, folded_name, plan, dialect, created_at)
      values (${digestOfShared}, 'none', ${sharedKeyName}, ${sharedKeyName.toLowerCase()}, 'developer', 'common',
        ${now.toISOString()})
      returning id`,
    )
    await recordAct(tx, 'key_made', { by: null, now }, { key_id: made!.id })
    await announceKeyChange(tx)
  })
  dropKnownKeys()
}
