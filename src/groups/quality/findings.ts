import { Type } from 'typebox'
import type { Kind } from '#src/catalogue/kinds.ts'
import { operation } from '#src/contract/operation.ts'
import { pageOf, pageSize } from '#src/contract/paging.ts'
import { page } from '#src/contract/parameters.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { findingsOf, languagesOf, presentNumbers } from '#src/quality/findings.ts'
import { isReportName, report } from '#src/quality/reports.ts'
import { kindOf, type MediaType, mediaTypeOf, mediaTypes } from './media-types.ts'

const Finding = Type.Object(
  {
    media_type: Type.Unsafe<MediaType>({ type: 'string', enum: mediaTypes }),
    id: Type.Integer(),
    name: Type.String({ description: 'Title in en-US, or else the original title; for a season, that of its series' }),
    date: Type.String({ description: 'Release or first air date; empty if unknown' }),
    about: Type.String({
      description: 'What it has in common with others; the language of a missing text; otherwise empty',
    }),
    series_id: Type.Union([Type.Integer(), Type.Null()], { description: 'For a season' }),
    season_number: Type.Union([Type.Integer(), Type.Null()]),
  },
  { title: 'QualityFinding' },
)

export const findings = operation('quality.findings', 'GET /commons/1/quality/{report}', {
  summary: 'Records in a report, best known first; records that have something in common are next to each other',
  access: 'key',
  query: Type.Object({
    page,
    media_type: Type.Optional(
      Type.Unsafe<MediaType>({
        type: 'string',
        enum: mediaTypes,
        description: 'Kind of the records. Default: the first kind in the report',
      }),
    ),
    text_language: Type.String({
      default: 'en',
      description: 'Language of the missing text, for reports about texts',
    }),
  }),
  reply: Type.Object({
    page: Type.Integer(),
    results: Type.Array(Finding),
    total_pages: Type.Integer(),
    total_results: Type.Integer(),
  }),
  refusals: ['not_found'],
  async handle({ db, params: { report: name }, query: { page, media_type, text_language } }) {
    if (!isReportName(name)) throw new ApiError('not_found')
    const { kinds } = report(name)
    const kind = media_type === undefined ? (kinds[0] as Kind) : kindOf(media_type)
    const languages = languagesOf(name)
    const language = languages.length === 1 ? '' : text_language
    // A report does not find kinds that it is not about.
    if (!kinds.includes(kind) || !languages.includes(language)) return pageOf(page, [], 0)
    const numbers = await presentNumbers(db)
    const total = numbers.find((row) => row.report === name && row.kind === kind && row.language === language)
    const rows = await findingsOf(db, { name, kind, language }, page, pageSize)
    const results = rows.map(({ day, ...row }) => ({ media_type: mediaTypeOf(kind), ...row, date: day }))
    return pageOf(page, results, total?.found ?? 0)
  },
})
