import { buttonForm } from '../components/form.ts'
import { type Html, html } from '../html.ts'
import type { RenderContext } from '../page.ts'

/** Adds a title to the watchlist of the person who is signed in, or removes it; others are asked to sign in. */
export function watchlistButton(
  context: RenderContext,
  media_type: 'movie' | 'tv',
  media_id: number,
  address: string,
  isListed: boolean | undefined,
): Html {
  const { catalogue } = context.texts
  if (!context.viewer)
    return html`<p class="actions">
<a class="button" href="/login?next=${encodeURIComponent(address)}">${catalogue.signInForWatchlist}</a></p>`
  const fields = { media_type, media_id, watchlist: isListed ? '' : 'on', next: address }
  const label = isListed ? catalogue.removeFromWatchlist : catalogue.addToWatchlist
  const className = isListed ? 'button' : 'button primary'
  return html`<div class="actions">${buttonForm(context, '/watchlist', label, { fields, className })}</div>`
}
