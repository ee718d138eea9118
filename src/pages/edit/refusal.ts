import { isWebAddress, maxAddressLength } from '#src/contract/web-address.ts'
import type { LockedRecord, RecordLock } from '#src/contributions/record-locks.ts'
import { findEditor, mayEdit } from '#src/contributions/trust.ts'
import { maxNoteLength } from '#src/groups/edits/shapes.ts'
import { emptyState } from '../components/lists.ts'
import { type Above, smallHead } from '../components/small-head.ts'
import { type Html, html, nothing } from '../html.ts'
import { withNext } from '../local-address.ts'
import { locksInWords } from '../moderation/lockables.ts'
import type { PageContext, PageView } from '../page.ts'

/** Why somebody may not edit, in words; undefined if they may, or if nobody is signed in. */
export async function refusalWords({ db, viewer, texts, address }: PageContext): Promise<Html | undefined> {
  const { edit, account } = texts
  if (!viewer) return undefined
  const allowed = mayEdit(await findEditor(db, viewer.id))
  if (allowed === 'yes') return undefined
  if (allowed === 'suspended') return emptyState(edit.suspended, edit.suspendedText)
  const here = withNext('/verify', address)
  const toVerify = html`<p><a class="button" href="${here}">${account.verify.bannerLink}</a></p>`
  return emptyState(edit.unverified, edit.unverifiedText, toVerify)
}

/** What a form says when too much was edited in an hour: it keeps what was typed. */
export const tooMany = ({ texts: { common, account } }: PageContext, seconds: number) =>
  ({ message: emptyState(common.errors.too_many.title, account.wait(seconds)), http: 429 }) as const

/** What moderators have locked, and why. */
export function lockedWords(context: PageContext, { locks }: Pick<LockedRecord, 'locks'>): Html {
  const title = context.texts.moderation.lockedNow
  return html`<section class="empty" role="alert"><h2>${title}</h2>${locksInWords(context, locks)}</section>`
}

/** On top of a form, before anybody types in vain. */
export function lockNotice(context: PageContext, locks: readonly RecordLock[]): Html {
  if (locks.length === 0) return nothing
  const title = context.texts.moderation.lockedForYou
  return html`<section class="empty"><h2>${title}</h2>${locksInWords(context, locks)}</section>`
}

/** The page that says why somebody may not edit, below the head of a record if it is about one. */
export async function refusal(context: PageContext, title: string, about?: Above): Promise<PageView | undefined> {
  const words = await refusalWords(context)
  const head = about ? smallHead(context, about, title) : html`<h1>${title}</h1>`
  return words && { title, isPrivate: true, http: 403, main: html`${head}${words}` }
}

/** What is wrong with the note and the source of an edit, by field. */
export function reasonFaults(
  { texts: { edit } }: PageContext,
  { note = '', source_url = '' }: Readonly<Record<string, string>>,
): Record<string, string> {
  const source = source_url.trim()
  const isLong = source.length > maxAddressLength
  return {
    ...(note.length > maxNoteLength && { note: edit.tooLong(maxNoteLength) }),
    ...(!isLong && source !== '' && !isWebAddress(source) && { source_url: edit.sourceWrong }),
    ...(isLong && { source_url: edit.tooLong(maxAddressLength) }),
  }
}
