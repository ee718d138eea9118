import { type Static, Type } from 'typebox'
import { recordAct } from '#src/audit/acts.ts'
import { requireAdministrator } from '#src/contract/access.ts'
import { nullable } from '#src/contract/schema.ts'
import { write } from '#src/contract/write.ts'
import { countRows } from '#src/database/count-rows.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { hourMs } from '#src/reference/days.ts'
import { Summary } from './fill-job.ts'

/** Folders that are imported on a schedule at most. */
export const maxScheduled = 50
/** How often a folder can be imported again, in hours. */
export const intervals = [1, 6, 24, 168] as const

/** How files are read. */
export const ScheduledOptions = Type.Object({
  format: Type.String(),
  language: Type.String(),
  columns: Type.String(),
  creates: Type.Boolean(),
})
export type ScheduledOptions = Static<typeof ScheduledOptions>

export const ScheduledImport = Type.Object({
  folder: Type.String(),
  options: ScheduledOptions,
  every_hours: Type.Integer(),
  next_at: Type.String(),
  starts: Type.Integer(),
  seen: Type.String(),
  ended_at: nullable(Type.String()),
  outcome: Type.Unsafe<'' | Outcome>({ type: 'string' }),
  failure: Type.String(),
  summary: nullable(Summary),
})
export type ScheduledImport = Static<typeof ScheduledImport>
type Outcome = 'imported' | 'unchanged' | 'failed'

const columns = sql`folder, options, every_hours, next_at, starts, seen, ended_at, outcome, failure, summary`

export const listScheduled = (db: Reader): Promise<ScheduledImport[]> =>
  db.all(ScheduledImport, sql`select ${columns} from scheduled_import order by folder ${limit(maxScheduled)}`)

export const findScheduled = (db: Reader, folder: string): Promise<ScheduledImport | undefined> =>
  db.one(ScheduledImport, sql`select ${columns} from scheduled_import where folder = ${folder}`)

/** The one that has been due for longest. */
export const dueImport = (db: Reader, now: Date): Promise<ScheduledImport | undefined> =>
  db.one(
    ScheduledImport,
    sql`
    select ${columns} from scheduled_import where next_at <= ${now.toISOString()} order by next_at, folder ${limit(1)}`,
  )

const later = (now: Date, hours: number): string => new Date(now.getTime() + hours * hourMs).toISOString()

type Schedule = { folder: string; options: ScheduledOptions; every_hours: number }

/** Has a folder imported again every so many hours; false if there are as many such folders as there can be. */
export const schedule = write([], ({ db, now, account }, { folder, options, every_hours }: Schedule) => {
  requireAdministrator(account)
  return db.transaction(async (tx) => {
    if (!(await findScheduled(tx, folder)) && (await countRows(tx, sql`from scheduled_import`)) >= maxScheduled)
      return false
    await tx.run(sql`
      insert into scheduled_import (folder, options, every_hours, next_at, starts, seen, outcome, failure)
      values (${folder}, ${options}, ${every_hours}, ${later(now, every_hours)}, 0, '', '', '')
      on conflict (folder) do update
      set options = excluded.options, every_hours = excluded.every_hours, next_at = excluded.next_at`)
    const about = { title: folder, hours: every_hours }
    await recordAct(tx, 'import_scheduled', { by: account.id, now }, { about })
    return true
  })
})

/** Lets a folder be; what runs goes on to its end. */
export const unschedule = write([], ({ db, now, account }, folder: string) => {
  requireAdministrator(account)
  return db.transaction(async (tx) => {
    const removed = await tx.run(sql`delete from scheduled_import where folder = ${folder}`)
    if (removed > 0) await recordAct(tx, 'import_unscheduled', { by: account.id, now }, { about: { title: folder } })
    return removed > 0
  })
})

/** Has a folder imported as soon as possible, whether its files have changed or not. */
export const importSoon = write([], async ({ db, now, account }, folder: string) => {
  requireAdministrator(account)
  const at = now.toISOString()
  return (await db.run(sql`update scheduled_import set next_at = ${at}, seen = '' where folder = ${folder}`)) > 0
})

/** What stands for the digest while the import works; it goes if a person decides something meanwhile. */
const begun = 'begun'

export const noteStart = (db: Database, folder: string) =>
  db.run(sql`update scheduled_import set starts = starts + 1, seen = ${begun} where folder = ${folder}`)

/** Puts it off, as if it had not begun. */
export const putOff = (db: Database, { folder, starts }: ScheduledImport, next_at: Date) =>
  db.run(sql`
    update scheduled_import set starts = ${starts}, next_at = ${next_at.toISOString()}, seen = ''
    where folder = ${folder}`)

type End = { outcome: Outcome; failure?: string; seen?: string; summary?: Static<typeof Summary> }

/**
 * Notes how it has ended; one that changed nothing keeps what the last one has done. Where somebody has said meanwhile
 * when it is next due, it is.
 */
export function noteEnd(db: Database, { folder, every_hours, ...known }: ScheduledImport, now: Date, end: End) {
  const { outcome, failure = '', seen = '', summary = outcome === 'unchanged' ? known.summary : null } = end
  return db.run(sql`
    update scheduled_import
    set starts = 0, next_at = case when next_at = ${known.next_at} then ${later(now, every_hours)} else next_at end,
      ended_at = ${now.toISOString()}, outcome = ${outcome}, failure = ${failure},
      seen = case when seen in (${begun}, ${seen}) then ${seen} else '' end, summary = ${summary}
    where folder = ${folder}`)
}
