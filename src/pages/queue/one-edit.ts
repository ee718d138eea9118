import { type DiffersNow, digestOfDifferences } from '#src/contributions/editing/decide.ts'
import { isMade } from '#src/contributions/editing/new-ids.ts'
import { findAnyPending, type Pending } from '#src/contributions/editing/pending.ts'
import { maxReasonLength } from '#src/contributions/moderation.ts'
import { blank, buttonForm, errorSummary, type Filled, form, textArea } from '../components/form.ts'
import { emptyState } from '../components/lists.ts'
import { queueAddress } from '../components/page-addresses.ts'
import { reasonField } from '../components/reason.ts'
import { recordsNamed } from '../history/records.ts'
import { type Html, html, nothing } from '../html.ts'
import { type PageContext, type PageView, page } from '../page.ts'
import { rowId } from '../row-id.ts'
import { entry, imagesLater, mayJudge } from './entry.ts'
import { type Names, namesIn, pendingDifferences } from './words.ts'

/** One edit, for its author and for those who look at edits. */
export const one = page(`GET ${queueAddress}/{edit}`, {
  access: 'account',
  async handle(context) {
    const { db, viewer, params } = context
    const id = rowId(params.edit)
    const pending = id === undefined ? undefined : await findAnyPending(db, id)
    if (!pending) return undefined
    const isOwn = pending.account_id === viewer.id
    if (!isOwn && !(await mayJudge(db, viewer))) return undefined
    return onePage(context, pending, isOwn)
  },
})

/** What there is to say about an edit before it can be decided. */
type Problem = { filled?: Filled; message?: string; differing?: DiffersNow }

export async function onePage(
  context: PageContext,
  pending: Pending,
  isOwn: boolean,
  { filled = blank, message, differing }: Problem = {},
): Promise<PageView> {
  const { queue } = context.texts
  const names = await namesIn(context, [pending], differing?.differences)
  const recordAddress = await addressOfRecord(context, pending)
  const below =
    pending.status !== 'waiting' ? nothing : isOwn ? ownActs(context, pending, filled) : acts(context, pending, filled)
  const isWrong = Object.keys(filled.errors).length > 0
  const isProblem = message !== undefined || differing !== undefined
  return {
    title: queue.one[pending.status],
    isPrivate: true,
    ...((isWrong || isProblem) && { http: isWrong ? 422 : 409 }),
    main: html`
<p><a href="${queueAddress}">${isOwn ? queue.own : queue.title}</a></p>
<h1>${queue.one[pending.status]}</h1>
${recordAddress && html`<p class="actions"><a class="button" href="${recordAddress}">${queue.toRecord}</a></p>`}
${errorSummary(context, filled)}
${message !== undefined && emptyState(queue.differs, message)}
${differing && conflict(context, names, pending, differing)}
${entry(context, names, { pending, isJudge: !isOwn, isWhole: true }, below)}`,
  }
}

/** Where the record is that an edit changes, unless it makes one. */
async function addressOfRecord(context: PageContext, { records }: Pending): Promise<string | undefined> {
  const last = records.at(-1)
  if (!last || isMade(last) || last.id === undefined) return undefined
  const { kind, id } = last
  return (await recordsNamed(context, [{ kind, id }])).get(`${kind} ${id}`)?.address
}

function conflict(context: PageContext, names: Names, { id }: Pending, { differences }: DiffersNow): Html {
  const { queue } = context.texts
  const choice = html`
<input type="hidden" name="seen" value="${digestOfDifferences(differences)}">
<p class="actions"><button class="button" name="act" value="mine">${queue.takeAuthors}</button>
<button class="button primary" name="act" value="theirs">${queue.keepPresent}</button></p>`
  return html`
<section class="edit-conflicts" role="alert"><h2>${queue.differs}</h2><p>${queue.differsText}</p>
${pendingDifferences(context, names, differences)}
${form(context, `${queueAddress}/${id}`, choice)}</section>`
}

const isOpen = ({ errors }: Filled, name: string): Html => (errors[name] ? html` open` : nothing)

/** Accept, refuse with a reason, or ask the author. */
function acts(context: PageContext, { id }: Pending, filled: Filled): Html {
  const { queue } = context.texts
  const to = `${queueAddress}/${id}`
  const refusing = html`${reasonField(context, filled, queue.reasonHint)}
<p class="actions"><button class="button danger" name="act" value="refuse">${queue.refuse}</button></p>`
  const asking = html`${words(context, filled, queue.question, queue.questionHint)}
<p class="actions"><button class="button" name="act" value="ask">${queue.ask}</button></p>`
  return html`
${buttonForm(context, to, queue.accept, { fields: { act: 'accept' }, className: 'button primary' })}
<details${isOpen(filled, 'words')}><summary>${queue.ask}</summary>${form(context, to, asking)}</details>
<details${isOpen(filled, 'reason')}><summary>${queue.refuse}</summary>${form(context, to, refusing)}</details>`
}

/** Answer a question, or take the edit back. */
function ownActs(context: PageContext, pending: Pending, filled: Filled): Html {
  const { id, question } = pending
  const { queue } = context.texts
  const to = `${queueAddress}/${id}`
  const answering = html`${words(context, filled, queue.answer, queue.answerHint)}
<p class="actions"><button class="button primary" name="act" value="answer">${queue.sendAnswer}</button></p>`
  return html`
${imagesLater(context, pending)}
${question !== '' && form(context, to, answering)}
${buttonForm(context, to, queue.withdraw, { fields: { act: 'withdraw' }, className: 'button danger' })}`
}

const words = (context: PageContext, filled: Filled, label: string, hint: string): Html =>
  textArea(context, filled, { name: 'words', label, hint, rows: 3, maxLength: maxReasonLength, isRequired: true })
