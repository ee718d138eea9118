import { createHash } from 'node:crypto'
import { type ShelfName, shelfNames } from '#src/kept/shelves.ts'
import { languageOf, languageTag } from '../components/languages.ts'
import { cardsOnPage, choiceLinks, emptyState, pagination } from '../components/lists.ts'
import { pageIn } from '../components/page-number.ts'
import {
  type ChoiceName,
  type Chosen,
  choiceNames,
  chosenIn,
  filtersOf,
  furtherGenre,
  genresIn,
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
type Looking = { shelf: ShelfName; place: Place; chosen: Chosen; sort: string; isUnwatched: boolean }

function addressOf({ shelf, place, chosen, sort, isUnwatched }: Looking, number = 1, behind = ''): string {
  const query = new URLSearchParams()
  for (const name of choiceNames) {
    const value = chosen[name]
    if (value !== undefined) query.set(name, value)
  }
  if (isUnwatched) query.set('unwatched', 'on')
  if (sort !== 'added') query.set('sort', sort)
  if (number > 1) query.set('page', String(number))
  const text = query.toString()
  return `/library/${shelf}/${place}${behind}${text && `?${text}`}`
}

const sortByOf = (place: Place, sort: string) =>
  ownOrders[sort as OwnOrder] ?? orders[sort as keyof typeof orders]?.[place] ?? ownOrders.added

async function listOf(context: PageContext, looking: Looking, number: number) {
  const { shelf, place, chosen, sort, isUnwatched } = looking
  const filters = filtersOf(place, chosen, { region: languageOf(context).iso_3166_1, now: context.now })
  const asked = { ...filters, shelf, sort_by: sortByOf(place, sort), page: number, language: languageTag(context) }
  const query = { ...asked, include_adult: 'true', unwatched: String(isUnwatched) }
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

/** What an address says of a shelf. */
function lookingAt(shelf: ShelfName, place: Place, query: Readonly<Record<string, string>>): Looking {
  const { sort = '' } = query
  const isOrder = ordersOf(shelf).some((name) => name === sort) || Object.hasOwn(orders, sort)
  const chosen = chosenIn(place, { ...query, genre: genresIn(query), sort: '' })
  // What was watched is watched: there is nothing to choose.
  const isUnwatched = shelf !== 'watched' && query.unwatched === 'on'
  return { shelf, place, chosen, sort: isOrder ? sort : 'added', isUnwatched }
}

/** All of a shelf, or what was not watched yet, and a title of it that chance chooses. */
function ways({ texts: { library, diary } }: RenderContext, looking: Looking): Html {
  const way = (isUnwatched: boolean, label: string) => ({
    address: addressOf({ ...looking, isUnwatched }),
    label,
    isCurrent: isUnwatched === looking.isUnwatched,
  })
  const all = choiceLinks(library.watched, [way(false, library.all), way(true, diary.notYet)])
  return html`<div class="shelf-ways">${looking.shelf !== 'watched' && all}
<a class="button" href="${addressOf(looking, 1, '/random')}" rel="nofollow">${diary.random}</a></div>`
}

const parameters = [...names, furtherGenre, 'sort', 'unwatched'] as const

const shelfPage = (shelf: ShelfName, place: Place) =>
  page(`GET /library/${shelf}/${place}`, {
    access: 'account',
    query: [...parameters, 'page'],
    async handle(context) {
      const { texts, query } = context
      const number = pageIn(query.page)
      if (number === undefined) return undefined
      const looking = lookingAt(shelf, place, query)
      // A form sends what was not chosen, too.
      if (query[furtherGenre] !== '' || /[?&]\w+=(&|$)/.test(context.address))
        return redirect(addressOf(looking, number))
      const [found, named] = await Promise.all([
        listOf(context, looking, number),
        namesOf(context, place, looking.chosen),
      ])
      if (!found) return undefined
      const content = html`
${shelfKinds(context, shelf, place)}
${await shelfContent(context, looking, found, named)}`
      return libraryPage(context, `/library/${shelf}/movie`, texts.library.shelves[shelf], content)
    },
  })

type Found = NonNullable<Awaited<ReturnType<typeof listOf>>>

/** The titles of a shelf beside its filters; a shelf without any says how they get there. */
async function shelfContent(
  context: PageContext,
  looking: Looking,
  found: Found,
  named: Awaited<ReturnType<typeof namesOf>>,
): Promise<Html> {
  const { texts, format } = context
  const { library, discover } = texts
  const { shelf, place, chosen, isUnwatched } = looking
  const on: Filtering = {
    path: `/library/${shelf}/${place}`,
    address: (other) => addressOf({ ...looking, chosen: other }),
    names,
    orders: [
      ...ordersOf(shelf).map((name) => [name, library.orders[name]] as const),
      ...orderNames.map((name) => [name, discover.orders[name]] as const),
    ],
    order: looking.sort,
    ...(isUnwatched && { kept: { unwatched: 'on' } }),
  }
  const isEmpty = found.total_results === 0
  if (isEmpty && named.length === 0 && !isUnwatched)
    return emptyState(
      library.empty[shelf],
      library.emptyText[shelf],
      html`<a class="button primary" href="/discover/${place}">${library.find[place]}</a>`,
    )
  const here = addressOf(looking, found.page)
  const shown =
    shelf === 'watchlist'
      ? found.cards.map((card) => ({ ...card, action: removal(context, { ...card, place, next: here }) }))
      : found.cards
  return html`
<div class="discover">
<div class="discover-filters">${await filterForm(context, place, chosen, named, on)}</div>
<div class="discover-found">
${ways(context, looking)}
${chips(context, place, chosen, named, on.address)}
<p class="note" role="status">${library.onShelf(format.number(found.total_results))}</p>
${isEmpty ? emptyState(library.noneFits, library.noneFitsText) : cards(shown)}
${pagination(context, found, (to) => addressOf(looking, to))}
</div></div>`
}

/** A number that nobody expects: the clock decides, so that the same request at the same time has the same answer. */
const chanceAt = (now: Date): number => createHash('sha256').update(now.toISOString()).digest().readUInt32BE()

/** A title of a shelf that chance chooses among those that fit. */
const randomPage = (shelf: ShelfName, place: Place) =>
  page(`GET /library/${shelf}/${place}/random`, {
    access: 'account',
    query: parameters,
    async handle(context) {
      const looking = lookingAt(shelf, place, context.query)
      const first = await listOf(context, looking, 1)
      if (!first || first.total_results === 0) return redirect(addressOf(looking))
      const at = chanceAt(context.now) % first.total_results
      const number = 1 + Math.floor(at / cardsOnPage)
      const found = number === 1 ? first : await listOf(context, looking, number)
      const card = found?.cards[at % cardsOnPage] ?? first.cards[0]
      return redirect(card?.address ?? addressOf(looking))
    },
  })

export const shelfPages = shelfNames.flatMap((shelf) =>
  (['movie', 'tv'] as const).flatMap((place) => [shelfPage(shelf, place), randomPage(shelf, place)]),
)
