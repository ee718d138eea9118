import { maxQueryLength } from '#src/search/reading.ts'
import { type Html, html } from '../html.ts'
import type { RenderContext } from '../page.ts'
import { pageLanguageTag } from './languages.ts'

/** The field that searches the catalogue. Its script suggests titles and people while somebody types. */
export const searchField = (context: RenderContext, { id, query = '' }: { id: string; query?: string }): Html => {
  const { search, suggestions } = context.texts.common
  const suggesting = html`data-suggest="${pageLanguageTag(context)}" data-suggestions="${suggestions}"`
  return html`<input type="search" id="${id}" name="query" value="${query}" placeholder="${search}"
maxlength="${maxQueryLength}" ${suggesting}>`
}
