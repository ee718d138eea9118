import { ApiError } from '#src/contract/statuses.ts'
import { setWatchlist } from '#src/groups/account/set-marks.ts'
import { watchlistMovies } from '#src/groups/account/watchlist-movies.ts'
import { watchlistTv } from '#src/groups/account/watchlist-tv.ts'
import { buttonForm } from '../components/form.ts'
import { languageTag } from '../components/languages.ts'
import { emptyState, pagination } from '../components/lists.ts'
import { pageIn } from '../components/page-number.ts'
import { framed, pictureOf } from '../components/picture.ts'
import { html } from '../html.ts'
import { localAddress } from '../local-address.ts'
import { page, type RenderContext, redirect } from '../page.ts'
import { idIn } from '../records/addresses.ts'
import { type Card, movieCard, seriesCard } from '../records/cards.ts'

/** The account in the path is ignored: the session decides. */
const account_id = 'me'

export const watchlist = page('GET /watchlist', {
  access: 'account',
  query: ['kind', 'sort_by', 'page'],
  async handle(context) {
    const { ask, texts, query } = context
    const { catalogue, common } = texts
    const number = pageIn(query.page)
    if (number === undefined) return undefined
    const kind = query.kind === 'tv' ? 'tv' : 'movie'
    const sort_by = query.sort_by === 'created_at.desc' ? 'created_at.desc' : 'created_at.asc'
    const asked = { params: { account_id }, query: { page: number, sort_by, language: languageTag(context) } }
    const list =
      kind === 'movie'
        ? await ask(watchlistMovies, asked).then(
            (found) => found && { ...found, cards: found.results.map((row) => movieCard(row)) },
          )
        : await ask(watchlistTv, asked).then(
            (found) => found && { ...found, cards: found.results.map((row) => seriesCard(row)) },
          )
    if (!list) return undefined
    const addressFor = (to: { kind?: string; sort_by?: string; page?: number }) =>
      `/watchlist?${new URLSearchParams({ kind, sort_by, ...to, page: String(to.page ?? 1) })}`
    const here = addressFor({ page: number })
    const choice = (address: string, label: string, isCurrent: boolean) =>
      html`<li><a href="${address}"${isCurrent && html` aria-current="true"`}>${label}</a></li>`
    return {
      title: common.watchlist,
      isPrivate: true,
      main: html`
<h1>${common.watchlist}</h1>
<p><a href="/lists">${texts.lists.title}</a></p>
<nav class="kinds" aria-label="${catalogue.kinds}"><ul>
${choice(addressFor({ kind: 'movie' }), common.movies, kind === 'movie')}
${choice(addressFor({ kind: 'tv' }), common.series, kind === 'tv')}
</ul></nav>
<nav class="kinds" aria-label="${catalogue.order}"><ul>
${choice(addressFor({ sort_by: 'created_at.asc' }), catalogue.oldestFirst, sort_by === 'created_at.asc')}
${choice(addressFor({ sort_by: 'created_at.desc' }), catalogue.newestFirst, sort_by === 'created_at.desc')}
</ul></nav>
${
  list.cards.length === 0
    ? emptyState(
        catalogue.watchlistEmpty,
        catalogue.watchlistEmptyText,
        html`<a class="button primary" href="/${kind}">${kind === 'movie' ? common.movies : common.series}</a>`,
      )
    : html`<ul class="listed">${list.cards.map((card) => listedRow(context, kind, card, here))}</ul>`
}
${pagination(context, list, (to) => addressFor({ page: to }))}`,
    }
  },
})

/** An entry with the button that removes it; `next` is the current page. */
function listedRow(context: RenderContext, media_type: string, card: Card, next: string) {
  const { id, address, name, note, picture } = card
  const thumbnail = picture && pictureOf({ ...picture, width: 'listed' })
  const label = html`${context.texts.catalogue.remove}<span class="unseen"> ${name}</span>`
  const fields = { media_type, media_id: id, watchlist: '', next }
  return html`<li><span class="listed-picture">${framed(id, name, 'upright', thumbnail)}</span>
<div><a class="listed-name" href="${address}">${name}</a> <span class="note">${note}</span></div>
${buttonForm(context, '/watchlist', label, { fields })}</li>`
}

export const changeWatchlist = page('POST /watchlist', {
  access: 'account',
  form: ['media_type', 'media_id', 'watchlist', 'next'],
  async handle({ ask, form }) {
    const media_id = idIn(form.media_id)
    if (media_id === undefined || !/^(movie|tv)$/.test(form.media_type)) throw new ApiError('invalid_parameters')
    const isWanted = form.watchlist === 'on'
    const body = { media_type: form.media_type, media_id, watchlist: isWanted }
    await ask(setWatchlist, { params: { account_id }, body })
    return redirect(localAddress(form.next), isWanted ? 'catalogue.onWatchlist' : 'catalogue.offWatchlist')
  },
})
