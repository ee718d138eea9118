import { type Html, html, nothing } from '../html.ts'
import type { RenderContext } from '../page.ts'
import { maxPage } from './page-number.ts'

/** Cards on a page: they fill the rows of every number of columns in the style sheet. The interface has fewer rows. */
export const cardsOnPage = 24

/** In place of an empty list: why it is empty, and what to do about it. */
export const emptyState = (title: string, text: string, action: Html = nothing): Html => html`
<div class="empty"><h2>${title}</h2><p>${text}</p>${action}</div>`

/** The same in a section, below its heading. */
export const emptySection = (title: string, text: string, action: Html = nothing): Html => html`
<div class="empty"><h3>${title}</h3><p>${text}</p>${action}</div>`

/** What somebody does next where a list is empty. */
export const nextStep = (address: string, label: string): Html =>
  html`<a class="button primary" href="${address}">${label}</a>`

type ChoiceLink = { address: string; label: Html | string; isCurrent: boolean }

/** Links of which one is where somebody is: kinds, orders. */
export const choiceLinks = (label: string, choices: readonly ChoiceLink[]): Html =>
  html`<nav class="kinds" aria-label="${label}"><ul>${choices.map(
    ({ address, label: text, isCurrent }) =>
      html`
<li><a href="${address}"${isCurrent && html` aria-current="true"`}>${text}</a></li>`,
  )}</ul></nav>`

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

/** Numbers of pages to choose from: the first, the last, and those around the current one; 0 stands for a gap. */
export function pageNumbers(page: number, last: number): number[] {
  const near = [1, page - 1, page, page + 1, last].filter((one) => one >= 1 && one <= last)
  const shown = [...new Set(near)].sort((one, other) => one - other)
  // A gap of one page would be as wide as its number.
  return shown.flatMap((one, at) => {
    const before = shown[at - 1] ?? one - 1
    if (one - before === 2) return [one - 1, one]
    return one - before > 2 ? [0, one] : [one]
  })
}

/** How many pages of a list can be requested. */
export const reachablePages = ({ total_pages }: Pick<Paged, 'total_pages'>): number => Math.min(total_pages, maxPage)

/**
 * Links to the neighbours of a page, to the first and to the last one; nothing if there is only one page. `address`
 * gives that of a page number.
 */
export function pagination(
  { texts: { common }, format }: RenderContext,
  { page, total_pages }: Paged,
  address: (page: number) => string,
): Html {
  refuseBeyondEnd({ page, total_pages }, address)
  const last = reachablePages({ total_pages })
  if (last <= 1) return nothing
  const label = (number: number) => html`<span class="unseen">${common.page} </span>${format.number(number)}`
  const numbers = pageNumbers(page, last).map((number) => {
    if (number === 0) return html`<li class="gap" aria-hidden="true">…</li>`
    if (number === page) return html`<li><a aria-current="page" href="${address(number)}">${label(number)}</a></li>`
    return html`<li><a href="${address(number)}">${label(number)}</a></li>`
  })
  return html`
<nav class="pagination" aria-label="${common.pages}">
${page > 1 && html`<a class="button previous" rel="prev" href="${address(page - 1)}">${common.previousPage}</a>`}
<ol>${numbers}</ol>
${page < last && html`<a class="button next" rel="next" href="${address(page + 1)}">${common.nextPage}</a>`}
</nav>`
}
