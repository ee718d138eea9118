import { type Static, Type } from 'typebox'
import { columnAside, keptTables } from '#src/catalogue/edits/gone/kept-tables.ts'
import { presentIdOf } from '#src/catalogue/edits/gone/survivors.ts'
import { countVotes, type Recount } from '#src/catalogue/votes.ts'
import { countRows } from '#src/database/count-rows.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, raw, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { type RatedKind, type RatedRecord, recountOf } from './ratings.ts'

/**
 * Ratings that an undo takes away and gives back. They are set aside in the table where those of deleted records are;
 * each row there knows the undo that moved it last, and stays when it has given the rating back, so that undoing that
 * takes it away again.
 */

/** Ratings that an undo counts before it begins. */
const maxRatingsCounted = 100_000

const record = { kind: Type.Unsafe<RatedKind>({ type: 'string' }), entity_id: Type.Integer() }
const Rating = Type.Object({
  ...record,
  value: Type.Number(),
  created_at: Type.String(),
  updated_at: Type.String(),
  is_counted: Type.Boolean(),
})
const Aside = Type.Object({
  id: Type.Integer(),
  account_id: Type.Integer(),
  ...record,
  state: Type.String(),
  value: Type.Number(),
  created_at: Type.String(),
  updated_at: Type.String(),
})
type Aside = Static<typeof Aside>

/** How many ratings an account has given since a moment. */
export const countRatingsSince = (db: Reader, account_id: number, since: string): Promise<number> =>
  countRows(
    db,
    sql`
    from (
      select 1 as one from rating where account_id = ${account_id} and updated_at >= ${since}
      ${limit(maxRatingsCounted)}) as counted`,
  )

/** How many ratings an undo has taken away, or given back. */
export const countRatingsOfUndo = (db: Reader, edit_id: number): Promise<number> =>
  countRows(
    db,
    sql`
    from (
      select 1 as one from kept_aside where undo_edit_id = ${edit_id} and kept = 'rating'
      ${limit(maxRatingsCounted)}) as counted`,
  )

/** The next ratings that an account has given since a moment, in the order of their records. */
export const ratingsSince = (
  db: Reader,
  account_id: number,
  since: string,
  after: RatedRecord | undefined,
  most: number,
) => {
  const { kind, entity_id } = after ?? { kind: '', entity_id: 0 }
  return db.all(
    Rating,
    sql`
    select kind, entity_id, value, created_at, updated_at, is_counted from rating
    where account_id = ${account_id} and (kind, entity_id) > (${kind}, ${entity_id}) and updated_at >= ${since}
    order by kind, entity_id ${limit(most)}`,
  )
}

const Standing = Type.Object({ is_counted: Type.Boolean() })

/** Keeps an account from rating until the transaction ends, and says whether its ratings count. */
async function lockRater(tx: Database, account_id: number): Promise<boolean> {
  const standing = await tx.one(
    Standing,
    sql`
    update account set username = username where id = ${account_id}
    returning email_verified_at is not null and disabled_at is null and deleted_at is null as is_counted`,
  )
  return standing?.is_counted ?? false
}

const Rated = Type.Object(record)

/** Sets ratings of an account aside for an undo; they count no longer. Returns how many were still there. */
export async function setRatingsAside(
  tx: Database,
  account_id: number,
  records: readonly RatedRecord[],
  undo_edit_id: number,
): Promise<number> {
  await lockRater(tx, account_id)
  const rows = records.map(({ kind, entity_id }) => ({ kind, entity_id }))
  const column = (name: string) => raw(`t.${name}`)
  const entry = tx.engine.object({
    ...{ account_id: column('account_id'), value: column('value') },
    ...{ created_at: column('created_at'), updated_at: column('updated_at') },
  })
  await tx.run(sql`
    insert into kept_aside (kind, entity_id, kept, account_id, state, entry, undo_edit_id)
    select t.kind, t.entity_id, 'rating', t.account_id, 'aside', ${entry}, ${undo_edit_id}
    from ${tx.engine.rows(Rated, rows)} as r
    join rating t on t.account_id = ${account_id} and t.kind = r.kind and t.entity_id = r.entity_id`)
  return (await takeRatings(tx, account_id, rows)).length
}

