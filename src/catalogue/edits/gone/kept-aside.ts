import { Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { join, raw, type Sql, sql } from '#src/database/sql.ts'
import { quoted } from '#src/database/table.ts'
import type { RecordKind } from '../../record-kinds.ts'
import { countVotes, hasVotes, type Recount } from '../../votes.ts'
import { bringBackDrawings, setDrawingsAside } from './drawings.ts'
import { columnAside, columnsOfKept, type KeptTable, keptTablesOf } from './kept-tables.ts'
import { bringBackOwned, setOwnedAside } from './owned-aside.ts'

/** A record that is removed, and the one that gets what people keep about it; a deleted one has none. */
export type Pair = { id: number; into_id: number }

const PairRow = Type.Object({ id: Type.Integer(), into_id: Type.Integer() })
const Any = Type.Object({ found: Type.Integer() })

const column = (alias: string, name: string) => raw(`${alias}."${name}"`)

/** Whether the rows of two aliases are the same thing to their owner, on whichever records. */
const isSameKey = ({ owner, key }: KeptTable, a: string, b: string): Sql =>
  join(
    [owner, ...key].map((name) => sql`${column(a, name)} = ${column(b, name)}`),
    ' and ',
  )
/** The same for the row `a` of `kept_aside`, and a row of the table. */
const isSameKeyAside = (table: KeptTable, alias: string): Sql =>
  join(
    [table.owner, ...table.key].map((name) => sql`${columnAside(table, name)} = ${column(alias, name)}`),
    ' and ',
  )

/** Puts rows of a table aside, as the query has them: `t` is the row, and the condition follows `from`. */
function putAside(
  tx: Database,
  table: KeptTable,
  { state, behind, from }: { state: Sql; behind: Sql; from: Sql },
): Promise<number> {
  const columns = Object.keys(columnsOfKept(table))
  const entry = tx.engine.object(Object.fromEntries(columns.map((name) => [name, column('t', name)])))
  return tx.run(sql`
    insert into kept_aside (kind, entity_id, kept, ${raw(table.owner)}, state, behind_id, entry)
    select t.kind, t.entity_id, ${raw(`'${table.table}'`)}, ${column('t', table.owner)}, ${state}, ${behind}, ${entry}
    from ${raw(table.table)} t ${from}`)
}

const noOne = raw('cast(null as integer)')

/** The tables in which anybody keeps anything about these records. */
async function tablesInUse(tx: Database, of: RecordKind, ids: readonly number[]): Promise<KeptTable[]> {
  const used: KeptTable[] = []
  for (const table of keptTablesOf(of)) {
    const found = await tx.one(
      Any,
      sql`
      select 1 as found where exists (
        select 1 from ${raw(table.table)} t where t.kind = ${of} and ${tx.engine.anyOf(raw('t.entity_id'), ids)})`,
    )
    if (found) used.push(table)
  }
  return used
}

/** Sets aside what people keep about records that are about to be deleted. */
export async function setAside(tx: Database, of: RecordKind, ids: readonly number[]): Promise<void> {
  for (const table of await tablesInUse(tx, of, ids)) {
    const from = sql`where t.kind = ${of} and ${tx.engine.anyOf(raw('t.entity_id'), ids)}`
    await putAside(tx, table, { state: raw(`'aside'`), behind: noOne, from })
  }
  await setDrawingsAside(tx, of, ids, new Map())
  await setOwnedAside(tx, of, ids, new Map())
}

/**
 * Moves what people keep about records to others, before the first are deleted. If somebody keeps something about both,
 * the newer counts, and the other one is set aside.
 */
export async function moveKept(tx: Database, of: RecordKind, pairs: readonly Pair[]): Promise<void> {
  const ids = pairs.map(({ id }) => id)
  await recounting(tx, of, targetsOf(pairs), async () => {
    await moveCovers(tx, of, pairs)
    for (const table of await tablesInUse(tx, of, ids)) await moveRows(tx, of, table, pairs)
    const moves = new Map(pairs.map(({ id, into_id }) => [id, into_id]))
    await setDrawingsAside(tx, of, ids, moves)
    await setOwnedAside(tx, of, ids, moves)
  })
}

const targetsOf = (pairs: readonly Pair[]) => pairs.map(({ into_id }) => into_id)

async function moveRows(tx: Database, of: RecordKind, table: KeptTable, pairs: readonly Pair[]): Promise<void> {
  const { newer } = table
  const name = raw(table.table)
  const given = sql`${tx.engine.rows(PairRow, pairs)} as p`
  const isBehind = newer ? sql`${column('o', newer)} >= ${column('t', newer)}` : sql`true`
  const hasNewer = sql`exists (
    select 1 from ${name} o
    where o.kind = ${of} and o.entity_id = p.into_id and ${isSameKey(table, 'o', 't')} and ${isBehind})`
  await putAside(tx, table, {
    state: sql`case when ${hasNewer} then 'aside' else 'moved' end`,
    behind: noOne,
    from: sql`join ${given} on p.id = t.entity_id where t.kind = ${of}`,
  })
  if (newer) {
    const isOlderThanOne = (row: string) => sql`exists (
      select 1 from ${name} o
      where o.kind = ${of} and o.entity_id = p.id and ${isSameKey(table, 'o', row)}
        and ${column('o', newer)} > ${column(row, newer)})`
    await putAside(tx, table, {
      state: raw(`'behind'`),
      behind: raw('p.id'),
      from: sql`join ${given} on p.into_id = t.entity_id where t.kind = ${of} and ${isOlderThanOne('t')}`,
    })
    await tx.run(sql`
      delete from ${name} where kind = ${of} and ${tx.engine.anyOf(raw('entity_id'), targetsOf(pairs))} and exists (
        select 1 from ${given} where p.into_id = ${name}.entity_id and ${isOlderThanOne(table.table)})`)
  }
  await tx.run(sql`
    update ${name} set entity_id = p.into_id from ${given}
    where ${name}.kind = ${of} and ${name}.entity_id = p.id and not exists (
      select 1 from ${name} o
      where o.kind = ${of} and o.entity_id = p.into_id and ${isSameKey(table, 'o', table.table)})`)
  await tx.run(sql`
    delete from ${name} where kind = ${of} and ${tx.engine.anyOf(
      raw('entity_id'),
      pairs.map(({ id }) => id),
    )}`)
  if (table.table === 'watched') await nameSeries(tx, of, targetsOf(pairs))
}

/** Writes the series into what people watched of episodes, after that has changed. */
export async function nameSeries(tx: Database, of: RecordKind, ids: readonly number[]): Promise<void> {
  if (of !== 'episode') return
  await tx.run(sql`
    update watched set series_id = (select e.series_id from episode e where e.id = watched.entity_id)
    where kind = 'episode' and ${tx.engine.anyOf(raw('entity_id'), ids)}`)
}

/** The cover of a list is one of its items. */
const moveCovers = (tx: Database, of: RecordKind, pairs: readonly Pair[]) =>
  tx.run(sql`
    update user_list set cover_id = c.into_id from (
      select i.list_id, p.id, p.into_id from ${tx.engine.rows(PairRow, pairs)} as p
      join list_item i on i.kind = ${of} and i.entity_id = p.id) as c
    where user_list.id = c.list_id and cover_kind = ${of} and cover_id = c.id`)

const returnCovers = (tx: Database, of: RecordKind, pairs: readonly Pair[]) =>
  tx.run(sql`
    update user_list set cover_id = c.id from (
      select i.list_id, p.id, p.into_id from ${tx.engine.rows(PairRow, pairs)} as p
      join list_item i on i.kind = ${of} and i.entity_id = p.id) as c
    where user_list.id = c.list_id and cover_kind = ${of} and cover_id = c.into_id and not exists (
      select 1 from list_item i where i.list_id = c.list_id and i.kind = ${of} and i.entity_id = c.into_id)`)

/**
 * Gives records that exist again what people kept about them. `pairs` are those that were merged into others: what is
 * unchanged since it was moved goes back, and what somebody has changed there since stays there as well; what they have
 * removed there does not come back.
 */
export async function bringBackKept(
  tx: Database,
  of: RecordKind,
  ids: readonly number[],
  pairs: readonly Pair[],
): Promise<void> {
  // What an undo has set aside comes back when that is undone.
  const isTheirs = sql`a.kind = ${of} and ${tx.engine.anyOf(raw('a.entity_id'), ids)} and a.state <> 'behind'
    and a.undo_edit_id is null`
  const found = await tx.one(Any, sql`select 1 as found where exists (select 1 from kept_aside a where ${isTheirs})`)
  if (!found) return
  await recounting(tx, of, [...ids, ...targetsOf(pairs)], async () => {
    for (const table of keptTablesOf(of)) {
      const ofTable = sql`${isTheirs} and a.kept = ${raw(`'${table.table}'`)}`
      if (pairs.length > 0) await takeBack(tx, of, table, pairs)
      await insertAside(tx, table, sql`kept_aside a where ${ofTable}`)
    }
    await bringBackDrawings(tx, of, ids)
    await bringBackOwned(tx, of, ids)
    if (pairs.length > 0) await returnCovers(tx, of, pairs)
  })
  const those = (name: string) => tx.engine.anyOf(raw(name), ids)
  await tx.run(sql`
    delete from kept_aside
    where kind = ${of} and ${those('entity_id')} and state <> 'behind' and undo_edit_id is null`)
  await tx.run(sql`delete from kept_aside where kind = ${of} and ${those('behind_id')}`)
}

/** Takes from the survivors what came from the records, and gives them back what that replaced. */
async function takeBack(tx: Database, of: RecordKind, table: KeptTable, pairs: readonly Pair[]): Promise<void> {
  const name = raw(table.table)
  const own = [table.owner, ...table.key]
  const isThere = sql`t.kind = ${of} and t.entity_id = p.into_id and ${isSameKeyAside(table, 't')}`
  const moved = sql`
    kept_aside a join ${tx.engine.rows(PairRow, pairs)} as p
      on p.id = a.entity_id and a.kind = ${of} and a.kept = ${raw(`'${table.table}'`)} and a.state = 'moved'
        and a.undo_edit_id is null`
  const isUnchanged = join(
    // Some may be null, which is nothing else than null.
    Object.keys(table.columns).map(
      (name) => sql`${columnAside(table, name)} is not distinct from ${column('t', name)}`,
    ),
    ' and ',
  )
  // What somebody has removed from the survivor since stays removed.
  await tx.run(sql`
    delete from kept_aside where id in (
      select a.id from ${moved} where not exists (select 1 from ${name} t where ${isThere}))`)
  const isBehindIt = join(
    own.map((name) => sql`${columnAside(table, name, 'b')} = ${columnAside(table, name)}`),
    ' and ',
  )
  await tx.run(sql`
    update kept_aside set state = 'aside' where id in (
      select b.id from ${moved} join ${name} t on ${isThere} and ${isUnchanged}
      join kept_aside b on b.kind = ${of} and b.behind_id = p.id and b.kept = a.kept and b.state = 'behind'
        and ${isBehindIt})`)
  const places = ['kind', 'entity_id', ...own]
  await tx.run(sql`
    delete from ${name} where (${raw(quoted(places))}) in (
      select ${join(places.map((place) => column('t', place)))}
      from ${moved} join ${name} t on ${isThere} and ${isUnchanged})`)
  const those = tx.engine.anyOf(
    raw('a.behind_id'),
    pairs.map(({ id }) => id),
  )
  await insertAside(
    tx,
    table,
    sql`
    kept_aside a where a.kind = ${of} and ${those} and a.kept = ${raw(`'${table.table}'`)} and a.state = 'aside'
      and exists (select 1 from record x where x.kind = a.kind and x.id = a.entity_id)`,
  )
}

/** Puts back rows that were set aside; if somebody has kept something new meanwhile, that stays. */
async function insertAside(tx: Database, table: KeptTable, from: Sql): Promise<void> {
  const { computed = {} } = table
  const stored = Object.keys(columnsOfKept(table))
  const aside = stored.map((name) => sql`${columnAside(table, name)} as ${raw(`"${name}"`)}`)
  const all = ['kind', 'entity_id', ...stored]
  await tx.run(sql`
    insert into ${raw(table.table)} (${raw(quoted([...all, ...Object.keys(computed)]))})
    select ${join([...all.map((name) => column('r', name)), ...Object.values(computed)])}
    from (select a.kind, a.entity_id, ${join(aside)} from ${from}) as r where true
    on conflict do nothing`)
}

const Counted = Type.Object({ id: Type.Integer(), votes: Type.Integer(), points: Type.Number() })

/** The ratings of records that count, added up. */
async function countedOf(tx: Database, of: RecordKind, ids: readonly number[]) {
  const ratings = (table: string) => sql`
    select entity_id, value from ${raw(table)}
    where kind = ${of} and ${tx.engine.anyOf(raw('entity_id'), ids)} and is_counted = true`
  const rows = await tx.all(
    Counted,
    sql`
    select entity_id as id, cast(count(*) as integer) as votes, sum(value) as points
    from (${ratings('rating')} union all ${ratings('guest_rating')}) as counted group by entity_id`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Moves what people keep, and recounts the ratings and the votes for images of these records. */
async function recounting(tx: Database, of: RecordKind, ids: readonly number[], work: () => Promise<void>) {
  const before = hasVotes(of) ? await countedOf(tx, of, ids) : new Map()
  await work()
  if (hasVotes(of)) {
    const after = await countedOf(tx, of, ids)
    const recounts = [...new Set(ids)].map((entity_id): Recount => {
      const [was, is] = [before.get(entity_id), after.get(entity_id)]
      const votes = (is?.votes ?? 0) - (was?.votes ?? 0)
      return { kind: of, entity_id, votes, points: (is?.points ?? 0) - (was?.points ?? 0) }
    })
    await countVotes(tx, recounts)
  }
  await countImageVotes(tx, of, ids)
}

/** Counts people's votes for the images of records, some of which exist again. */
export async function countImageVotes(tx: Database, of: RecordKind, ids: readonly number[]): Promise<void> {
  const those = tx.engine.anyOf(raw('entity_id'), ids)
  const votes = (what: string) => sql`coalesce((
    select ${raw(what)} from image_vote v
    where v.kind = image.kind and v.entity_id = image.entity_id and v.gallery = image.gallery
      and v.image_id = image.id), 0)`
  const isVoted = sql`exists (select 1 from image_vote v where v.kind = ${of} and v.entity_id = image.entity_id)`
  await tx.run(sql`
    update image set own_count = ${votes('count(*)')}, own_points = ${votes('sum(value)')}
    where kind = ${of} and ${those} and (own_count > 0 or ${isVoted})`)
}
