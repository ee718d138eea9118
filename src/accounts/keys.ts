import { Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { nullable } from '#src/schema.ts'
import { forgetKeys } from './known-keys.ts'
import { digestOf, newSecret } from './secrets.ts'

export const plans = ['developer', 'professional'] as const
export type Plan = (typeof plans)[number]

export const maxKeyNameLength = 100
/** Keys that are read at once. */
export const keyPageSize = 1_000

/** `account_id` is the account that the key belongs to; null for keys that were made on the command line. */
export type NewKey = { name: string; plan: Plan; account_id: number | null; now: Date }

const Made = Type.Object({ id: Type.Integer() })

/** Makes a key. Its secret is in the result and nowhere else. */
export async function createKey(db: Database, { name, plan, account_id, now }: NewKey) {
  const secret = newSecret('key')
  const id = await db.transaction(async (tx) => {
    const made = await tx.one(
      Made,
      sql`
      insert into api_key (digest, last_four, name, plan, account_id, created_at)
      values (${digestOf(secret)}, ${secret.slice(-4)}, ${name}, ${plan}, ${account_id}, ${now.toISOString()})
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
  last_four: Type.String(),
  created_at: Type.String(),
  revoked_at: nullable(Type.String()),
})

/** The next keys behind `afterId`, at most a page of them, revoked ones included. */
export const listKeys = (db: Database, afterId: number) =>
  db.all(
    Key,
    sql`
    select id, name, plan, last_four, created_at, revoked_at from api_key
    where id > ${afterId} order by id limit ${keyPageSize}`,
  )

/** Stops a key and every session that was made with it, for good. False when there is no such key. */
export async function revokeKey(db: Database, id: number, now: Date): Promise<boolean> {
  const revoked_at = now.toISOString()
  const changed = await db.run(
    sql`update api_key set revoked_at = coalesce(revoked_at, ${revoked_at}) where id = ${id}`,
  )
  forgetKeys()
  return changed === 1
}

export const isKeyValid = async (db: Database, id: number): Promise<boolean> =>
  (await db.one(Made, sql`select id from api_key where id = ${id} and revoked_at is null`)) !== undefined

/** Whether there ever was a key. Without one nobody is answered. */
export const hasKey = async (db: Database): Promise<boolean> =>
  (await db.one(Made, sql`select id from api_key limit 1`)) !== undefined
