import { type Html, html } from '../html.ts'
import type { RenderContext } from '../page.ts'

/**
 * Ways to pass a page on: those of the system where the browser offers them, or else its address and a mail. Nobody
 * besides this server is asked for anything.
 */
export function sharePage({ site, texts: { common } }: RenderContext, address: string, title: string): Html {
  const whole = `${site}${address}`
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(whole)}`
  return html`
<aside class="pass-on" aria-label="${common.share}">
<details data-share="${whole}" data-title="${title}">
<summary>${common.share}</summary>
<p><code class="path">${whole}</code></p>
<p class="actions"><button type="button" class="button" data-copy="${whole}" data-done="${common.copied}" hidden>${
    common.shareLink
  }</button>
<a class="button" href="${mail}">${common.shareMail}</a></p>
</details>
</aside>`
}
