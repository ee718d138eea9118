import { Type } from 'typebox'
import type { RecordEdit } from '#src/catalogue/edits/record-edit.ts'
import type { Database } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { notify } from '#src/mail/notifications.ts'
import { dayMs } from '#src/reference/days.ts'
import { titleOfPending } from './pending.ts'

/** Moderators are told of edits that have been pending for so long, once of each. */
export const overdueDays = 7
/** Edits that one notification is about, and moderators who get it, at most. */
const maxOverdue = 500
const maxTold = 500

const Overdue = Type.Object({
  id: Type.Integer(),
  records: Type.Array(Type.Unsafe<RecordEdit>({ type: 'object' })),
})
/** Tells moderators of edits that wait for long. Returns how many edits that are. */
export const tellOverdue = (db: Database, now: Date): Promise<number> =>
  db.transaction(async (tx) => {
    const since = new Date(now.getTime() - overdueDays * dayMs).toISOString()
    const overdue = await tx.all(
      Overdue,
      sql`
      select w.id, w.records from pending_edit w join account a on a.id = w.account_id and a.disabled_at is null
      where w.status = 'waiting' and w.told_at is null and w.at <= ${since} order by w.id ${limit(maxOverdue)}`,
    )
    const [oldest] = overdue
    if (!oldest) return 0
    const ids = overdue.map(({ id }) => id)
    const told = await tx.run(sql`
      update pending_edit set told_at = ${now.toISOString()}
      where ${tx.engine.anyOf(sql`id`, ids)} and told_at is null`)
    // Another process was faster.
    if (told === 0) return 0
    const title = await titleOfPending(tx, oldest.records)
    const moderators = await tx.all(
      Id,
      sql`
      select id from account where role <> 'member' and disabled_at is null and deleted_at is null
      order by id ${limit(maxTold)}`,
    )
    for (const { id: account_id } of moderators)
      await notify(tx, { account_id, what: 'edits_overdue', about: { title }, now })
    return told
  })
