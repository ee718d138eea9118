import { Type } from 'typebox'
import { recordAct } from '#src/audit/acts.ts'
import type { DialectName } from '#src/contract/dialects.ts'
import { nullable } from '#src/contract/schema.ts'
import { digestOf, newSecret } from '#src/credentials/secrets.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { isActive } from './active.ts'
import { KeyDialect } from './key-summary.ts'
import { announceKeyChange, dropKnownKeys } from './known-keys.ts'
import { type KeyUse, keyUses, type Plan } from './plans.ts'

export const maxKeyNameLength = 100
export const maxLimitPerSecond = 1_000_000
/** Keys that are read at once. */
export const keyPageSize = 1_000

/** Names that differ only in case or in how a character is encoded are found together. */
export const foldKeyName = (name: string): string => name.normalize('NFKC').toLowerCase()

type NewKey = {
  name: string
  plan: Plan
  /** The account that the key belongs to; null for keys that were made on the command line. */
  account_id: number | null
  /** Requests per second: absent or null is what the plan allows, 0 no limit. */
  limit_per_second?: number | null
  /** Absent: neutral; null: whatever the setting is at the next start. */
  dialect?: DialectName | null
  /** Absent: the interface. */
  use?: KeyUse
  /** As they are stored; absent: none. */
  languages?: string
  appended_languages?: string
  /** A value that an app brings along, of the form of `isKeyOfApp`; absent: a new one. */
  secret?: string
  now: Date
}

/** Makes a key. Its secret is in the result and nowhere else. */
export async function createKey(
  db: Database,
  { limit_per_second = null, dialect = 'neutral', use = 'interface', now, ...key }: NewKey,
) {
  const { languages = '', appended_languages = '' } = key
  const { name, plan, account_id, secret = newSecret(use === 'plex' ? 'plex' : 'key') } = key
  const id = await db.transaction(async (tx) => {
    const made = await tx.one(
      Id,
      sql`
      insert into api_key (digest, last_four, name, folded_name, plan, limit_per_second, account_id, dialect,
        use, languages, appended_languages, created_at)
      values (${digestOf(secret)}, ${secret.slice(-4)}, ${name}, ${foldKeyName(name)}, ${plan}, ${limit_per_second},
        ${account_id}, ${dialect}, ${use}, ${languages}, ${appended_languages}, ${now.toISOString()})
      returning id`,
    )
    return made!.id
  })
  return { id, secret }
}

const Key = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  plan: Type.String(),
  limit_per_second: nullable(Type.Integer()),
  dialect: KeyDialect,
  use: Type.Unsafe<KeyUse>({ type: 'string', enum: keyUses }),
  languages: Type.String(),
  appended_languages: Type.String(),
  last_four: Type.String(),
  created_at: Type.String(),
  ends_at: nullable(Type.String()),
  suspended_at: nullable(Type.String()),
  revoked_at: nullable(Type.String()),
})

/** The next keys after `afterId`, at most a page of them, revoked ones included. */
export const listKeys = (db: Reader, afterId: number) =>
  db.all(
    Key,
    sql`
    select id, name, plan, limit_per_second, dialect, use, languages, appended_languages, last_four, created_at,
      ends_at, suspended_at, revoked_at
    from api_key
    where id > ${afterId} order by id ${limit(keyPageSize)}`,
  )

/** A key, and those that it replaced while they are still valid: changes apply to all of them. */
export const withReplaced = (id: number, now: Date) =>
  sql`(id = ${id} or (replaced_by = ${id} and ends_at > ${now.toISOString()}))`

/** Stops a key and all of its sessions for good, on the command line. False if there is no such key. */
export async function revokeKey(db: Database, id: number, now: Date): Promise<boolean> {
  const revoked_at = now.toISOString()
  const changed = await db.transaction(async (tx) => {
    const valid = await tx.one(Id, sql`select id from api_key where id = ${id} and revoked_at is null`)
    if (valid) await recordAct(tx, 'key_revoked', { by: null, now }, { key_id: id })
    await announceKeyChange(tx)
    return tx.run(
      sql`update api_key set revoked_at = coalesce(revoked_at, ${revoked_at}) where ${withReplaced(id, now)}`,
    )
  })
  dropKnownKeys()
  return changed > 0
}

/** Whether sessions can be made with a key. */
export const isKeyValid = async (db: Reader, id: number, now: Date): Promise<boolean> =>
  (await db.one(
    Id,
    sql`
    select id from api_key
    where id = ${id} and use = 'interface' and suspended_at is null and ${isActive(now)}`,
  )) !== undefined

/** Gives a dialect to all keys that have none: those from before keys had one. */
export async function completeDialects(db: Database, dialect: DialectName): Promise<void> {
  if (!(await db.one(Id, sql`select id from api_key where dialect is null limit 1`))) return
  await db.transaction(async (tx) => {
    await announceKeyChange(tx)
    await tx.run(sql`update api_key set dialect = ${dialect} where dialect is null`)
  })
  dropKnownKeys()
}

/** Whether there has ever been a key. Without one nobody can send requests. */
export const hasKey = async (db: Reader): Promise<boolean> =>
  (await db.one(Id, sql`select id from api_key limit 1`)) !== undefined

/** The name of the key that the first start makes. */
export const firstKeyName = 'development'

/** Gives the key of the first start, which belongs to nobody, to whoever sets up the server: their pages show it. */
export async function keepFirstKey(tx: Database, account_id: number): Promise<void> {
  const given = await tx.run(sql`
    update api_key set account_id = ${account_id}
    where account_id is null and folded_name = ${firstKeyName} and limit_per_second = 0 and revoked_at is null`)
  if (given === 0) return
  await announceKeyChange(tx)
  dropKnownKeys()
}
