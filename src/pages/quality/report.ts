import type { Kind } from '#src/catalogue/kinds.ts'
import {
  countedUpTo,
  findingsOf,
  languagesOf,
  type NamedFinding,
  numberByDay,
  presentNumbers,
} from '#src/quality/findings.ts'
import { isReportName, type ReportName, report } from '#src/quality/reports.ts'
import { emptyState, nextStep, pagination } from '../components/lists.ts'
import { pageIn } from '../components/page-number.ts'
import { type Html, html, nothing } from '../html.ts'
import { page, type RenderContext } from '../page.ts'
import { addressOf, seasonAddress } from '../records/addresses.ts'
import { numberChart } from './number-chart.ts'
import { languageIn, reportAddress } from './reports.ts'

/** Records on a page. */
const size = 50

/** What one report names. */
export const reportPage = page('GET /quality/{report}', {
  access: 'anyone',
  query: ['kind', 'language', 'page'],
  async handle(context) {
    const { db, params, query, texts, format } = context
    const { quality } = texts
    const name = params.report
    const number = pageIn(query.page)
    if (!isReportName(name) || number === undefined) return undefined
    const { kinds } = report(name)
    const kind = kinds.find((each) => each === query.kind) ?? (kinds[0] as Kind)
    const language = languageIn(name, context, query.language)
    const asked = { name, kind, language }
    const [numbers, days, rows, counted] = await Promise.all([
      presentNumbers(db),
      numberByDay(db, asked),
      findingsOf(db, asked, number, size),
      countedUpTo(db),
    ])
    const present = numbers.find((row) => row.report === name && row.kind === kind && row.language === language)
    const total = present?.found ?? 0
    const title = quality.names[name]
    const pages = { page: number, total_pages: Math.ceil(total / size) }
    const address = (to: number) => `${reportAddress(name, kind, language)}${to === 1 ? '' : `&page=${to}`}`
    const main = html`<p><a href="/quality">${quality.back}</a></p>
<h1>${title}</h1><p>${quality.hints[name]}</p>
<p class="hint">${countedText(context, counted)}</p>
${choices(quality.kind, kinds, kind, (each) => reportAddress(name, each, language), kindWordIn(context))}
${choices(
  quality.language,
  languagesOf(name),
  language,
  (each) => reportAddress(name, kind, each),
  (code) => format.language(code),
)}
<p class="report-number">${quality.found(total, format.number(total))}
${numberChart(context, quality.overTime(title), days)}</p>
${
  rows.length === 0 && number === 1
    ? emptyState(quality.none, quality.noneText, nextStep('/quality', quality.title))
    : list(context, name, kind, language, rows)
}
${pagination(context, pages, address)}`
    return { title, main }
  },
})

const kindWordIn =
  ({ texts: { quality } }: RenderContext) =>
  (kind: string) =>
    quality.kinds[kind as keyof typeof quality.kinds]

/** When the report was counted, so that nobody wonders why a record that was mended is still in it. */
function countedText(
  { texts: { quality }, format }: RenderContext,
  counted: Awaited<ReturnType<typeof countedUpTo>>,
): string {
  if (counted === 'building') return quality.building
  const time = counted.at === null ? '' : format.time(counted.at)
  return counted.isBehind ? quality.countedUpTo(time) : quality.upToDate(time)
}

/** Links to the same report of other kinds or languages; nothing where there is only one. */
const choices = <Choice extends string>(
  label: string,
  all: readonly Choice[],
  chosen: Choice,
  address: (choice: Choice) => string,
  word: (choice: Choice) => string,
): Html =>
  all.length < 2
    ? nothing
    : html`<nav class="kinds" aria-label="${label}"><ul>${all.map(
        (choice) =>
          html`<li><a href="${address(choice)}"${
            choice === chosen && html` aria-current="page"`
          }>${word(choice)}</a></li>`,
      )}</ul></nav>`

function list(
  context: RenderContext,
  name: ReportName,
  kind: Kind,
  language: string,
  rows: readonly NamedFinding[],
): Html {
  const { quality } = context.texts
  const found = report(name)
  const at = found.mendedAt(kind, language)
  const items = rows.map((row) => {
    const { address, label } = shown(context, kind, row)
    const year = row.day.slice(0, 4)
    return html`<li><a href="${address}">${label}</a>${year !== '' && html` <span class="note">${year}</span>`}
${found.isAboutShown && html`<span class="note">${row.about}</span>`}
${row.best_known_id !== null && mergeLink(context, address, label, row.best_known_id)}
<a class="button small" href="${address}${at}" aria-label="${quality.mend}: ${label}">${quality.mend}</a></li>`
  })
  return html`<ul class="findings">${items}</ul>`
}

/** Leads straight to the form in which a record becomes the best known one of those that are the same. */
const mergeLink = (
  { texts: { quality, mergeAndDelete } }: RenderContext,
  address: string,
  label: string,
  into: number,
): Html =>
  html`<a class="button small" href="${address}/merge?with=${into}&amp;chosen=1" rel="nofollow"
aria-label="${quality.mergeOf(label)}">${mergeAndDelete.merge}</a>`

function shown(
  { texts: { quality } }: RenderContext,
  kind: Kind,
  { id, name, series_id, season_number }: NamedFinding,
) {
  if (series_id !== null && season_number !== null) {
    const label = `${name}, ${quality.season(season_number)}`
    return { address: seasonAddress(addressOf('tv', series_id, name), season_number), label }
  }
  const place = kind === 'series' ? 'tv' : kind === 'person' ? 'person' : 'movie'
  return { address: addressOf(place, id, name), label: name || String(id) }
}
