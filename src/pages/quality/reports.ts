import { languagesOf, numberByDay, presentNumbers } from '#src/quality/findings.ts'
import { type ReportName, report, reportNames } from '#src/quality/reports.ts'
import { html } from '../html.ts'
import { page, type RenderContext } from '../page.ts'
import { numberChart } from './number-chart.ts'

/** The address of a report of one kind. */
export const reportAddress = (name: ReportName, kind: string, language = ''): string =>
  `/quality/${name}?${new URLSearchParams({ kind, ...(language !== '' && { language }) })}`

/** The language in which a report misses texts: that of the page, where it has one. */
export const languageIn = (name: ReportName, { language }: Pick<RenderContext, 'language'>, asked = ''): string => {
  const languages = languagesOf(name)
  return [asked, language].find((code) => languages.includes(code)) ?? (languages[0] as string)
}

/** All reports, each with its numbers and how they have changed. */
export const reportsPage = page('GET /quality', {
  access: 'anyone',
  async handle(context) {
    const { db, format, texts } = context
    const { quality } = texts
    const numbers = await presentNumbers(db)
    const sections = await Promise.all(
      reportNames.map(async (name) => {
        const language = languageIn(name, context)
        const rows = await Promise.all(
          report(name).kinds.map(async (kind) => {
            const number = numbers.find((row) => row.report === name && row.kind === kind && row.language === language)
            const kindWord = quality.kinds[kind as keyof typeof quality.kinds]
            const days = await numberByDay(db, { name, kind, language })
            return html`<li><a href="${reportAddress(name, kind, language)}">${kindWord}</a>
<span class="note">${format.number(number?.found ?? 0)}</span>
${numberChart(context, quality.overTime(`${quality.names[name]}, ${kindWord}`), days)}</li>`
          }),
        )
        return html`<section class="report"><h2>${quality.names[name]}</h2><p class="hint">${quality.hints[name]}</p>
<ul class="report-numbers">${rows}</ul></section>`
      }),
    )
    return {
      title: quality.title,
      main: html`<h1>${quality.title}</h1><p>${quality.lead}</p><div class="reports">${sections}</div>`,
    }
  },
})
