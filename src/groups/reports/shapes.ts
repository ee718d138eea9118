import { Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import { type Reportable, reportables } from '#src/contributions/report-subjects.ts'
import { type Report, type ReportReason, reportReasons } from '#src/contributions/reports.ts'

export const What = Type.Unsafe<Reportable>({ type: 'string', enum: [...reportables], description: 'What is reported' })
export const Reason = Type.Unsafe<ReportReason>({ type: 'string', enum: [...reportReasons] })
export const ofDescription =
  'Which one: `movie 502` for a record, the number of an edit, `movie 502 posters` and the ID of a picture, ' +
  'the ID of a review, the number of a list, or the number of the account for a profile'

export const ReportShown = Type.Object(
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

export const reportShown = ({ account_id: _, subject: of, ...report }: Report) => ({ ...report, of })
