import type { Kind } from '#src/catalogue/kinds.ts'
import { pendingAbout } from '#src/contributions/editing/pending.ts'
import { isFollowing } from '#src/contributions/following/follows.ts'
import { imagesIn } from '#src/contributions/pending-images.ts'
import { locksOf } from '#src/contributions/record-locks.ts'
import { queueAddress } from '../components/page-addresses.ts'
import { undoneLine } from '../history/edits.ts'
import { type Html, html, nothing } from '../html.ts'
import { locksInWords } from '../moderation/lockables.ts'
import type { PageContext } from '../page.ts'
import { section } from '../records/cards.ts'
import type { RecordNotice } from '../records/notice.ts'
import { namesIn, pendingChanges } from './words.ts'

/** On the page of a record: what moderators have locked, and what its reader has written about it and waits. */
export async function recordNotice(context: PageContext, kind: Kind, id: number): Promise<RecordNotice> {
  const { db, viewer } = context
  const waiting = viewer ? await pendingAbout(db, viewer.id, { kind, id }) : []
  const shown = html`${await lockNotice(context, kind, id)}${await ownPending(context, waiting)}`
  return {
    shown,
    ownPictures: imagesIn(waiting, { kind }),
    isFollowing: viewer !== undefined && (await isFollowing(db, viewer.id, { what: 'record', kind, id })),
  }
}

/** So many locks are read without opening anything. */
const locksAtOnce = 3

async function lockNotice(context: PageContext, kind: Kind, id: number): Promise<Html> {
  const locks = await locksOf(context.db, kind, id, context.now)
  if (locks.length === 0) return nothing
  const isOpen = locks.length <= locksAtOnce
  const title = context.texts.moderation.locksHere
  return html`<details class="long-list"${isOpen && html` open`}><summary>${title}</summary>
${locksInWords(context, locks)}</details>`
}

/** What waits is seen by its author alone. */
async function ownPending(context: PageContext, found: Awaited<ReturnType<typeof pendingAbout>>): Promise<Html> {
  const { texts, format } = context
  const { queue } = texts
  if (found.length === 0) return nothing
  const names = await namesIn(context, found)
  const entries = found.map(
    (pending) => html`
<div class="card pending-edit"><p class="hint"><span class="tag">${queue.states.waiting}</span>
<a href="${queueAddress}/${pending.id}"><time datetime="${pending.at}">${format.time(pending.at)}</time></a></p>
${pending.question !== '' && html`<p><strong>${queue.question}:</strong> ${pending.question}</p>`}
${pending.undoes && undoneLine(context, pending.undoes)}
${pendingChanges(context, names, pending)}</div>`,
  )
  return section(queue.yoursHere, html`<p class="note">${queue.yoursHereText}</p>${entries}`)
}
