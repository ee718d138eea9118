import { addressesOf } from '#src/groups/plex/providers.ts'
import { keyOfAccountBySecret } from '#src/keys/account-keys.ts'
import { copyable } from '../components/copyable.ts'
import { html } from '../html.ts'
import { page } from '../page.ts'
import { settingsPage } from '../settings/frame.ts'
import { keysAddress, madeAddress } from './overview.ts'

/**
 * Shows a key in full, once. Between the form and this page it is in a cookie that no script can read, so that it is
 * stored nowhere here; reloading the page makes no other key.
 */
export const made = page(`GET ${madeAddress}`, {
  access: 'account',
  async handle(context) {
    const { db, viewer, now, site, format, takeKey } = context
    const { keys } = context.texts
    const secret = takeKey()
    const key = secret && (await keyOfAccountBySecret(db, { account_id: viewer.id, secret, now }))
    const toKeys = html`<p class="actions"><a class="button" href="${keysAddress}">${keys.toKeys}</a></p>`
    if (!key) return settingsPage(context, 'api', html`<p>${keys.shownAlready}</p>${toKeys}`, keys.madeTitle)
    const { name, replaced_ends_at: end } = key
    const old = end !== null && (end <= now.toISOString() ? keys.oldEnded : keys.oldEnds(format.time(end)))
    const plex = html`${addressesOf(site, secret).map((each) => copyable(context, each))}`
    const tried = html`
${copyable(context, secret, 'new-key')}
${old && html`<p>${old}</p>`}
<h3>${keys.tryIt}</h3>
<p>${keys.tryItText}</p>
<pre tabindex="0"><code>curl '${site}/3/authentication?api_key=${secret}'</code></pre>`
    const content = html`
<div class="card new-key">
<h3>${keys.madeFor(name)}</h3>
<p class="warning">${keys.madeOnce}</p>
${key.use === 'plex' ? html`${plex}${old && html`<p>${old}</p>`}` : tried}
</div>
${toKeys}`
    return settingsPage(context, 'api', content, keys.madeTitle)
  },
})
