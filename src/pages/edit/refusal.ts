import type { LockedRecord } from '#src/contributions/record-locks.ts'
import { findEditor, mayEdit } from '#src/contributions/trust.ts'
import { emptyState } from '../components/lists.ts'
import { type Html, html } from '../html.ts'
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
export function lockedWords(context: PageContext, { locks }: LockedRecord): Html {
  const words = locks.map((lock) => lockWords(context, lock, lockedLabel(context, lock)))
  return html`<section class="empty" role="alert"><h2>${context.texts.moderation.lockedNow}</h2>${words}</section>`
}

/** The page that says why somebody may not edit. */
export async function refusal(context: PageContext, name: string): Promise<PageView | undefined> {
  const title = context.texts.edit.editOf(name)
  const words = await refusalWords(context)
  return words && { title, isPrivate: true, http: 403, main: html`<h1>${title}</h1>${words}` }
}
