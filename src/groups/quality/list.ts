import { Type } from 'typebox'
import { operation } from '#src/contract/operation.ts'
import { presentNumbers } from '#src/quality/findings.ts'
import { isReportName, reportNames } from '#src/quality/reports.ts'
import { type MediaType, mediaTypeOf, mediaTypes } from './media-types.ts'

const ReportNumber = Type.Object({
  media_type: Type.Unsafe<MediaType>({ type: 'string', enum: mediaTypes }),
  language: Type.Union([Type.String(), Type.Null()], {
    description: 'Language of the missing text, for reports about texts',
  }),
  total_results: Type.Integer({ description: 'Number of records in the report now' }),
})
const Reports = Type.Object(
  { reports: Type.Array(Type.Object({ report: Type.String(), numbers: Type.Array(ReportNumber) })) },
  { title: 'QualityReports' },
)

export const list = operation('quality.list', 'GET /commons/1/quality', {
  summary: 'Reports on what is missing or looks wrong in the catalogue, each with its current figures',
  access: 'key',
  reply: Reports,
  async handle({ db }) {
    const numbers = (await presentNumbers(db)).filter(({ report }) => isReportName(report))
    return {
      reports: reportNames.map((report) => ({
        report,
        numbers: numbers
          .filter((number) => number.report === report)
          .map(({ kind, language, found }) => ({
            ...{ media_type: mediaTypeOf(kind), language: language || null, total_results: found },
          })),
      })),
    }
  },
})
