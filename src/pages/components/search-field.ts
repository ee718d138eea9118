import { languageTag } from '../catalogue/languages.ts'
import { type Html, html } from '../html.ts'
import type { RenderContext } from '../page.ts'

/** As in the interface; of a longer text only the beginning is searched. */
export const maxQueryLength = 200

/** The field that searches the catalogue. Its script suggests titles and people while somebody types. */
export const searchField = (context: RenderContext, { id, query = '' }: { id: string; query?: string }): Html => {
  const { search, suggestions } = context.texts.common
  const suggesting = html`data-suggest="${languageTag(context)}" data-suggestions="${suggestions}"`
  return html`<input type="search" id="${id}" name="query" value="${query}" placeholder="${search}"
maxlength="${maxQueryLength}" autocomplete="off" autocapitalize="off" spellcheck="false" ${suggesting}>`
}
