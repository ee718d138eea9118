import { type Static, Type } from 'typebox'
import { type Actor, recordAct } from '#src/audit/acts.ts'
import { nullable } from '#src/contract/schema.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { write } from '#src/contract/write.ts'
import { countRows } from '#src/database/count-rows.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, type Sql, sql } from '#src/database/sql.ts'
import { notify } from '#src/mail/notifications.ts'
import { hourMs } from '#src/reference/days.ts'
import { tellServer } from '#src/webhooks/queue.ts'
import { lockAuthor } from './authors.ts'
import { findSubject, type Reportable } from './report-subjects.ts'

/** Why something is reported. */
export const reportReasons = ['wrong', 'spam', 'offensive', 'rights', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]

/** Characters in which somebody says more. */
export const maxReportWords = 1_000
/** Open reports that an account may have. */
export const maxOpenReports = 50
/** Reports on a page. */
export const reportsOnPage = 20
/** Reports of one thing that are shown together. */
const maxTogether = 20

const Report = Type.Object({
  id: Type.Integer(),
  account_id: Type.Integer(),
  username: Type.String(),
  at: Type.String(),
  what: Type.Unsafe<Reportable>({ type: 'string' }),
  subject: Type.String(),
  reason: Type.Unsafe<ReportReason>({ type: 'string' }),
  words: Type.String(),
  status: Type.Union([Type.Literal('open'), Type.Literal('upheld'), Type.Literal('dismissed')]),
  answer: Type.String(),
  decided_at: nullable(Type.String()),
})
export type Report = Static<typeof Report>

const reportsWhere = (db: Reader, condition: Sql): Promise<Report[]> =>
  db.all(
    Report,
    sql`
    select r.id, r.account_id, a.username, r.at, r.what, r.subject, r.reason, r.words, r.status, r.answer, r.decided_at
    from report r join account a on a.id = r.account_id where ${condition}`,
  )

type NewReport = {
  account_id: number
  what: Reportable
  subject: string
  reason: ReportReason
  words: string
  now: Date
}

/**
 * Reports something to the moderators; false if the account has reported it already and nobody has answered. Throws
 * `account_disabled`, and `too_many_requests` if too many reports of the account are open.
 */
export const addReport = (db: Database, { account_id, what, subject, reason, words, now }: NewReport) =>
  db.transaction(async (tx): Promise<boolean> => {
    await lockAuthor(tx, account_id)
    const open = await countRows(tx, sql`from report where account_id = ${account_id} and status = 'open'`)
    if (open >= maxOpenReports) throw new ApiError('too_many_requests', hourMs / 1_000)
    const added = await tx.run(sql`
      insert into report (account_id, at, what, subject, reason, words, status, answer)
      values (${account_id}, ${now.toISOString()}, ${what}, ${subject}, ${reason}, ${words}, 'open', '')
      on conflict do nothing`)
    if (added === 1)
      await tellServer(tx, { type: 'report.came', data: { what, reason }, path: '/moderation/reports' }, now)
    return added === 1
  })

type Asked = Pick<NewReport, 'what' | 'reason' | 'words'> & { of: string }

/** Reports what a text names, as `addReport` does; undefined if there is no such thing. */
export const report = write('report', async ({ db, now, account, take }, { what, of, reason, words }: Asked) => {
  const subject = await findSubject(db, what, of)
  if (!subject) return undefined
  await take()
  const isNew = await addReport(db, {
    account_id: account.id,
    what,
    subject: subject.of,
    reason,
    words: words.trim(),
    now,
  })
  return isNew ? 'new' : 'again'
})

const isSame = sql`o.what = r.what and o.subject = r.subject and o.status = 'open'`

/** A page of what is reported, the oldest first: of each thing its first report. */
export const reportQueue = (db: Reader, after: number): Promise<Report[]> =>
  reportsWhere(
    db,
    sql`
    r.status = 'open' and r.id > ${after}
      and not exists (select 1 from report o where ${isSame} and o.id < r.id)
    order by r.id ${limit(reportsOnPage)}`,
  )

/** How many things are reported, up to `most`. */
export const countReported = (db: Reader, most: number): Promise<number> =>
  countRows(
    db,
    sql`from (
      select 1 from report r where r.status = 'open'
        and not exists (select 1 from report o where ${isSame} and o.id < r.id) ${limit(most)}
    ) as open`,
  )

/** The open reports of one thing, the oldest first. */
export const reportsAbout = (db: Reader, what: string, subject: string): Promise<Report[]> =>
  reportsWhere(
    db,
    sql`r.what = ${what} and r.subject = ${subject} and r.status = 'open' order by r.id ${limit(maxTogether)}`,
  )

/** What an account has reported, the newest first. */
export const reportsOf = (db: Reader, account_id: number): Promise<Report[]> =>
  reportsWhere(db, sql`r.account_id = ${account_id} order by r.id desc ${limit(reportsOnPage)}`)

export const findReport = async (db: Reader, id: number): Promise<Report | undefined> =>
  (await reportsWhere(db, sql`r.id = ${id} and r.status = 'open'`))[0]

type Answer = { what: Reportable; subject: string; title: string; isUpheld: boolean; answer: string }
const Told = Type.Object({ account_id: Type.Integer() })

/** Answers all open reports of one thing, and tells everybody who made one. Returns how many that were. */
export const answerReports = (
  db: Database,
  { what, subject, title, isUpheld, answer }: Answer,
  actor: Actor & { by: number },
) =>
  db.transaction(async (tx): Promise<number> => {
    const { by, now } = actor
    const status = isUpheld ? 'upheld' : 'dismissed'
    const answered = await tx.all(
      Told,
      sql`
      update report set status = ${status}, answer = ${answer}, decided_at = ${now.toISOString()}
      where what = ${what} and subject = ${subject} and status = 'open' returning account_id`,
    )
    if (answered.length === 0) return 0
    const act = isUpheld ? 'report_upheld' : 'report_dismissed'
    await recordAct(tx, act, { by, reason: answer, now }, { about: { what, subject, title } })
    for (const account_id of answered.map((each) => each.account_id).sort((one, other) => one - other))
      await notify(tx, { account_id, what: act, about: { title, reason: answer }, now })
    return answered.length
  })

/** Takes back one's own report while it is open. */
export const withdrawReport = async (db: Database, id: number, account_id: number): Promise<boolean> =>
  (await db.run(sql`delete from report where id = ${id} and account_id = ${account_id} and status = 'open'`)) === 1
