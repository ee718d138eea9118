import { isKind } from '#src/catalogue/kinds.ts'
import { isWebAddress } from '#src/contract/web-address.ts'
import { isMade } from '#src/contributions/editing/new-ids.ts'
import type { Pending } from '#src/contributions/editing/pending.ts'
import { isUsername } from '#src/credentials/rules.ts'
import { queueAddress } from '../components/page-addresses.ts'
import { undoneLine } from '../history/edits.ts'
import { type Html, html, nothing } from '../html.ts'
import type { PageContext } from '../page.ts'
import { type Names, pendingChanges, titleOf } from './words.ts'

type Entry = { pending: Pending; isJudge: boolean; isWhole?: boolean }

/** An edit that waits or waited: who wrote it, why, what it changes, and what was asked. */
export function entry(context: PageContext, names: Names, { pending, isJudge, isWhole }: Entry, below: Html): Html {
  const { texts, format } = context
  const { queue } = texts
  const { id, at, note, source_url, status, reason, question, answer, undoes } = pending
  const title = titleOf(context, names, pending)
  return html`
<article class="card" aria-labelledby="pending-${id}">
<h2 id="pending-${id}">${isWhole ? title : html`<a href="${queueAddress}/${id}">${title}</a>`}</h2>
<p class="hint"><span class="tag">${queue.states[status]}</span> ${author(context, pending, isJudge)} ·
<time datetime="${at}">${format.time(at)}</time></p>
${undoes && undoneLine(context, undoes)}
${note !== '' && html`<p>${queue.note}: ${note}</p>`}
${source_url !== '' && html`<p>${queue.source}: ${linked(source_url)}</p>`}
${reason !== '' && html`<p>${queue.reason}: ${reason}</p>`}
${question !== '' && html`<p><strong>${queue.question}:</strong> ${question}</p>`}
${answer !== '' && html`<p><strong>${queue.answer}:</strong> ${answer}</p>`}
${pendingChanges(context, names, pending)}
${below}
</article>`
}

/** To the author of a new record that waits: it has no page yet to which pictures could be added. */
export function imagesLater({ texts: { pictures } }: PageContext, { records }: Pending): Html {
  const last = records.at(-1)
  return last && isMade(last) && isKind(last.kind) ? html`<p class="hint">${pictures.onceAccepted}</p>` : nothing
}

/** Who wrote an edit; those who look at edits see what else the author did. */
function author({ texts: { queue }, format, viewer }: PageContext, pending: Pending, isJudge: boolean): Html {
  const { username, accepted, refused } = pending
  if (!isJudge || !isUsername(username)) return html`${queue.by} ${username}`
  const name =
    viewer?.role === 'member' ? html`${username}` : html`<a href="/moderation/member/${username}">${username}</a>`
  return html`${queue.by} ${name} · ${queue.byAuthor(format.number(accepted), format.number(refused))} ·
<a href="/edits?person=${username}" rel="nofollow">${queue.allOfAuthor}</a> ·
<a href="${queueAddress}?of=${username}" rel="nofollow">${queue.pendingOfAuthor}</a>`
}

/** An address of a page as a link; anything else stays a text. */
const linked = (given: string): Html =>
  isWebAddress(given) ? html`<a href="${given}" rel="nofollow noopener">${given}</a>` : html`${given}`
