import { ownKinds } from '#src/catalogue/own-kinds.ts'
import {
  collectionsByName,
  companiesByName,
  type NameOrder,
  nameOrders,
  networksByName,
  newestPeople,
} from '#src/catalogue/summaries/by-name.ts'
import { popular as popularPeople } from '#src/groups/people-lists/popular.ts'
import { wordTable } from '#src/reference/word-table.ts'
import { maxQueryLength } from '#src/search/reading.ts'
import type { Texts } from '#src/texts/index.ts'
import { languageOf, languageTag } from '../components/languages.ts'
import { cardsOnPage, choiceLinks, emptyState, pagination } from '../components/lists.ts'
import { pageIn } from '../components/page-number.ts'
import { type Chosen, discoverAddress, type Place as TitlePlace } from '../discover/choices.ts'
import { feedOfEpisodes, feedOfNewTitles } from '../feeds/links.ts'
import { type Html, html } from '../html.ts'
import { withParameters } from '../local-address.ts'
import { type PageContext, type PageView, page } from '../page.ts'
import type { Place } from '../records/addresses.ts'
import { cards, collectionCard, knownPersonCard, namedCard } from '../records/cards.ts'
import { type Listed, titleList, withCards } from './title-lists.ts'

/** What is looked at: the list, and its order. */
type Looking = { list: string; sort: string; page: number }

type Browsed = {
  place: Place
  title(texts: Texts): string
  /** Its lists besides the one of all records, by their name in addresses. */
  lists?(texts: Texts): Readonly<Record<string, { title: string; hint: string }>>
  /** Its orders by their name in addresses, the usual one first; titles have those of discover instead. */
  orders?: readonly ListedOrder[]
  list(context: PageContext, looking: Looking): Promise<Listed>
}

type ListedOrder = keyof Texts['catalogue']['listOrders']

/** What is chosen in discover for each list of titles, so that somebody can go on from there. */
const chosenFor: Readonly<Record<string, Chosen>> = wordTable({
  now_playing: { when: 'lately' },
  upcoming: { when: 'soon' },
  airing_today: { when: 'today' },
  on_the_air: { when: 'week' },
  top_rated: { sort: 'rating' },
  title: { sort: 'title' },
})

const orderIn = (sort: string): NameOrder => nameOrders.find((name) => name === sort) ?? 'name'

const lists: readonly Browsed[] = [
  {
    place: 'movie',
    title: ({ common }) => common.movies,
    lists: ({ catalogue }) => catalogue.movieLists,
    list: (context, { page, list }) => titleList(context, 'movie', list, page),
  },
  {
    place: 'tv',
    title: ({ common }) => common.series,
    lists: ({ catalogue }) => catalogue.seriesLists,
    list: (context, { page, list }) => titleList(context, 'tv', list, page),
  },
  {
    place: 'person',
    title: ({ common }) => common.people,
    orders: ['popularity', 'added'],
    list: async (context, { page, sort }) =>
      sort === 'added'
        ? withCards(await newestPeople(context.db, { page, size: cardsOnPage }, languageOf(context)), (row) =>
            knownPersonCard(context, row),
          )
        : withCards(
            await context.ask(popularPeople, {
              query: { language: languageTag(context), page, page_size: cardsOnPage },
            }),
            (row) => knownPersonCard(context, row),
          ),
  },
  {
    place: 'company',
    title: ({ catalogue }) => catalogue.companies,
    orders: nameOrders,
    list: async ({ db, format }, { page, sort }) =>
      withCards(await companiesByName(db, { page, size: cardsOnPage, order: orderIn(sort) }), (row) =>
        namedCard('company', row, row.origin_country && format.country(row.origin_country)),
      ),
  },
  {
    place: 'network',
    title: ({ catalogue }) => catalogue.networks,
    orders: nameOrders,
    list: async ({ db, format }, { page, sort }) =>
      withCards(await networksByName(db, { page, size: cardsOnPage, order: orderIn(sort) }), (row) =>
        namedCard('network', row, row.origin_country && format.country(row.origin_country)),
      ),
  },
  {
    place: 'collection',
    title: ({ catalogue }) => catalogue.collections,
    orders: nameOrders,
    list: async (context, { page, sort }) =>
      withCards(
        await collectionsByName(context.db, { page, size: cardsOnPage, order: orderIn(sort) }, languageOf(context)),
        collectionCard,
      ),
  },
]

/** One page for each kind that can be browsed. */
export const browse = lists.map((browsed) =>
  page(`GET /${browsed.place}`, {
    access: 'anyone',
    query: ['list', 'sort', 'page'],
    async handle(context): Promise<PageView | undefined> {
      const { texts, query } = context
      const number = pageIn(query.page)
      const named = new Map(Object.entries(browsed.lists?.(texts) ?? {}))
      if (number === undefined || (query.list !== '' && !named.has(query.list))) return undefined
      const [usual, ...others] = browsed.orders ?? []
      const sort = others.find((order) => order === query.sort) ?? usual ?? ''
      const looking = { list: query.list, sort: sort === usual ? '' : sort, page: number }
      const listed = await browsed.list(context, looking)
      if (!listed) return undefined
      const chosen = named.get(query.list)
      const filled = await filledLists(context, browsed, named, { list: query.list, listed })
      const title = chosen?.title ?? browsed.title(texts)
      const { place } = browsed
      const address = (page: number) => addressOfList(place, { ...looking, page })
      const hint = chosen?.hint ?? (usual ? '' : texts.catalogue.byPopularity)
      const add = !chosen && html`<a href="/${place}/new" rel="nofollow">${addingIn(texts, place)}</a>`
      return {
        title: listed.page > 1 ? `${title}, ${texts.common.pageOf(listed.page, listed.total_pages)}` : title,
        description: texts.sharing.listed[place],
        shared: { address: addressOfList(place, { ...looking, sort: '', page: listed.page }) },
        ...feedOf(context, place, query.list),
        main: html`
<h1>${title}</h1>
${kindsNavigation(texts, place)}
${filled.size > 0 && listsNavigation(texts, browsed, filled, query.list)}
${usual && html`${findIn(context, place)}${ordersNavigation(texts, browsed, looking)}`}
<p class="hint">${hint}${add && html`<span class="on-screen">${hint !== '' && ' · '}${add}</span>`}</p>
${isTitles(place) && toFilters(context, place, query.list)}
${listOf(context, listed, place, address)}`,
      }
    },
  }),
)

