import { type Html, html } from '../html.ts'
import type { RenderContext } from '../page.ts'

export type MenuPart = { title: string; links: readonly (readonly [address: string, label: string])[] }

/** Code with a button that copies it, where the browser lets pages do that. */
export const codeBlock = ({ texts }: Pick<RenderContext, 'texts'>, label: string, text: string): Html =>
  html`<pre tabindex="0" role="group" aria-label="${label}" data-copy="${texts.reference.copy}" data-copied="${
    texts.reference.copied
  }"><code>${text}</code></pre>`

/** A page of the documents: a menu beside it. On phones the menu is above it, and closed. */
export const docsFrame = (
  { texts, address }: Pick<RenderContext, 'texts' | 'address'>,
  menu: readonly MenuPart[],
  content: Html,
): Html => {
  const here = address.split('?', 1)[0]
  const parts = menu.map(
    ({ title, links }) =>
      html`<p class="menu-title">${title}</p><ul>${links.map(([to, label]) => {
        const isHere = to.split('?', 1)[0] === here
        return html`<li><a href="${to}"${isHere && html` aria-current="page"`}>${label}</a></li>`
      })}</ul>`,
  )
  return html`
<div class="docs">
<nav class="docs-menu" aria-label="${texts.reference.menu}"><details><summary>${
    texts.reference.menu
  }</summary>${parts}</details></nav>
<article class="docs-page">${content}</article>
</div>`
}
