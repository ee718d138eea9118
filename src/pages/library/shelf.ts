import { type ShelfName, shelfNames } from '#src/kept/shelves.ts'
import { languageOf, languageTag } from '../components/languages.ts'
import { emptyState, pagination } from '../components/lists.ts'
import { pageIn } from '../components/page-number.ts'
import {
  type ChoiceName,
  type Chosen,
  choiceNames,
  chosenIn,
  filtersOf,
  orderNames,
  orders,
  type Place,
} from '../discover/choices.ts'
import { chips, type Filtering, filterForm } from '../discover/form.ts'
import { namesOf } from '../discover/names.ts'
import { type Html, html } from '../html.ts'
import { type PageContext, page, type RenderContext, redirect } from '../page.ts'
import { cards, movieCard, seriesCard } from '../records/cards.ts'
import { removal } from '../watchlist/watchlist.ts'
import { libraryPage } from './frame.ts'
import { movieShelf, seriesShelf } from './shelf-operations.ts'

/** The filters of discover that a library has. */
const names = [
  'genre',
  'decade',
  'year',
  'country',
  'original_language',
  'runtime',
  'rating',
] as const satisfies ChoiceName[]

/** The orders of a shelf besides those of discover. */
const ownOrders = { added: 'added.desc', first: 'added.asc', own: 'own_rating.desc' } as const
type OwnOrder = keyof typeof ownOrders

const ordersOf = (shelf: ShelfName) =>
  (Object.keys(ownOrders) as OwnOrder[]).filter((name) => name !== 'own' || shelf === 'ratings')

/** What somebody looks at: the shelf, what was chosen there, and the order. */
type Looking = { shelf: ShelfName; place: Place; chosen: Chosen; sort: string }

function addressOf({ shelf, place, chosen, sort }: Looking, number = 1): string {
  const query = new URLSearchParams()
  for (const name of choiceNames) {
    const value = chosen[name]
    if (value !== undefined) query.set(name, value)
  }
  if (sort !== 'added') query.set('sort', sort)
  if (number > 1) query.set('page', String(number))
  const text = query.toString()
  return `/library/${shelf}/${place}${text && `?${text}`}`
}

const sortByOf = (place: Place, sort: string) =>
  ownOrders[sort as OwnOrder] ?? orders[sort as keyof typeof orders]?.[place] ?? ownOrders.added

async function listOf(context: PageContext, { shelf, place, chosen, sort }: Looking, number: number) {
  const filters = filtersOf(place, chosen, { region: languageOf(context).iso_3166_1, now: context.now })
  const asked = { ...filters, shelf, sort_by: sortByOf(place, sort), page: number, language: languageTag(context) }
  const query = { ...asked, include_adult: 'true' }
  if (place === 'movie') {
    // What was only released on video is one's own as well.
    const found = await context.ask(movieShelf, { query: { ...query, include_video: 'true' } })
    return found && { ...found, cards: found.results.map((row) => movieCard(row)) }
  }
  const found = await context.ask(seriesShelf, { query })
  return found && { ...found, cards: found.results.map((row) => seriesCard(row)) }
}

/** What a shelf can be looked at for: movies, series, and of ratings also episodes. */
export function shelfKinds({ texts }: RenderContext, shelf: ShelfName, here: Place | 'episode'): Html {
  const { catalogue, common } = texts
  const kind = (to: typeof here, label: string) =>
    html`<li><a href="/library/${shelf}/${to}"${to === here && html` aria-current="true"`}>${label}</a></li>`
  return html`<nav class="kinds" aria-label="${catalogue.kinds}"><ul>${kind('movie', common.movies)}${kind(
    'tv',
    common.series,
  )}${shelf === 'ratings' && kind('episode', catalogue.episodes)}</ul></nav>`
}

const shelfPage = (shelf: ShelfName, place: Place) =>
  page(`GET /library/${shelf}/${place}`, {
    access: 'account',
    query: [...names, 'sort', 'page'],
    async handle(context) {
      const { texts, query, format } = context
      const { library } = texts
      const number = pageIn(query.page)
      if (number === undefined) return undefined
      const chosen = chosenIn(place, { ...query, sort: '' })
      const isOrder = ordersOf(shelf).some((name) => name === query.sort) || Object.hasOwn(orders, query.sort)
      const looking = { shelf, place, chosen, sort: isOrder ? query.sort : 'added' }
      // A form sends what was not chosen, too.
      if (/[?&]\w+=(&|$)/.test(context.address)) return redirect(addressOf(looking, number))
      const [found, named] = await Promise.all([listOf(context, looking, number), namesOf(context, place, chosen)])
      if (!found) return undefined
      const on: Filtering = {
        path: `/library/${shelf}/${place}`,
        address: (other) => addressOf({ ...looking, chosen: other }),
        names,
        orders: [
          ...ordersOf(shelf).map((name) => [name, library.orders[name]] as const),
          ...orderNames.map((name) => [name, texts.discover.orders[name]] as const),
        ],
        order: looking.sort,
      }
      const nothing = (): Html =>
        named.length > 0
          ? emptyState(library.noneFits, library.noneFitsText)
          : emptyState(
              library.empty[shelf],
              library.emptyText[shelf],
              html`<a class="button primary" href="/discover/${place}">${library.find[place]}</a>`,
            )
      const isEmpty = found.total_results === 0
      const here = addressOf(looking, number)
      const shown =
        shelf === 'watchlist'
          ? found.cards.map((card) => ({ ...card, action: removal(context, { ...card, place, next: here }) }))
          : found.cards
      const content = html`
${shelfKinds(context, shelf, place)}
${
  isEmpty && named.length === 0
    ? nothing()
    : html`<div class="discover">
<div class="discover-filters">${await filterForm(context, place, chosen, named, on)}</div>
<div class="discover-found">
${chips(context, place, chosen, named, on.address)}
<p class="note" role="status">${library.onShelf(format.number(found.total_results))}</p>
${isEmpty ? nothing() : cards(shown)}
${pagination(context, found, (to) => addressOf(looking, to))}
</div></div>`
}`
      return libraryPage(context, `/library/${shelf}/movie`, library.shelves[shelf], content)
    },
  })

export const shelfPages = shelfNames.flatMap((shelf) => [shelfPage(shelf, 'movie'), shelfPage(shelf, 'tv')])
