import { type Html, html, nothing } from '../html.ts'
import type { RenderContext } from '../page.ts'

/** In place of an empty list: why it is empty, and what to do about it. */
export const emptyState = (title: string, text: string, action: Html = nothing): Html => html`
<div class="empty"><h2>${title}</h2><p>${text}</p>${action}</div>`

type Paged = { page: number; total_pages: number }

/** Thrown where a page of a list is asked for that is beyond its end; the way back is the last page. */
export class BeyondEnd extends Error {
  override name = 'BeyondEnd'
  readonly page: number
  readonly last: number
  readonly address: string
  constructor({ page, last, address }: { page: number; last: number; address: string }) {
    super(`There is no page ${page}`)
    this.page = page
    this.last = last
    this.address = address
  }
}

export function refuseBeyondEnd({ page, total_pages }: Paged, address: (page: number) => string) {
  const last = Math.max(total_pages, 1)
  if (page > last) throw new BeyondEnd({ page, last, address: address(last) })
}

/**
 * Links to the previous and the next page; nothing if there is only one page. `address` gives that of a page number.
 */
export function pagination(
  { texts: { common } }: RenderContext,
  { page, total_pages }: Paged,
  address: (page: number) => string,
): Html {
  refuseBeyondEnd({ page, total_pages }, address)
  if (total_pages <= 1) return nothing
  return html`
<nav class="pagination" aria-label="${common.pages}">
${page > 1 && html`<a class="button" rel="prev" href="${address(page - 1)}">${common.previousPage}</a>`}
<span>${common.pageOf(page, total_pages)}</span>
${page < total_pages && html`<a class="button" rel="next" href="${address(page + 1)}">${common.nextPage}</a>`}
</nav>`
}
