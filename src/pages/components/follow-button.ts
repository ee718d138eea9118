import { type Followable, followedAs, isFollowing } from '#src/contributions/following/follows.ts'
import { type Html, html, nothing } from '../html.ts'
import type { PageContext, RenderContext } from '../page.ts'
import { buttonForm } from './form.ts'

/** Where people see what they follow, and begin and end that. The address is older than the word. */
export const following = '/watching'

type Named = { what: Followable; of: string; next: string }
type Look = { labels: readonly [follow: string | Html, stop: string | Html]; className?: string }

/** The button that begins to follow something, or ends it; nothing for whoever is not signed in. */
export const followButton = (context: RenderContext, { what, of, next }: Named, isOn: boolean, look?: Look): Html => {
  const { viewer, texts } = context
  if (!viewer) return nothing
  const { labels = [texts.following.follow, texts.following.stop], className = 'button' } = look ?? {}
  const fields = { what, of, watch: isOn ? '' : 'on', next }
  return buttonForm(context, following, labels[isOn ? 1 : 0], { className, fields })
}

/** The same on its own line, for an account or a search that the viewer may not know the state of. */
export async function followLine(context: PageContext, named: Named): Promise<Html> {
  const { viewer, db, texts } = context
  const { what, of, next } = named
  const followed = viewer && (await followedAs(db, what, of))
  // Nobody follows their own edits.
  if (!followed || (followed.what === 'account' && followed.id === viewer.id)) return nothing
  const { followSearch, stopSearch, followEdits, stopEdits, followMember, stopMember } = texts.following
  const ofAccount = next.startsWith('/@') ? ([followMember, stopMember] as const) : ([followEdits, stopEdits] as const)
  const labels = what === 'account' ? ofAccount : ([followSearch, stopSearch] as const)
  const isOn = await isFollowing(db, viewer.id, followed)
  return html`<div class="actions follow-line">${followButton(context, named, isOn, { labels })}</div>`
}
