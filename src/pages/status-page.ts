import { type StatusName, statuses } from '#src/contract/statuses.ts'
import type { Texts } from '#src/texts/index.ts'
import type { BeyondEnd } from './components/lists.ts'
import { searchField } from './components/search-field.ts'
import { type Html, html } from './html.ts'
import type { PageView, RenderContext } from './page.ts'

type Failure = keyof Omit<Texts['common']['errors'], 'home'>

/** What a page says, by the HTTP status of what went wrong. */
const failures: Readonly<Record<number, Failure>> = {
  400: 'bad_request',
  401: 'sign_in',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_offered',
  413: 'too_large',
  422: 'unprocessable',
  429: 'too_many',
  503: 'unavailable',
}

const failureOf = (status: StatusName): Failure => {
  if (status === 'maintenance') return 'maintenance'
  if (status === 'disk_full' || status === 'read_only') return 'unwritable'
  const [http] = statuses[status]
  return failures[http] ?? (http < 500 ? 'bad_request' : 'internal')
}

/** The page that a browser gets instead of a status of the interface. */
export function statusPage(context: RenderContext, http: number, failure: Failure): PageView {
  const { errors } = context.texts.common
  return failurePage(http, errors[failure], { address: '/', label: errors.home }, http === 404 && searching(context))
}

/** What people see beyond the last page of a list. */
export function beyondEndPage({ texts: { common } }: RenderContext, { page, last, address }: BeyondEnd): PageView {
  const said = { title: common.noSuchPage(page), text: common.lastPageIs(last) }
  return failurePage(404, said, { address, label: common.toLastPage(last) })
}

/** Whoever has a wrong address may know a name. Strangers to a private catalogue find nothing. */
const searching = (context: RenderContext): Html | false =>
  !context.isClosed &&
  html`<form class="search-form" role="search" action="/search" aria-label="${context.texts.catalogue.lookUp}">
<label for="query">${context.texts.common.searchLabel}</label>
<div class="search-line">${searchField(context, { id: 'query' })}
<button class="button primary">${context.texts.common.search}</button></div></form>`

type Way = { address: string; label: string }

function failurePage(
  http: number,
  { title, text }: { title: string; text: string },
  way: Way,
  more: Html | false = false,
): PageView {
  const main = html`
<section class="status-page">
<p class="status-code">${http}</p>
<h1>${title}</h1>
<p>${text}</p>
${more}
<p><a class="button" href="${way.address}">${way.label}</a></p>
</section>`
  return { title, main, http, isPrivate: true }
}

export const pageOfStatus = (context: RenderContext, status: StatusName): PageView =>
  statusPage(context, statuses[status][0], failureOf(status))
