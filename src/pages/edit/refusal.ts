import type { LockedRecord, RecordLock } from '#src/contributions/record-locks.ts'
import { findEditor, mayEdit } from '#src/contributions/trust.ts'
import { isSourceUrl, maxNoteLength, maxSourceUrlLength } from '#src/groups/edits/shapes.ts'
import { emptyState } from '../components/lists.ts'
import { type Above, smallHead } from '../components/small-head.ts'
import { type Html, html, nothing } from '../html.ts'
import { withNext } from '../local-address.ts'
import { lockedLabel, lockWords } from '../moderation/lockables.ts'
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

/** What moderators have locked, and why. */
export const lockedWords = (context: PageContext, { locks }: Pick<LockedRecord, 'locks'>): Html => html`
<section class="empty" role="alert"><h2>${context.texts.moderation.lockedNow}</h2>${words(context, locks)}</section>`

const words = (context: PageContext, locks: readonly RecordLock[]): Html[] =>
  locks.map((lock) => lockWords(context, lock, lockedLabel(context, lock)))

/** On top of a form, before anybody types in vain. */
export const lockNotice = (context: PageContext, locks: readonly RecordLock[]): Html =>
  locks.length === 0
    ? nothing
    : html`<section class="empty"><h2>${context.texts.moderation.lockedForYou}</h2>${words(context, locks)}</section>`

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
  return {
    ...(note.length > maxNoteLength && { note: edit.tooLong(maxNoteLength) }),
    ...(source !== '' && !isSourceUrl(source) && { source_url: edit.sourceWrong }),
    ...(source.length > maxSourceUrlLength && { source_url: edit.tooLong(maxSourceUrlLength) }),
  }
}
