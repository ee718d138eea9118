import { findSubject, type Reportable, reportables, type Subject } from '#src/contributions/report-subjects.ts'
import { report as add, maxReportWords, reportReasons } from '#src/contributions/reports.ts'
import { blank, errorSummary, type Filled, form, radios, textArea } from '../components/form.ts'
import { orWait } from '../components/wait-page.ts'
import { html } from '../html.ts'
import { type PageContext, type PageView, page, redirect } from '../page.ts'
import { address } from '../records/report-link.ts'

type Named = { what: Reportable; of: string; subject: Subject }

async function namedIn({ db }: PageContext, given: { what: string; of: string }): Promise<Named | undefined> {
  const what = reportables.find((one) => one === given.what)
  const subject = what && (await findSubject(db, what, given.of))
  return what && subject && { what, of: subject.of, subject }
}

/** Asks what is wrong with something. */
export const ask = page(`GET ${address}`, {
  access: 'account',
  query: ['what', 'of'],
  async handle(context) {
    const named = await namedIn(context, context.query)
    return named && view(context, named, blank)
  },
})

export const report = page(`POST ${address}`, {
  access: 'account',
  form: ['what', 'of', 'why', 'words'],
  async handle(context) {
    const { write, form: values, texts } = context
    const named = await namedIn(context, values)
    if (!named) return undefined
    const reason = reportReasons.find((one) => one === values.why)
    const words = values.words.trim()
    const errors = {
      ...(!reason && { why: texts.moderation.chooseReason }),
      ...(words.length > maxReportWords && { words: texts.moderation.wordsTooLong(maxReportWords) }),
    }
    if (!reason || Object.keys(errors).length > 0) return { ...view(context, named, { values, errors }), http: 422 }
    const { what, of, subject } = named
    const told = { new: 'moderation.reported', again: 'moderation.reportedBefore' } as const
    const reporting = write(add, { what, of, reason, words })
    return reporting.then(
      (outcome) => outcome && redirect(subject.address, told[outcome]),
      orWait(context, subject.address),
    )
  },
})

function view(context: PageContext, { what, of, subject }: Named, filled: Filled): PageView {
  const { moderation } = context.texts
  const title = moderation.reportTitle(moderation.things[what], subject.title)
  const fields = html`
<input type="hidden" name="what" value="${what}"><input type="hidden" name="of" value="${of}">
${radios(context, filled, {
  name: 'why',
  label: moderation.why,
  options: reportReasons.map((reason) => [reason, moderation.reasons[reason]] as const),
})}
${textArea(context, filled, {
  name: 'words',
  label: moderation.words,
  hint: moderation.wordsHint,
  rows: 4,
  maxLength: maxReportWords,
})}
<p class="actions"><button class="button primary">${moderation.report}</button>
<a class="button" href="${subject.address}">${moderation.back}</a></p>`
  return {
    title,
    isPrivate: true,
    main: html`
<h1>${title}</h1>
<p>${moderation.reportText}</p>
${errorSummary(context, filled)}
${form(context, address, fields)}`,
  }
}
