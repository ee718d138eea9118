import { randomInt } from 'node:crypto'
import { type OwnedChoice, ownedChoices, ownedOrder } from '#src/kept/owned/shelf.ts'
import { languageOf, languageTag } from '../components/languages.ts'
import { cardsOnPage, choiceLinks, emptyState, pagination } from '../components/lists.ts'
import { pageIn } from '../components/page-number.ts'
import { type Chosen, choiceNames, chosenIn, filtersOf, orderNames, orders, type Place } from '../discover/choices.ts'
import { chips, type Filtering, filterForm } from '../discover/form.ts'
import { namesOf } from '../discover/names.ts'
import { html } from '../html.ts'
import { withParameters } from '../local-address.ts'
import { type PageContext, page, redirect } from '../page.ts'
import { cards, movieCard, seriesCard } from '../records/cards.ts'
import { seesOwned } from '../records/owned.ts'
import { libraryPage } from './frame.ts'
import { ownedMovies, ownedSeries } from './owned-operations.ts'

/** What somebody looks at among the titles in the house. */
type Looking = { place: Place; chosen: Chosen; choice: OwnedChoice; sort: string }

const parameters = [...choiceNames, 'region', 'choice', 'sort'] as const

function lookingAt(place: Place, query: Readonly<Record<string, string>>): Looking {
  const { sort = '', choice } = query
  const chosen = chosenIn(place, { ...query, sort: '' })
  const isOrder = Object.hasOwn(orders, sort)
  return {
    ...{ place, chosen, sort: isOrder ? sort : 'added' },
    choice: ownedChoices.find((each) => each === choice) ?? 'all',
  }
}

function addressOf({ place, chosen, choice, sort }: Looking, number = 1, behind = ''): string {
  return withParameters(`/library/owned/${place}${behind}`, {
    ...Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined)),
    ...(choice !== 'all' && { choice }),
    ...(sort !== 'added' && { sort }),
    ...(number > 1 && { page: String(number) }),
  })
}

async function listOf(context: PageContext, { place, chosen, choice, sort }: Looking, page: number) {
  const filters = filtersOf(place, chosen, { region: languageOf(context).iso_3166_1, now: context.now })
  const sort_by = sort === 'added' ? ownedOrder : orders[sort as keyof typeof orders][place]
  const asked = { ...filters, choice, sort_by, page, language: languageTag(context), include_adult: 'true' }
  if (place === 'movie') {
    const found = await context.ask(ownedMovies, { query: asked })
    return found && { ...found, cards: found.results.map((row) => movieCard(row)) }
  }
  const found = await context.ask(ownedSeries, { query: asked })
  return found && { ...found, cards: found.results.map((row) => seriesCard(row)) }
}

const ownedPage = (place: Place) =>
  page(`GET /library/owned/${place}`, {
    access: 'account',
    query: [...parameters, 'page'],
    async handle(context) {
      const { texts, query, format } = context
      const { library, owned, discover, common, catalogue } = texts
      const number = pageIn(query.page)
      if (number === undefined || !seesOwned(context)) return undefined
      const looking = lookingAt(place, query)
      // A form sends what was not chosen, too.
      if (/[?&]\w+=(&|$)/.test(context.address)) return redirect(addressOf(looking, number))
      const [found, named] = await Promise.all([
        listOf(context, looking, number),
        namesOf(context, place, looking.chosen),
      ])
      if (!found) return undefined
      const on: Filtering = {
        path: `/library/owned/${place}`,
        address: (other) => addressOf({ ...looking, chosen: other }),
        orders: [['added', library.orders.added], ...orderNames.map((name) => [name, discover.orders[name]] as const)],
        order: looking.sort,
      }
      const kinds = (['movie', 'tv'] as const).map((to) => ({
        address: `/library/owned/${to}`,
        label: to === 'movie' ? common.movies : common.series,
        isCurrent: to === place,
      }))
      const choices = ownedChoices.map((choice) => ({
        address: addressOf({ ...looking, choice }),
        label: owned.choices[choice],
        isCurrent: choice === looking.choice,
      }))
      const isEmpty = found.total_results === 0
      const isNothing = isEmpty && named.length === 0 && looking.choice === 'all'
      const random = addressOf(looking, 1, '/random')
      const content = html`
${choiceLinks(catalogue.kinds, kinds)}
${
  isNothing
    ? emptyState(owned.nothing, owned.nothingText)
    : html`<div class="discover">
<div class="discover-filters">${await filterForm(context, place, looking.chosen, named, on)}</div>
<div class="discover-found">
${choiceLinks(owned.title, choices)}
${!isEmpty && html`<p><a class="button" href="${random}" rel="nofollow">${owned.random}</a></p>`}
${chips(context, place, looking.chosen, named, on.address)}
<p class="note" role="status">${library.onShelf(format.number(found.total_results))}</p>
${isEmpty ? emptyState(library.noneFits, library.noneFitsText) : cards(found.cards)}
${pagination(context, found, (to) => addressOf(looking, to))}
</div></div>`
}`
      return libraryPage(context, '/library/owned/movie', owned.title, content)
    },
  })

/** A title in the house that chance chooses among those that fit. */
const randomPage = (place: Place) =>
  page(`GET /library/owned/${place}/random`, {
    access: 'account',
    query: parameters,
    async handle(context) {
      if (!seesOwned(context)) return undefined
      const looking = lookingAt(place, context.query)
      const first = await listOf(context, looking, 1)
      if (!first || first.total_results === 0) return redirect(addressOf(looking))
      const at = randomInt(first.total_results)
      const number = 1 + Math.floor(at / cardsOnPage)
      const found = number === 1 ? first : await listOf(context, looking, number)
      return redirect(found?.cards[at % cardsOnPage]?.address ?? addressOf(looking))
    },
  })

export const ownedPages = (['movie', 'tv'] as const).flatMap((place) => [ownedPage(place), randomPage(place)])
