import { type Static, Type } from 'typebox'
import type { Role } from '#src/contract/access.ts'
import { nullable } from '#src/contract/schema.ts'
import { digestOf, newSecret } from '#src/credentials/secrets.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'

/** Names at players that somebody may have count, and the longest one. */
export const maxPlayerUsers = 20
export const maxPlayerUserName = 100

const Address = Type.Object({
  user_names: Type.Array(Type.String()),
  created_at: Type.String(),
  heard_from: Type.String(),
  heard_at: nullable(Type.String()),
})
export type PlayerAddress = Static<typeof Address>
const columns = sql`p.user_names, p.created_at, p.heard_from, p.heard_at`

/** The address of an account's players; undefined if it has none. */
export const playerAddressOf = (db: Reader, account_id: number): Promise<PlayerAddress | undefined> =>
  db.one(Address, sql`select ${columns} from player_address p where p.account_id = ${account_id}`)

/**
 * Gives the players of an account an address, in place of the one before, whose user names go on counting. Returns its
 * secret, which is not stored.
 */
export async function replacePlayerAddress(tx: Database, account_id: number, now: Date): Promise<string> {
  const secret = newSecret('player')
  const at = now.toISOString()
  await tx.run(sql`
    insert into player_address (account_id, secret_digest, user_names, created_at, heard_from, heard_at)
    values (${account_id}, ${digestOf(secret)}, ${[]}, ${at}, '', null)
    on conflict (account_id) do update
    set secret_digest = excluded.secret_digest, created_at = excluded.created_at, heard_from = '', heard_at = null`)
  return secret
}

export const removePlayerAddress = (db: Database, account_id: number) =>
  db.run(sql`delete from player_address where account_id = ${account_id}`)

/** Says which names at the players count. Returns 0 where there is no address. */
export const setPlayerUsers = (tx: Database, account_id: number, user_names: readonly string[]) =>
  tx.run(sql`update player_address set user_names = ${[...user_names]} where account_id = ${account_id}`)

const Owner = Type.Object({
  id: Type.Integer(),
  role: Type.Unsafe<Role>({ type: 'string' }),
  ...Address.properties,
})
/** Whose players tell what they play at an address, and what is known about it. */
export type PlayerOwner = Static<typeof Owner>

/** Whose address has a secret; that of a suspended account is away. */
export const ownerOfPlayers = (db: Reader, secret: string): Promise<PlayerOwner | undefined> =>
  db.one(
    Owner,
    sql`
    select a.id, a.role, ${columns} from player_address p join account a on a.id = p.account_id
    where p.secret_digest = ${digestOf(secret)} and a.disabled_at is null and a.deleted_at is null`,
  )

/** Notes which player was heard from, and when. */
export const noteHeard = (db: Database, account_id: number, player: string, now: Date) =>
  db.run(sql`
    update player_address set heard_from = ${player}, heard_at = ${now.toISOString()} where account_id = ${account_id}`)
