import { countUnread } from '#src/accounts/notifications.ts'
import { type Html, html } from '../html.ts'
import type { PageContext, Shown } from '../page.ts'
import type { Viewer } from '../viewer.ts'
import { keysAddress } from './overview.ts'

/**
 * Shows a key in full. It is the answer to the form itself, not a page behind it: the key would have to be kept
 * somewhere in between.
 */
export async function shownKey(
  context: PageContext & { viewer: Viewer },
  { name, secret, more }: { name: string; secret: string; more?: Html },
): Promise<Shown> {
  const { viewer, db, site } = context
  const { keys } = context.texts
  // The notification of this very key.
  viewer.unread = await countUnread(db, viewer.id)
  return {
    title: keys.madeTitle,
    isPrivate: true,
    main: html`
<h1>${keys.madeTitle}</h1>
<div class="card new-key">
<h2>${keys.madeFor(name)}</h2>
<p class="warning">${keys.madeOnce}</p>
<p><code class="secret" id="new-key">${secret}</code></p>
${more}
<h3>${keys.tryIt}</h3>
<p>${keys.tryItText}</p>
<pre tabindex="0"><code>curl '${site}/3/authentication?api_key=${secret}'</code></pre>
</div>
<p class="actions"><a class="button" href="${keysAddress}">${keys.toKeys}</a></p>`,
  }
}
