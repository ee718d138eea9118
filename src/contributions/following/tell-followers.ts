import { type Static, Type } from 'typebox'
import { follow, type LogFollower } from '#src/background/log-follower.ts'
import { isKind } from '#src/catalogue/kinds.ts'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { newsOfNames } from './follow-names.ts'
import { aboutSearch, isThere, searchesWithKeys } from './found-searches.ts'
import {
  changesWith,
  editsFor,
  type FollowedChange,
  lastRecord,
  type Names,
  recordName,
  titlesOf,
} from './read-changes.ts'
import { keysOfChange } from './searches.ts'
import { type News, tell } from './tell.ts'

/** Changes that are followed in one transaction. */
const changesAtOnce = 200

const InUse = Type.Object({ records: Type.Boolean(), accounts: Type.Boolean(), searches: Type.Boolean() })

/** Follows the change log, and tells people of what they follow. Nobody is told of their own edits. */
export const tellFollowers = (db: Database, now: () => Date): LogFollower =>
  follow(db, 'watches', {
    version: 1,
    changesAtOnce,
    isAtomic: true,
    isOfChangesAlone: true,
    async handle(tx, changes) {
      const has = (table: string) => sql`exists (select 1 from ${raw(table)})`
      const inUse = await tx.one(
        InUse,
        sql`
        select ${has('record_follow')} as records, ${has('account_follow')} as accounts,
          ${has('search_follow')} as searches`,
      )
      const isDeleted = changes.some(({ action }) => action === 'destroyed')
      if (!inUse || !(inUse.records || inUse.accounts || inUse.searches || isDeleted)) return
      const found = await changesWith(
        tx,
        changes.map(({ seq }) => seq),
      )
      const names = await titlesOf(tx, found)
      const news = [
        ...(inUse.records || isDeleted ? await newsOfRecords(tx, found, names) : []),
        ...(inUse.accounts ? await newsOfAccounts(tx, found, names) : []),
        ...(inUse.searches ? await newsOfEdits(tx, found, names) : []),
        ...(inUse.searches ? await newsOfNames(tx, found) : []),
      ]
      await tell(tx, news, now())
    },
  })

const Follower = Type.Object({ account_id: Type.Integer(), kind: Type.String(), entity_id: Type.Integer() })
const Record = Type.Object({ kind: Type.String(), entity_id: Type.Integer() })

async function newsOfRecords(tx: Database, changes: readonly FollowedChange[], names: Names): Promise<News[]> {
  const byRecord = Map.groupBy(changes, recordName)
  const records = [...byRecord.values()].flatMap(([change]) => (change && isKind(change.kind) ? [change] : []))
  if (records.length === 0) return []
  const rows = (some: readonly FollowedChange[]) =>
    tx.engine.rows(
      Record,
      some.map(({ kind, entity_id }) => ({ kind, entity_id })),
    )
  const followers = await tx.all(
    Follower,
    sql`
    select w.account_id, w.kind, w.entity_id from ${rows(records)} as r
    join record_follow w on w.kind = r.kind and w.entity_id = r.entity_id
    join account a on a.id = w.account_id and ${isThere} order by w.account_id, w.kind, w.entity_id`,
  )
  // That a deleted record is followed is set aside, and comes back with it.
  const deleted = changes.filter(({ is_deleted }) => is_deleted)
  const lost =
    deleted.length === 0
      ? []
      : await tx.all(
          Follower,
          sql`
          select k.account_id, k.kind, k.entity_id from ${rows(deleted)} as r
          join kept_aside k on k.kind = r.kind and k.entity_id = r.entity_id and k.kept = 'record_follow'
          join account a on a.id = k.account_id and ${isThere} order by k.account_id, k.kind, k.entity_id`,
        )
  const newsFor = (what: 'watched_record' | 'watched_record_gone', follower: Static<typeof Follower>): News => {
    const { account_id, kind, entity_id } = follower
    const name = `${kind} ${entity_id}`
    const about = { kind, entity_id, title: names.get(name) ?? '' }
    const of = editsFor(account_id, byRecord.get(name) ?? [])
    return { account_id, subject: `record ${name}`, what, about, of }
  }
  return [
    ...followers.map((follower) => newsFor('watched_record', follower)),
    ...lost.map((follower) => newsFor('watched_record_gone', follower)),
  ].filter(({ of }) => of.length > 0)
}

const FollowerOfAccount = Type.Object({ account_id: Type.Integer(), followed_id: Type.Integer() })

async function newsOfAccounts(tx: Database, changes: readonly FollowedChange[], names: Names): Promise<News[]> {
  const byAccount = Map.groupBy(changes, ({ account_id }) => account_id ?? 0)
  byAccount.delete(0)
  if (byAccount.size === 0) return []
  const followers = await tx.all(
    FollowerOfAccount,
    sql`
    select w.account_id, w.followed_id from account_follow w join account a on a.id = w.account_id and ${isThere}
    where ${tx.engine.anyOf(raw('w.followed_id'), [...byAccount.keys()])} order by w.account_id, w.followed_id`,
  )
  return followers.map(({ account_id, followed_id }): News => {
    const made = byAccount.get(followed_id) ?? []
    const about = { person_id: followed_id, ...lastRecord(made, names) }
    return { account_id, subject: `account ${followed_id}`, what: 'watched_account', about, of: editsFor(0, made) }
  })
}

async function newsOfEdits(tx: Database, changes: readonly FollowedChange[], names: Names): Promise<News[]> {
  const byKey = new Map<string, FollowedChange[]>()
  const alike = Map.groupBy(changes, ({ account_id, source_id, kind, iso_639_1, key }) =>
    JSON.stringify([kind, account_id ?? 0, source_id, iso_639_1, key]),
  )
  for (const some of alike.values()) {
    const { account_id, source_id, kind, iso_639_1, key } = some[0] as FollowedChange
    for (const match of keysOfChange([kind, account_id ?? 0, source_id, iso_639_1, key]))
      byKey.set(match, [...(byKey.get(match) ?? []), ...some])
  }
  const searches = await searchesWithKeys(tx, [...byKey.keys()])
  return searches.flatMap((search): News[] => {
    const fitting = (byKey.get(search.match_key) ?? []).toSorted((one, other) => one.seq - other.seq)
    const of = editsFor(search.account_id, fitting)
    if (of.length === 0) return []
    const about = { ...aboutSearch(search), ...lastRecord(fitting, names) }
    return [{ account_id: search.account_id, subject: `search ${search.id}`, what: 'watched_edits', about, of }]
  })
}
