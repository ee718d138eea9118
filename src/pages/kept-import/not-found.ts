import { isRefused, type KeptEntry } from '#src/kept/kept-entry.ts'
import { titlesNotFound } from '#src/kept-import/by-title.ts'
import type { KeptImport } from '#src/kept-import/imports.ts'
import { buttonForm } from '../components/form.ts'
import { pagination } from '../components/lists.ts'
import { pageIn } from '../components/page-number.ts'
import { type Html, html } from '../html.ts'
import type { PageContext, RenderContext } from '../page.ts'
import { deedIn, nameIn } from './entries.ts'

/** Titles on a page. */
const titlesOnPage = 50

/** What was not found in a file, by title: each is chosen, added to the catalogue, or skipped, with all its entries. */
export async function notFoundList(
  context: PageContext<string, 'show' | 'page'>,
  { id, stage }: KeptImport,
): Promise<Html> {
  const { db, query, texts } = context
  const words = texts.keptImport
  const address = `/settings/import/${id}`
  const page = pageIn(query.page) ?? 1
  const first = (page - 1) * titlesOnPage
  const { titles, total } = await titlesNotFound(db, id, { first, most: titlesOnPage })
  const paged = { page, total_pages: Math.max(1, Math.ceil(total / titlesOnPage)) }
  const isOpen = stage === 'ready'
  return html`
<p class="hint">${words.tabHints.unmatched}</p>
<ul class="import-entries">${titles.map(({ entry: { entry: said, number }, count }) => {
    if (isRefused(said)) return ''
    const at = `${address}/entry/${number}`
    const name = titleName(context, said)
    const unseen = html`<span class="unseen"> ${name}</span>`
    return html`
<li>
<div><strong>${name}</strong>
<span class="note">${count === 1 ? deedIn(context, said) : words.entriesOf(count)}</span></div>
${
  isOpen &&
  html`<div class="acts">
<a class="button" href="${at}?show=unmatched">${texts.players.choose}${unseen}</a>
${addLink(context, said)}
${buttonForm(context, at, html`${words.skip}${unseen}`, { fields: { act: 'skip', show: 'unmatched' } })}
</div>`
}
</li>`
  })}</ul>
${
  isOpen &&
  html`<div class="actions">${buttonForm(context, `${address}/look-again`, words.lookAgain)}</div>
<p class="hint import-hint">${words.lookAgainHint}</p>`
}
${pagination(context, paged, (to) => `${address}?show=unmatched&page=${to}#entries`)}`
}

/** What a file calls the movie, or the series of an episode. */
function titleName(context: RenderContext, said: KeptEntry): string {
  const { series } = said
  if (series?.title === undefined) return nameIn(context, said)
  return series.year === undefined ? series.title : `${series.title} (${series.year})`
}

/** Leads to the form for a new movie or series, in which what the file says stands already. */
export function addLink({ texts: { keptImport } }: RenderContext, said: KeptEntry): Html {
  const isMovie = said.kind === 'movie'
  const { title = '', year, ids } = isMovie || said.kind === 'tv' ? said : (said.series ?? { ids: {} })
  const given = { title, ...(year !== undefined && { year: String(year) }), ...(ids.imdb && { id: ids.imdb }) }
  const address = `/${isMovie ? 'movie' : 'tv'}/new?${new URLSearchParams(given)}`
  return html`<a class="button" href="${address}">${keptImport.addTitle}<span class="unseen"> ${title}</span></a>`
}
