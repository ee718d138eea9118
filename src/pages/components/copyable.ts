import { type Html, html } from '../html.ts'
import type { RenderContext } from '../page.ts'

/** The script that shows the buttons of texts to be copied. */
export const copyScript = 'copy.js'

/**
 * A key, a secret or an address in full, and a button that copies it, which the script `copyScript` shows where
 * browsers can. Without it, a click selects the whole text.
 */
export const copyable = ({ texts: { common } }: RenderContext, text: string, id?: string): Html => html`
<p class="copyable"><code class="secret"${id && html` id="${id}"`}>${text}</code>
<button type="button" class="button" data-copy data-done="${common.copied}" hidden>${common.copy}</button></p>`
