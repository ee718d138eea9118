import type { RecordKind } from '#src/catalogue/record-kinds.ts'
import { waitingAbout } from '#src/contributions/editing/waiting.ts'
import { section } from '../catalogue/cards.ts'
import { type Html, html, nothing } from '../html.ts'
import type { PageContext } from '../page.ts'
import { address } from './entry.ts'
import { namesIn, waitingChanges } from './words.ts'

/** On the page of a record: what its reader has written about it and waits. Nobody else sees that. */
export async function recordNotice(context: PageContext, kind: RecordKind, id: number): Promise<Html> {
  const { db, viewer, texts, format } = context
  const { queue } = texts
  const found = viewer ? await waitingAbout(db, viewer.id, { kind, id }) : []
  if (found.length === 0) return nothing
  const names = await namesIn(db, found)
  const entries = found.map(
    (waiting) => html`
<div class="card waiting-edit"><p class="hint"><span class="tag">${queue.states.waiting}</span>
<a href="${address}/${waiting.id}"><time datetime="${waiting.at}">${format.time(waiting.at)}</time></a></p>
${waiting.question !== '' && html`<p><strong>${queue.question}:</strong> ${waiting.question}</p>`}
${waitingChanges(context, names, waiting)}</div>`,
  )
  return section(queue.yoursHere, html`<p class="note">${queue.yoursHereText}</p>${entries}`)
}
