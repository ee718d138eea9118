import { ApiError } from '#src/contract/statuses.ts'
import { setWatchlist } from '#src/groups/account/set-marks.ts'
import { buttonForm } from '../components/form.ts'
import { type Html, html } from '../html.ts'
import { localAddress } from '../local-address.ts'
import { page, type RenderContext, redirect } from '../page.ts'
import { idIn, type Place } from '../records/addresses.ts'

/** The account in the path is ignored: the session decides. */
const account_id = 'me'

/** The watchlist is a shelf of the library. What others link to leads there, in the order that it names. */
export const watchlist = page('GET /watchlist', {
  access: 'account',
  query: ['kind', 'sort_by'],
  async handle({ query }) {
    const shelf = `/library/watchlist/${query.kind === 'tv' ? 'tv' : 'movie'}`
    return redirect(query.sort_by === 'created_at.asc' ? `${shelf}?sort=first` : shelf)
  },
})

/** The button that takes a title off the watchlist; `next` is the current page. */
export function removal(
  context: RenderContext,
  { place, id, name, next }: { place: Place; id: number; name: string; next: string },
): Html {
  const label = html`${context.texts.catalogue.remove}<span class="unseen"> ${name}</span>`
  const fields = { media_type: place, media_id: id, watchlist: '', next }
  return buttonForm(context, '/watchlist', label, { fields, className: 'button of-card' })
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