const isTitles = (place: Place): place is TitlePlace => place === 'movie' || place === 'tv'

function listOf(
  context: PageContext,
  listed: NonNullable<Listed>,
  place: Place,
  address: (page: number) => string,
): Html {
  const { catalogue } = context.texts
  const add = html`<a class="button primary" href="/${place}/new" rel="nofollow">${addingIn(context.texts, place)}</a>`
  return html`
${listed.cards.length === 0 ? emptyState(catalogue.nothingHere, catalogue.nothingHereText, add) : cards(listed.cards)}
${pagination(context, listed, address)}`
}

/** The way to the filters of discover, where somebody goes on with what the list has. */
const toFilters = ({ texts }: PageContext, place: TitlePlace, list: string): Html => html`
<p class="on-screen"><a class="button" href="${discoverAddress(place, chosenFor[list] ?? {})}">${
  texts.catalogue.filter
}</a></p>`

type Named = ReadonlyMap<string, { title: string; hint: string }>

/** Lists of all titles, in another order. */
const ofAll: ReadonlySet<string> = new Set(['added', 'title'])

/** The lists that have something, and the one that is looked at: what leads nowhere is not offered. */
async function filledLists(
  context: PageContext,
  { list: find }: Browsed,
  named: Named,
  { list: current, listed }: { list: string; listed: NonNullable<Listed> },
): Promise<Named> {
  const isFilled = async (list: string) => {
    if (list === current) return true
    if (ofAll.has(list) && listed.total_results > 0) return true
    const found = await find(context, { list, sort: '', page: 1 })
    return (found?.total_results ?? 0) > 0
  }
  const entries = await Promise.all([...named].map(async (entry) => ((await isFilled(entry[0])) ? [entry] : [])))
  return new Map(entries.flat())
}

/** A field for the name of a record of the kind. */
const findIn = ({ texts }: PageContext, place: Place): Html => html`
<form class="find-in" role="search" action="/search" aria-label="${texts.catalogue.findIn}">
<input type="hidden" name="kind" value="${place}">
<label for="find-in">${texts.catalogue.findIn}</label>
<div class="search-line"><input type="search" id="find-in" name="query" maxlength="${maxQueryLength}" required>
<button class="button">${texts.common.search}</button></div></form>`

/** The orders of a list, the usual one first. */
const ordersNavigation = ({ catalogue }: Texts, { place, orders = [] }: Browsed, { sort }: Looking): Html =>
  choiceLinks(
    catalogue.order,
    orders.map((order, at) => {
      const name = at === 0 ? '' : order
      const address = addressOfList(place, { list: '', sort: name, page: 1 })
      return { address, label: catalogue.listOrders[order], isCurrent: name === sort }
    }),
  )

/** The feed of a list, if it has one: what is on the air, or what is new. */
function feedOf(context: PageContext, place: Place, list: string): Pick<PageView, 'feed'> {
  if (place === 'tv' && /^(airing_today|on_the_air)$/.test(list)) return { feed: feedOfEpisodes(context) }
  return (place === 'movie' || place === 'tv') && list === '' ? { feed: feedOfNewTitles(context) } : {}
}

const addingIn = ({ edit: { addKind } }: Texts, place: Place) =>
  ownKinds.flatMap(([kind, of]) => (of === place ? [addKind[kind]] : []))

const addressOfList = (place: Place, { list, sort, page }: Looking) =>
  withParameters(`/${place}`, {
    ...(list !== '' && { list }),
    ...(sort !== '' && { sort }),
    ...(page > 1 && { page: String(page) }),
  })

/** Links to the lists of a kind, that of all records first. */
function listsNavigation(
  { catalogue }: Texts,
  { place }: Browsed,
  named: ReadonlyMap<string, { title: string }>,
  current: string,
) {
  const ways: [list: string, label: string][] = [['', catalogue.popular]]
  for (const [list, { title }] of named) ways.push([list, title])
  return html`<nav class="kinds" aria-label="${catalogue.lists}"><ul>${ways.map(([list, label]) => {
    const address = addressOfList(place, { list, sort: '', page: 1 })
    return html`
<li><a href="${address}"${list === current && html` aria-current="page"`}>${label}</a></li>`
  })}</ul></nav>`
}

function kindsNavigation(texts: Texts, current: Place) {
  return html`<nav class="kinds" aria-label="${texts.catalogue.kinds}"><ul>${lists.map(
    ({ place, title }) =>
      html`<li><a href="/${place}"${place === current && html` aria-current="page"`}>${title(texts)}</a></li>`,
  )}</ul></nav>`
}
