import { type Static, Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { write } from '#src/contract/write.ts'
import { countRows } from '#src/database/count-rows.ts'
import type { Reader } from '#src/database/database.ts'
import { limit, raw, sql } from '#src/database/sql.ts'
import { notify } from '#src/mail/notifications.ts'
import { lockAuthor } from '../authors.ts'
import { Member, memberColumns } from '../members/members.ts'
import { findProfile, isHere, isProfilePublic, isSeenByAll } from '../profiles.ts'
import { keeping } from './keeping.ts'
import { changeList, ownList } from './lists.ts'

/** Those who keep a list together with its owner, and lists of others that somebody keeps or is invited to. */
export const maxKeepers = 20
const maxKept = 200

const Keeper = Type.Object({
  ...Member.properties,
  accepted_at: nullable(Type.String()),
  is_seen: Type.Boolean(),
})
/** Somebody who keeps a list with its owner, or is invited to. */
export type Keeper = Static<typeof Keeper>

/** Who keeps a list with its owner, in the order of their user names. */
export const keepersOf = (db: Reader, list_id: number): Promise<Keeper[]> =>
  db.all(
    Keeper,
    sql`
    select ${memberColumns}, k.accepted_at, ${isSeenByAll} as is_seen
    from list_keeper k join account a on a.id = k.account_id
    where k.list_id = ${list_id} and ${isHere} order by a.folded_username ${limit(maxKeepers)}`,
  )

const Kept = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  username: Type.String(),
  item_count: Type.Integer(),
  poster_path: nullable(Type.String()),
  has_accepted: Type.Boolean(),
})

/** Lists of others that an account keeps with them, or is invited to; what moderators have hidden is not among them. */
export const listsKeptBy = (db: Reader, account_id: number): Promise<Static<typeof Kept>[]> =>
  db.all(
    Kept,
    sql`
    select l.id, case when l.hidden is null then l.name else '' end as name, a.username,
      (select count(*) from list_item i where i.list_id = l.id) as item_count, null as poster_path,
      k.accepted_at is not null as has_accepted
    from list_keeper k join user_list l on l.id = k.list_id join account a on a.id = l.account_id
    where k.account_id = ${account_id} and coalesce(l.hidden, '') <> 'list'
    order by l.updated_at desc, l.id ${limit(maxKept)}`,
  )

type OfList<Given = unknown> = { list_id: number } & Given

/**
 * Invites a member to keep a list together. Whoever has a profile that nobody sees cannot be found; undefined says that
 * there is no such member to invite.
 */
export const inviteKeeper = write(
  'list_change',
  async (writing, { list_id, username }: OfList<{ username: string }>) => {
    const { db, now, account, take } = writing
    if (!(await ownList(db, list_id, account.id))) throw new ApiError('not_found')
    const profile = await findProfile(db, username)
    if (!profile || !isProfilePublic(profile) || profile.id === account.id) return undefined
    await take()
    return changeList(db, { id: list_id, account_id: account.id, now }, async (tx, { name }) => {
      if ((await keeping(tx, list_id, profile.id)) !== undefined) return 'there' as const
      const several = await countRows(tx, sql`from list_keeper where list_id = ${list_id}`)
      const own = await countRows(tx, sql`from list_keeper where account_id = ${profile.id}`)
      if (several >= maxKeepers || own >= maxKept) return 'full' as const
      await tx.run(sql`
      insert into list_keeper (list_id, account_id, invited_at)
      values (${list_id}, ${profile.id}, ${now.toISOString()})`)
      const about = { keeper_id: account.id, title: name, kept_list: list_id }
      await notify(tx, { account_id: profile.id, what: 'list_invited', about, now })
      return 'invited' as const
    })
  },
)

/** Accepts the invitation to a list, and tells its owner; false if there is none. */
export const acceptInvitation = write('list_change', ({ db, now, account, take }, { list_id }: OfList) =>
  db.transaction(async (tx) => {
    await lockAuthor(tx, account.id)
    if ((await keeping(tx, list_id, account.id)) !== 'invited') return false
    await take(1, tx)
    await tx.run(sql`
      update list_keeper set accepted_at = ${now.toISOString()}
      where list_id = ${list_id} and account_id = ${account.id}`)
    const list = await tx.one(
      Type.Object({ account_id: Type.Integer(), name: Type.String() }),
      sql`select account_id, name from user_list where id = ${list_id}`,
    )
    if (!list) return false
    const about = { keeper_id: account.id, title: list.name, kept_list: list_id }
    await notify(tx, { account_id: list.account_id, what: 'list_joined', about, now })
    return true
  }),
)

/** Leaves a list, or declines the invitation to it; what was added stays. False if the account does not keep it. */
export const leaveList = write([], async ({ db, account }, { list_id }: OfList) => {
  const left = await db.run(sql`
    delete from list_keeper where list_id = ${list_id} and account_id = ${account.id}`)
  return left > 0
})

/** The owner keeps the list with somebody no longer, or takes the invitation back; false if there was none. */
export const removeKeeper = write('list_change', async (writing, { list_id, keeper }: OfList<{ keeper: number }>) => {
  const { db, now, account, take } = writing
  if (!(await ownList(db, list_id, account.id))) throw new ApiError('not_found')
  await take()
  const removed = await changeList(db, { id: list_id, account_id: account.id, now }, (tx) =>
    tx.run(sql`delete from list_keeper where list_id = ${list_id} and account_id = ${keeper}`),
  )
  return (removed ?? 0) > 0
})

const Named = Type.Object({ id: Type.Integer(), name: Type.String() })

/**
 * The names of those who added titles to a list, as far as somebody may see them: those who keep it see each
 * other, others see whose profile is seen, and the owner, who is named on every list.
 */
export async function addersOf(
  db: Reader,
  list: { id: number; account_id: number },
  ids: readonly number[],
  isKeeper: boolean,
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const keeps = sql`exists (select 1 from list_keeper k
    where k.list_id = ${list.id} and k.account_id = a.id and k.accepted_at is not null)`
  const rows = await db.all(
    Named,
    sql`
    select a.id, case when a.name = '' then a.username else a.name end as name from account a
    where ${db.engine.anyOf(raw('a.id'), [...new Set(ids)])} and ${isHere}
      and (${isSeenByAll} or a.id = ${list.account_id} ${isKeeper ? sql`or ${keeps}` : raw('')})`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
