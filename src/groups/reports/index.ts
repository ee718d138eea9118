import { Type } from 'typebox'
import { mayModerate, requireModerator } from '#src/contract/access.ts'
import { operation, Status, StatusAnswer } from '#src/contract/operation.ts'
import { nullable } from '#src/contract/schema.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { answerReport } from '#src/contributions/moderating.ts'
import { maxReasonLength } from '#src/contributions/moderation.ts'
import { findSubject, maxSubjectLength, type Reportable, reportables } from '#src/contributions/report-subjects.ts'
import {
  findReport,
  maxReportWords,
  type Report,
  type ReportReason,
  report,
  reportQueue,
  reportReasons,
  reportsOf,
  reportsOnPage,
  withdrawReport,
} from '#src/contributions/reports.ts'

const What = Type.Unsafe<Reportable>({ type: 'string', enum: [...reportables], description: 'What is reported' })
const Reason = Type.Unsafe<ReportReason>({ type: 'string', enum: [...reportReasons] })
const ofDescription =
  'Which one: `movie 502` for a record, the number of an edit, `movie 502 posters` and the ID of a picture, ' +
  'the ID of a review, the number of a list, or the number of the account for a profile'

const ReportShown = Type.Object(
  {
    id: Type.Integer(),
    username: Type.String(),
    at: Type.String(),
    what: What,
    of: Type.String({ description: ofDescription }),
    reason: Reason,
    words: Type.String(),
    status: Type.String({ enum: ['open', 'upheld', 'dismissed'] }),
    answer: Type.String(),
    decided_at: nullable(Type.String()),
  },
  { title: 'Report' },
)

const reportShown = ({ account_id: _, subject: of, ...report }: Report) => ({ ...report, of })

const list = operation('reports.list', 'GET /commons/1/reports', {
  summary:
    'Open reports, oldest first, for moderators with the scope `moderate`; what several people have reported is ' +
    'listed once. Everybody else gets their own reports, newest first, with the outcome',
  access: 'session',
  query: Type.Object({
    after: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: '`next_after` from the previous page',
      }),
    ),
  }),
  reply: Type.Object(
    {
      reports: Type.Array(ReportShown),
      next_after: nullable(Type.Integer({ description: 'Where the next page begins; null at the end' })),
    },
    { title: 'Reports' },
  ),

  async handle({ db, caller, query: { after = 0 } }) {
    const { id, role } = caller.account
    if (!mayModerate(role)) return { reports: (await reportsOf(db, id)).map(reportShown), next_after: null }
    const found = await reportQueue(db, after)
    const last = found.length === reportsOnPage ? found.at(-1) : undefined
    return { reports: found.map(reportShown), next_after: last?.id ?? null }
  },
})

const add = operation('reports.add', 'POST /commons/1/reports', {
  summary: 'Reports something that everybody can see to the moderators, who will answer',
  access: 'session',
  body: Type.Object({
    what: What,
    of: Type.String({ minLength: 1, maxLength: maxSubjectLength, description: ofDescription }),
    reason: Reason,
    words: Type.Optional(Type.String({ maxLength: maxReportWords, description: 'What is wrong with it' })),
  }),
  reply: Status,
  answers: ['created'],
  refusals: ['not_found', 'duplicate_entry'],

  async handle({ write, body: { words = '', ...named } }) {
    const outcome = await write(report, { ...named, words })
    if (outcome === 'again') throw new ApiError('duplicate_entry')
    return outcome && new StatusAnswer('created')
  },
})

const acts = ['uphold', 'dismiss', 'withdraw'] as const

const decide = operation('reports.answer', 'POST /commons/1/reports/{report_id}', {
  summary:
    'Answers all open reports of the same thing as this one: moderators with the scope `moderate` ' +
    'uphold or dismiss them, with an answer that goes to everybody who reported it. Whoever made a report can ' +
    'withdraw it',
  access: 'session',
  body: Type.Object({
    act: Type.Unsafe<(typeof acts)[number]>({ type: 'string', enum: [...acts] }),
    words: Type.Optional(Type.String({ minLength: 1, maxLength: maxReasonLength, description: 'The answer' })),
  }),
  reply: Status,
  answers: ['updated'],
  refusals: ['not_found', 'edit_denied'],

  async handle({ db, write, caller, params: { report_id }, body: { act, words } }) {
    const { id: by } = caller.account
    if (act === 'withdraw') {
      if (!(await withdrawReport(db, report_id, by))) throw new ApiError('not_found')
      return new StatusAnswer('updated')
    }
    requireModerator(caller.account)
    if (words === undefined) throw new ApiError('invalid_parameters')
    const found = await findReport(db, report_id)
    if (!found) throw new ApiError('not_found')
    const { what, subject } = found
    const title = (await findSubject(db, what, subject))?.title ?? ''
    await write(answerReport, { what, subject, title, isUpheld: act === 'uphold', answer: words })
    return new StatusAnswer('updated')
  },
})

export const reports = [list, add, decide]
