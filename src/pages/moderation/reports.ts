import { maxReasonLength } from '#src/contributions/moderation.ts'
import { findSubject } from '#src/contributions/report-subjects.ts'
import {
  answerReports,
  findReport,
  type Report,
  reportQueue,
  reportsAbout,
  reportsOnPage,
} from '#src/contributions/reports.ts'
import { isUsername } from '#src/credentials/rules.ts'
import { blank, errorSummary, type Filled, form, textArea } from '../components/form.ts'
import { emptyState, nextStep } from '../components/lists.ts'
import { requiredReason } from '../components/reason.ts'
import { type Html, html, nothing } from '../html.ts'
import { type PageContext, page, redirect } from '../page.ts'
import { rowId } from '../row-id.ts'
import { moderationPage } from './frame.ts'
import { memberAddress } from './member.ts'

const address = '/moderation/reports'

/** What people have reported, the oldest first, each thing once. */
export const reports = page(`GET ${address}`, {
  access: 'moderator',
  query: ['after'],
  async handle(context) {
    const { db, query, texts } = context
    const { moderation, queue } = texts
    const found = await reportQueue(db, rowId(query.after) ?? 0)
    const entries = await Promise.all(
      found.map((report) =>
        entry(
          context,
          report,
          html`<p class="actions"><a class="button" href="${address}/${report.id}">${moderation.answerThis}</a></p>`,
        ),
      ),
    )
    const last = found.length === reportsOnPage ? found.at(-1) : undefined
    const toLog = nextStep('/moderation/log', texts.audit.wholeLog)
    const content = html`
<p>${moderation.reportsLead}</p>
${found.length === 0 && emptyState(moderation.noReports, moderation.noReportsText, toLog)}
${entries}
${last && html`<p><a class="button" rel="next" href="${address}?after=${last.id}">${queue.next}</a></p>`}`
    return moderationPage(context, 'reports', moderation.places.reports, content)
  },
})

/** One thing that was reported, and the answer to everybody who has reported it. */
export const oneReport = page(`GET ${address}/{id}`, {
  access: 'moderator',
  async handle(context) {
    const report = await reportIn(context)
    return report && view(context, report, blank)
  },
})

export const answer = page(`POST ${address}/{id}`, {
  access: 'moderator',
  form: ['act', 'answer'],
  async handle(context) {
    const { db, writable, viewer, now, form: values } = context
    const report = await reportIn(context)
    if (!report) return redirect(address, 'moderation.unchanged')
    const { reason, errors } = requiredReason(context, values.answer)
    if (errors) {
      const filled = { values, errors: { answer: errors.reason } }
      return { ...(await view(context, report, filled)), http: 422 }
    }
    const { what, subject } = report
    const title = (await findSubject(db, what, subject))?.title ?? ''
    const given = { what, subject, title, isUpheld: values.act === 'uphold', answer: reason }
    const count = await answerReports(writable, given, { by: viewer.id, now })
    return redirect(address, count > 0 ? 'moderation.answered' : 'moderation.unchanged')
  },
})

async function reportIn({ db, params }: PageContext<'id'>): Promise<Report | undefined> {
  const id = rowId(params.id)
  return id === undefined ? undefined : findReport(db, id)
}

async function view(context: PageContext, report: Report, filled: Filled) {
  const { moderation } = context.texts
  const fields = html`
${textArea(context, filled, {
  name: 'answer',
  label: moderation.answer,
  hint: moderation.answerHint,
  rows: 3,
  maxLength: maxReasonLength,
  isRequired: true,
})}
<p class="actions"><button class="button primary" name="act" value="uphold">${moderation.uphold}</button>
<button class="button" name="act" value="dismiss">${moderation.dismiss}</button></p>`
  const content = html`
${errorSummary(context, filled)}
${await entry(context, report, nothing)}
${form(context, `${address}/${report.id}`, fields)}`
  return moderationPage(context, 'reports', moderation.answerThis, content)
}

async function entry(context: PageContext, { id, what, subject: of }: Report, below: Html): Promise<Html> {
  const { db, texts, format } = context
  const { moderation } = texts
  const [subject, all] = await Promise.all([findSubject(db, what, of), reportsAbout(db, what, of)])
  const title = subject
    ? html`<a href="${subject.address}">${moderation.things[what]}: ${subject.title}</a>`
    : html`${moderation.things[what]}: ${moderation.gone}`
  const made = all.map(
    ({ username, at, reason, words }) => html`
<li><strong>${moderation.reasons[reason]}</strong>${words && html`: ${words}`}
<span class="note">${
      isUsername(username) ? html`<a href="${memberAddress(username)}">${username}</a>` : username
    } · <time datetime="${at}">${format.time(at)}</time></span></li>`,
  )
  return html`
<article class="card" aria-labelledby="report-${id}"><h2 id="report-${id}">${title}</h2><ul>${made}</ul>
${below}</article>`
}