/** Takes ratings away, with their votes. */
async function takeRatings(tx: Database, account_id: number, records: readonly RatedRecord[]) {
  const gone: Static<typeof Rating>[] = []
  for (const [kind, ofKind] of Map.groupBy(records, (rating) => rating.kind)) {
    const ids = ofKind.map(({ entity_id }) => entity_id)
    const ofThose = await tx.all(
      Rating,
      sql`
        delete from rating
        where account_id = ${account_id} and kind = ${kind} and ${tx.engine.anyOf(raw('entity_id'), ids)}
        returning kind, entity_id, value, created_at, updated_at, is_counted`,
    )
    for (const each of ofThose) gone.push(each)
  }
  await countVotes(
    tx,
    gone.map((rating) => recountOf(rating, rating.is_counted ? rating.value : null, null)),
  )
  return gone
}

const table = keptTables.find((one) => one.table === 'rating')!

/** The next ratings that an undo has taken away, or given back. */
const ofUndo = (tx: Database, edit_id: number, most: number) =>
  tx.all(
    Aside,
    sql`
    select a.id, a.account_id, a.kind, a.entity_id, a.state, ${columnAside(table, 'value')} as value,
      ${columnAside(table, 'created_at')} as created_at, ${columnAside(table, 'updated_at')} as updated_at
    from kept_aside a where a.undo_edit_id = ${edit_id} and a.kept = 'rating' order by a.id ${limit(most)}`,
  )

/** What an undo of an undo has done with ratings: how many it has handled, and how many of them it has moved. */
type Turned = { handled: number; moved: number }

/**
 * Gives back the next ratings that an undo has taken away, and takes away those that it has given back. What the person
 * has rated anew since, or another way, stays; what has no record any more comes back with the record.
 */
export async function turnRatings(
  tx: Database,
  undone_edit_id: number,
  open: () => Promise<number>,
  most: number,
): Promise<Turned> {
  const rows = await ofUndo(tx, undone_edit_id, most)
  if (rows.length === 0) return { handled: 0, moved: 0 }
  const undo_edit_id = await open()
  let moved = 0
  for (const [account_id, ofAccount] of Map.groupBy(rows, (row) => row.account_id)) {
    const is_counted = await lockRater(tx, account_id)
    for (const row of ofAccount) {
      const entity_id = await presentIdOf(tx, row.kind, row.entity_id)
      const there = entity_id !== undefined && (await tx.one(Id, presentRecord(row.kind, entity_id)))
      if (!there) await waitForRecord(tx, row)
      else if (await turn(tx, { ...row, entity_id }, { is_counted, undo_edit_id })) moved++
      else await tx.run(sql`delete from kept_aside where id = ${row.id}`)
    }
  }
  return { handled: rows.length, moved }
}

const presentRecord = (kind: RatedKind, id: number) => sql`select id from record where kind = ${kind} and id = ${id}`

/** A rating whose record is gone comes back with it; one that was given back went with its record. */
const waitForRecord = (tx: Database, { id, state }: Aside) =>
  state === 'aside'
    ? tx.run(sql`update kept_aside set undo_edit_id = null where id = ${id}`)
    : tx.run(sql`delete from kept_aside where id = ${id}`)

type Turning = { is_counted: boolean; undo_edit_id: number }

/** Puts one rating back where none is, or takes it away where it still stands as it was put; says whether it did. */
async function turn(tx: Database, row: Aside, { is_counted, undo_edit_id }: Turning): Promise<boolean> {
  const { id, account_id, kind, entity_id, value, created_at, updated_at } = row
  const isBack = row.state === 'aside'
  const changed = isBack
    ? await tx.all(
        Rating,
        sql`
        insert into rating (account_id, kind, entity_id, value, created_at, updated_at, is_counted)
        values (${account_id}, ${kind}, ${entity_id}, ${value}, ${created_at}, ${updated_at}, ${is_counted})
        on conflict do nothing
        returning kind, entity_id, value, created_at, updated_at, is_counted`,
      )
    : await tx.all(
        Rating,
        sql`
        delete from rating
        where account_id = ${account_id} and kind = ${kind} and entity_id = ${entity_id} and value = ${value}
          and updated_at = ${updated_at}
        returning kind, entity_id, value, created_at, updated_at, is_counted`,
      )
  if (changed.length === 0) return false
  const counts: Recount[] = changed.map((rating) => {
    const counted = rating.is_counted ? rating.value : null
    return isBack ? recountOf(rating, null, counted) : recountOf(rating, counted, null)
  })
  await countVotes(tx, counts)
  await tx.run(sql`
    update kept_aside set state = ${isBack ? 'moved' : 'aside'}, entity_id = ${entity_id},
      undo_edit_id = ${undo_edit_id}
    where id = ${id}`)
  return true
}
