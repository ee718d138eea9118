import { StatementError } from '#src/catalogue/statements/check.ts'
import { acceptEdit, DiffersNow, digestOfDifferences, refuseEdit } from '#src/contributions/editing/decide.ts'
import {
  findWaiting,
  queuePageSize,
  type Waiting,
  waitingOf,
  waitingQueue,
} from '#src/contributions/editing/waiting.ts'
import { reasonField, requiredReason } from '../admin/reason.ts'
import { blank, errorSummary, type Filled, form } from '../components/form.ts'
import { emptyState } from '../components/lists.ts'
import { type Html, html, nothing } from '../html.ts'
import { type PageContext, type PageView, page, redirect } from '../page.ts'
import { rowId } from '../row-id.ts'
import { type Names, namesIn, titleOf, waitingChanges, waitingDifferences } from './words.ts'

const address = '/queue'

/** What waits: everything for moderators, and their own for everybody else. */
const list = page(`GET ${address}`, {
  access: 'account',
  query: ['after'],
  async handle(context) {
    const { db, viewer, query, texts } = context
    const { queue } = texts
    const judges = viewer.role !== 'member'
    const found = judges
      ? await waitingQueue(db, { after: rowId(query.after) ?? 0, reader: viewer.id })
      : await waitingOf(db, viewer.id)
    const names = await namesIn(db, found)
    const last = judges && found.length === queuePageSize ? found.at(-1) : undefined
    const empty = judges ? emptyState(queue.none, queue.noneText) : emptyState(queue.ownNone, queue.ownNoneText)
    const title = judges ? queue.title : queue.own
    return {
      title,
      isPrivate: true,
      main: html`
<h1>${title}</h1>
<p>${judges ? queue.lead : queue.ownLead}</p>
${found.length === 0 && empty}
${found.map((waiting) => entry(context, names, waiting, judges && decision(context, waiting)))}
${last && html`<p><a class="button" rel="next" href="${address}?after=${last.id}">${queue.next}</a></p>`}`,
    }
  },
})

/** Accepts or refuses an edit that waits. */
const decide = page(`POST ${address}/{edit}`, {
  access: 'moderator',
  form: ['act', 'reason', 'seen'],
  async handle(context) {
    const { db, viewer, now, params, form: sent, texts } = context
    const id = rowId(params.edit)
    const waiting = id === undefined ? undefined : await findWaiting(db, id)
    if (!waiting) return redirect(address, 'queue.decided')
    const names = await namesIn(db, [waiting])
    const judgement = { id: waiting.id, moderator_id: viewer.id, title: titleOf(context, names, waiting), now }
    if (sent.act === 'refuse') {
      const { reason, errors } = requiredReason(context, sent.reason)
      if (errors) return again(context, names, waiting, { filled: { values: sent, errors } })
      const isDone = await refuseEdit(db, { ...judgement, reason })
      return redirect(address, isDone ? 'queue.refused' : 'queue.decided')
    }
    const isSettled = sent.act === 'mine' || sent.act === 'theirs'
    const settlement = isSettled ? { seen: sent.seen, isAuthors: sent.act === 'mine' } : undefined
    try {
      const isDone = await acceptEdit(db, judgement, settlement)
      return redirect(address, isDone ? 'queue.accepted' : 'queue.decided')
    } catch (error) {
      if (error instanceof StatementError) return again(context, names, waiting, { message: texts.queue.wrong })
      if (!(error instanceof DiffersNow)) throw error
      if (error.isGone) return again(context, names, waiting, { message: texts.queue.gone })
      return again(context, names, waiting, { differing: error })
    }
  },
})

type Problem = { filled?: Filled; message?: string; differing?: DiffersNow }

/** One edit, about which there is something to say before it can be decided. */
function again(
  context: PageContext,
  names: Names,
  waiting: Waiting,
  { filled = blank, message, differing }: Problem,
): PageView {
  const { queue } = context.texts
  const choice =
    differing &&
    html`
<input type="hidden" name="seen" value="${digestOfDifferences(differing.differences)}">
<p class="actions"><button class="button" name="act" value="mine">${queue.takeAuthors}</button>
<button class="button primary" name="act" value="theirs">${queue.keepPresent}</button></p>`
  const conflict =
    differing &&
    html`
<section class="edit-conflicts" role="alert"><h2>${queue.differs}</h2><p>${queue.differsText}</p>
${waitingDifferences(context, differing.differences)}
${form(context, `${address}/${waiting.id}`, choice as Html)}</section>`
  return {
    title: queue.title,
    isPrivate: true,
    http: filled === blank ? 409 : 422,
    main: html`
<h1>${queue.title}</h1>
${errorSummary(context, filled)}
${message !== undefined && emptyState(queue.differs, message)}
${conflict}
${entry(context, names, waiting, decision(context, waiting, filled))}`,
  }
}

function entry(context: PageContext, names: Names, waiting: Waiting, below: Html | false): Html {
  const { texts, format } = context
  const { queue } = texts
  const { id, username, at, note, source_url, status, reason, accepted, refused } = waiting
  return html`
<article class="card" aria-labelledby="waiting-${id}">
<h2 id="waiting-${id}">${titleOf(context, names, waiting)}</h2>
<p class="hint"><span class="tag">${queue.states[status]}</span> ${queue.by} ${username} ·
<time datetime="${at}">${format.time(at)}</time>${
    below && html` · ${queue.byAuthor(format.number(accepted), format.number(refused))}`
  }</p>
${note !== '' && html`<p>${queue.note}: ${note}</p>`}
${source_url !== '' && html`<p>${queue.source}: ${linked(source_url)}</p>`}
${reason !== '' && html`<p>${queue.reason}: ${reason}</p>`}
${waitingChanges(context, names, waiting)}
${below}
</article>`
}

/** An address of a page as a link; anything else stays a text. */
const linked = (given: string): Html =>
  /^https?:\/\//.test(given) ? html`<a href="${given}" rel="nofollow noopener">${given}</a>` : html`${given}`

function decision(context: PageContext, { id }: Waiting, filled: Filled = blank): Html {
  const { queue } = context.texts
  return form(
    context,
    `${address}/${id}`,
    html`
<p class="actions"><button class="button primary" name="act" value="accept">${queue.accept}</button></p>
<details${filled === blank ? nothing : html` open`}><summary>${queue.refuse}</summary>
${reasonField(context, filled, queue.reasonHint)}
<p class="actions"><button class="button danger" name="act" value="refuse">${queue.refuse}</button></p>
</details>`,
  )
}

export const queue = [list, decide]
