import { type Html, html, nothing } from './html.ts'
import type { PageView, RenderContext } from './page.ts'

/** Most texts that are shown again. */
const maxTexts = 20
/** Names of fields that nobody should see again. */
const secret = /password|secret|code|token/

/** What somebody wrote into a form that cannot be shown again, to copy it: everything that has more than one word. */
export function typedAgain({ texts: { common } }: RenderContext, form: URLSearchParams): Html {
  const texts = [...form]
    .filter(([name, text]) => !secret.test(name) && /\S\s+\S/.test(text))
    .slice(0, maxTexts)
    .map(([, text]) => text.replaceAll('\0', ''))
  if (texts.length === 0) return nothing
  return html`
<section class="part"><h2>${common.typed}</h2>
<div class="form">${texts.map(
    (text) => html`<div class="field"><textarea readonly rows="4" aria-label="${common.typed}">
${text}</textarea></div>`,
  )}</div></section>`
}

/** A page in place of a form, with what was typed into the form. */
export const withTyped = (context: RenderContext, view: PageView, form: URLSearchParams): PageView => ({
  ...view,
  main: html`${view.main}${typedAgain(context, form)}`,
})
