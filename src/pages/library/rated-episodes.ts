import { ratedPage } from '#src/kept/account-list.ts'
import { languageOf } from '../components/languages.ts'
import { emptyState, pagination } from '../components/lists.ts'
import { pageIn } from '../components/page-number.ts'
import { html } from '../html.ts'
import { page } from '../page.ts'
import { episodeRows } from './episode-rows.ts'
import { libraryPage } from './frame.ts'
import { shelfKinds } from './shelf.ts'

/** Episodes that somebody has rated. Filters of discover are about titles, so there are none. */
export const ratedEpisodes = page('GET /library/ratings/episode', {
  access: 'account',
  query: ['sort', 'page'],
  async handle(context) {
    const { db, viewer, texts, query } = context
    const { library, catalogue } = texts
    const number = pageIn(query.page)
    if (number === undefined) return undefined
    const sort = query.sort === 'first' ? 'first' : 'added'
    const found = await ratedPage(
      db,
      'episode',
      { account_id: viewer.id },
      {
        ...{ language: languageOf(context), page: number },
        sort_by: sort === 'first' ? 'created_at.asc' : 'created_at.desc',
      },
    )
    const address = (to: string, number = 1) =>
      `/library/ratings/episode?sort=${to}${number > 1 ? `&page=${number}` : ''}`
    const order = (to: 'added' | 'first') =>
      html`<li><a href="${address(to)}"${to === sort && html` aria-current="true"`}>${library.orders[to]}</a></li>`
    const content = html`
${shelfKinds(context, 'ratings', 'episode')}
${
  found.total_results === 0
    ? emptyState(
        library.noEpisodes,
        library.emptyText.ratings,
        html`<a class="button primary" href="/discover/tv">${library.find.tv}</a>`,
      )
    : html`
<nav class="kinds" aria-label="${catalogue.order}"><ul>${order('added')}${order('first')}</ul></nav>
<p class="note" role="status">${catalogue.episodeCount(found.total_results)}</p>
${await episodeRows(context, found.results)}`
}
${pagination(context, found, (to) => address(sort, to))}`
    return libraryPage(context, '/library/ratings/movie', library.shelves.ratings, content)
  },
})
