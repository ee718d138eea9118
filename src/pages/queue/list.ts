import { findAccount } from '#src/accounts/accounts.ts'
import { type Pending, pendingOf, pendingQueue, queuePageSize } from '#src/contributions/editing/pending.ts'
import { maxReasonLength } from '#src/contributions/moderation.ts'
import { mayJudge } from '#src/contributions/trust.ts'
import { buttonForm } from '../components/form.ts'
import { emptyState, nextStep } from '../components/lists.ts'
import { queueAddress } from '../components/page-addresses.ts'
import { formTokenField } from '../form-token.ts'
import { type Html, html, nothing } from '../html.ts'
import { moderationPage } from '../moderation/frame.ts'
import { type PageContext, page } from '../page.ts'
import { rowId } from '../row-id.ts'
import { entry, imagesLater } from './entry.ts'
import { type Names, namesIn, titleOf } from './words.ts'

/** The id of no account. */
const nobody = 0

/** What waits: everything for those who look at edits, and their own for everybody else. */
export const list = page(`GET ${queueAddress}`, {
  access: 'account',
  query: ['after', 'of', 'choose'],
  async handle(context) {
    const { db, viewer, query } = context
    if (!(await mayJudge(db, viewer))) return ownList(context, await pendingOf(db, viewer.id))
    const of = query.of.trim()
    const author = of === '' ? undefined : ((await findAccount(db, of))?.id ?? nobody)
    // One's own edits wait for others.
    if (author === viewer.id) return ownList(context, await pendingOf(db, viewer.id))
    const found = await pendingQueue(db, { after: rowId(query.after) ?? 0, reader: viewer.id, author })
    const names = await namesIn(context, found)
    const { queue } = context.texts
    const last = found.length === queuePageSize ? found.at(-1) : undefined
    const at = (more: Record<string, string>) =>
      `${queueAddress}?${new URLSearchParams({ ...(of !== '' && { of }), ...more })}`
    const isAll = query.choose === 'all'
    const here = at({ ...(query.after !== '' && { after: query.after }), ...(!isAll && { choose: 'all' }) })
    const title = of === '' ? queue.title : queue.ofAuthor(of)
    const content = html`
<p>${queue.lead}</p>
${found.length > 1 && html`<p><a class="button" href="${here}">${isAll ? queue.chooseNone : queue.chooseAll}</a></p>`}
${found.length === 0 && emptyState(queue.none, queue.noneText, nextStep('/edits', context.texts.history.allEdits))}
${found.map((pending) =>
  entry(context, names, { pending, isJudge: true }, short(context, pending, titleOf(context, names, pending), isAll)),
)}
${found.length > 0 && many(context, of)}
${last && html`<p><a class="button" rel="next" href="${at({ after: `${last.id}` })}">${queue.next}</a></p>`}`
    if (viewer.role !== 'member') return moderationPage(context, 'queue', title, content)
    return { title, isPrivate: true, main: html`<h1>${title}</h1>${content}` }
  },
})

async function ownList(context: PageContext, found: readonly Pending[]) {
  const { queue } = context.texts
  const names: Names = await namesIn(context, found)
  return {
    title: queue.own,
    isPrivate: true,
    main: html`
<h1>${queue.own}</h1>
<p>${queue.ownLead}</p>
${found.length === 0 && emptyState(queue.ownNone, queue.ownNoneText, nextStep('/quality', context.texts.quality.title))}
${found.map((pending) => entry(context, names, { pending, isJudge: false }, toOwn(context, pending)))}`,
  }
}

/** Where its author answers a question about an edit, or takes it back. */
function toOwn(context: PageContext, pending: Pending): Html {
  const { queue } = context.texts
  const { id, status, question, answer } = pending
  if (status !== 'waiting') return nothing
  const label = question !== '' && answer === '' ? queue.toAnswer : queue.toWithdraw
  return html`${imagesLater(context, pending)}
<p class="actions"><a class="button" href="${queueAddress}/${id}">${label}</a></p>`
}

/** What one click does about an edit; the rest is on its own page. */
const short = (context: PageContext, { id }: Pending, title: string, isChosen: boolean): Html => html`
<div class="actions">
<div class="choice"><input type="checkbox" id="edit-${id}" name="edit-${id}" form="many"${isChosen && html` checked`}>
<label for="edit-${id}">${context.texts.queue.choose}<span class="unseen">: ${title}</span></label></div>
${buttonForm(context, `${queueAddress}/${id}`, context.texts.queue.accept, { fields: { act: 'accept' } })}
<a class="button" href="${queueAddress}/${id}">${context.texts.queue.more}</a>
</div>`

/** Decides about all edits that are chosen above. */
const many = ({ texts: { queue }, formToken }: PageContext, of: string): Html => html`
<form class="form card" id="many" method="post" action="${queueAddress}" novalidate>
<input type="hidden" name="${formTokenField}" value="${formToken}">
<input type="hidden" name="of" value="${of}">
<h2>${queue.many}</h2>
<div class="field"><label for="reason">${queue.reason}</label><p class="hint" id="reason-hint">${queue.reasonHint}</p>
<textarea id="reason" name="reason" rows="2" maxlength="${maxReasonLength}" aria-describedby="reason-hint"></textarea>
</div>
<p class="actions"><button class="button primary" name="act" value="accept">${queue.acceptMany}</button>
<button class="button danger" name="act" value="refuse">${queue.refuseMany}</button></p>
</form>`
