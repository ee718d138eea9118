import { isWatched, type Watchable, watchedAs } from '#src/contributions/watching/watches.ts'
import { type Html, html, nothing } from '../html.ts'
import type { PageContext, RenderContext } from '../page.ts'
import { buttonForm } from './form.ts'

/** Where watches are listed, begun and ended. */
export const watching = '/watching'

type Named = { what: Watchable; of: string; next: string }
type Look = { labels: readonly [watch: string | Html, stop: string | Html]; className?: string }

/** The button that begins to watch something, or ends it; nothing for whoever is not signed in. */
export const watchButton = (context: RenderContext, { what, of, next }: Named, isOn: boolean, look?: Look): Html => {
  const { viewer, texts } = context
  if (!viewer) return nothing
  const { labels = [texts.watching.watch, texts.watching.stop], className = 'button' } = look ?? {}
  const fields = { what, of, watch: isOn ? '' : 'on', next }
  return buttonForm(context, watching, labels[isOn ? 1 : 0], { className, fields })
}

/** The same on its own line, for an account or a search that the viewer may not know the state of. */
export async function watchLine(context: PageContext, named: Named): Promise<Html> {
  const { viewer, db, texts } = context
  const { what, of } = named
  const watched = viewer && (await watchedAs(db, what, of))
  // Nobody watches their own edits.
  if (!watched || (watched.what === 'account' && watched.id === viewer.id)) return nothing
  const { watchSearch, stopSearch, watchEdits, stopEdits } = texts.watching
  const labels = what === 'account' ? ([watchEdits, stopEdits] as const) : ([watchSearch, stopSearch] as const)
  const isOn = await isWatched(db, viewer.id, watched)
  return html`<div class="actions watch-line">${watchButton(context, named, isOn, { labels })}</div>`
}
