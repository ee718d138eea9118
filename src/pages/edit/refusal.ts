import { findEditor, mayEdit } from '#src/contributions/trust.ts'
import { emptyState } from '../components/lists.ts'
import { html } from '../html.ts'
import type { PageContext, PageView } from '../page.ts'

/** Why somebody may not edit; undefined if they may, or if nobody is signed in. */
export async function refusal({ db, viewer, texts }: PageContext, name: string): Promise<PageView | undefined> {
  const { edit } = texts
  if (!viewer) return undefined
  const allowed = mayEdit(await findEditor(db, viewer.id))
  if (allowed === 'yes') return undefined
  const [title, text] =
    allowed === 'unverified' ? [edit.unverified, edit.unverifiedText] : [edit.suspended, edit.suspendedText]
  return {
    title: edit.editOf(name),
    isPrivate: true,
    http: 403,
    main: html`<h1>${edit.editOf(name)}</h1>${emptyState(title, text)}`,
  }
}
