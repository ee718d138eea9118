import { type Static, Type } from 'typebox'
import { countRows } from '#src/contract/paging.ts'
import { nullable } from '#src/contract/schema.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, raw, sql } from '#src/database/sql.ts'
import { type Hidden, hideList } from './lists.ts'

/** Lists that an undo hides from others, and shows again when it is undone itself. Their owners see why. */

const HiddenOrNot = Type.Unsafe<Hidden | null>({ type: ['string', 'null'] })
const Listed = Type.Object({ id: Type.Integer(), hidden: HiddenOrNot, hidden_reason: Type.String() })
const Undone = Type.Object({
  list_id: Type.Integer(),
  edit_id: Type.Integer(),
  is_hidden: Type.Boolean(),
  hidden_before: HiddenOrNot,
  reason_before: Type.String(),
})
type Undone = Static<typeof Undone>
const undoneTable = {
  name: 'list_undo',
  key: ['list_id'],
  row: Type.Object({ ...Undone.properties, hidden_before: nullable(Type.String()) }),
}

/** Lists that an account has made since a moment, and that others may see some of. */
const madeSince = (account_id: number, since: string) => sql`
  from user_list where account_id = ${account_id} and created_at >= ${since} and coalesce(hidden, '') <> 'list'`

export const countListsSince = (db: Reader, account_id: number, since: string): Promise<number> =>
  countRows(db, madeSince(account_id, since))

/** How many lists an undo has hidden, or shown again. */
export const countListsOfUndo = (db: Reader, edit_id: number): Promise<number> =>
  countRows(db, sql`from list_undo where edit_id = ${edit_id}`)

export const listsSince = (db: Reader, account_id: number, since: string, most: number) =>
  db.all(
    Listed,
    sql`
    select id, hidden, hidden_reason ${madeSince(account_id, since)} order by id ${limit(most)}`,
  )

/** The lists as they are now, which nobody else changes until the transaction ends. */
async function locked(tx: Database, ids: readonly number[]) {
  const those = tx.engine.anyOf(raw('id'), ids)
  await tx.run(sql`update user_list set account_id = account_id where ${those}`)
  return tx.all(Listed, sql`select id, hidden, hidden_reason from user_list where ${those} order by id`)
}

/** The edit of an undo, which is opened when there is something to do, and the reason for it. */
export type UndoEdit = { open(): Promise<number>; reason: string }

/** Hides lists for an undo; returns how many were not hidden yet. */
export async function hideForUndo(tx: Database, ids: readonly number[], { open, reason }: UndoEdit): Promise<number> {
  const lists = (await locked(tx, ids)).filter(({ hidden }) => hidden !== 'list')
  if (lists.length === 0) return 0
  const edit_id = await open()
  for (const { id, hidden, hidden_reason } of lists) {
    await hideList(tx, id, 'list', reason)
    await note(tx, { list_id: id, edit_id, is_hidden: true, hidden_before: hidden, reason_before: hidden_reason })
  }
  return lists.length
}

const note = (tx: Database, row: Undone) => tx.put(undoneTable, [row])

/**
 * Shows the next lists again that an undo has hidden, and hides those that it has shown. What a moderator has decided
 * about a list since stays. Returns how many it has handled, and how many of them it has turned.
 */
export async function turnLists(
  tx: Database,
  undone_edit_id: number,
  undo: UndoEdit,
  most: number,
): Promise<{ handled: number; moved: number }> {
  const rows = await tx.all(
    Undone,
    sql`
    select list_id, edit_id, is_hidden, hidden_before, reason_before from list_undo
    where edit_id = ${undone_edit_id} order by list_id ${limit(most)}`,
  )
  const lists = await locked(
    tx,
    rows.map(({ list_id }) => list_id),
  )
  const now = new Map(lists.map((list) => [list.id, list]))
  let moved = 0
  for (const row of rows) {
    const list = now.get(row.list_id)
    // Whatever a moderator decides about a list takes the row away.
    if (!list || row.is_hidden !== (list.hidden === 'list')) {
      await tx.run(sql`delete from list_undo where list_id = ${row.list_id}`)
      continue
    }
    if (row.is_hidden) {
      await hideList(tx, list.id, row.hidden_before, row.reason_before)
      await note(tx, { ...row, edit_id: await undo.open(), is_hidden: false })
    } else await hideForUndo(tx, [list.id], undo)
    moved++
  }
  return { handled: rows.length, moved }
}
