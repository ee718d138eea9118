import { ownKinds } from '#src/catalogue/own-kinds.ts'
import { collectionsByName, companiesByName, networksByName } from '#src/catalogue/summaries/by-name.ts'
import { nowPlaying } from '#src/groups/movie-lists/now-playing.ts'
import { popular as popularMovies } from '#src/groups/movie-lists/popular.ts'
import { topRated as topRatedMovies } from '#src/groups/movie-lists/top-rated.ts'
import { upcoming } from '#src/groups/movie-lists/upcoming.ts'
import { popular as popularPeople } from '#src/groups/people-lists/popular.ts'
import { airingToday } from '#src/groups/tv-series-lists/airing-today.ts'
import { onTheAir } from '#src/groups/tv-series-lists/on-the-air.ts'
import { popular as popularSeries } from '#src/groups/tv-series-lists/popular.ts'
import { topRated as topRatedSeries } from '#src/groups/tv-series-lists/top-rated.ts'
import type { Texts } from '#src/texts/index.ts'
import { cardsOnPage, emptyState, pagination } from '../components/lists.ts'
import { feedOfEpisodes, feedOfNewTitles } from '../feeds/links.ts'
import { html } from '../html.ts'
import { type PageContext, type PageView, page } from '../page.ts'
import type { Place } from './addresses.ts'
import { type Card, cards, collectionCard, knownPersonCard, movieCard, namedCard, seriesCard } from './cards.ts'
import { languageOf, languageTag } from './languages.ts'
import { pageIn } from './page-number.ts'

type Listed = { page: number; total_pages: number; total_results: number; cards: readonly Card[] } | undefined

type Browsed = {
  place: Place
  title(texts: Texts): string
  /** Its lists besides the one of all records, by their name in addresses. */
  lists?(texts: Texts): Readonly<Record<string, { title: string; hint: string }>>
  hint(texts: Texts): string
  list(context: PageContext, page: number, name: string): Promise<Listed>
}

const withCards = <Row>(
  found: { page: number; total_pages: number; total_results: number; results: readonly Row[] } | undefined,
  cardOf: (row: Row) => Card,
): Listed => found && { ...found, cards: found.results.map(cardOf) }

const byPopularity = ({ catalogue }: Texts) => catalogue.byPopularity
const byName = ({ catalogue }: Texts) => catalogue.byName

const movieLists = { now_playing: nowPlaying, upcoming, top_rated: topRatedMovies }
const seriesLists = { airing_today: airingToday, on_the_air: onTheAir, top_rated: topRatedSeries }

const lists: readonly Browsed[] = [
  {
    place: 'movie',
    title: ({ common }) => common.movies,
    lists: ({ catalogue }) => catalogue.movieLists,
    hint: byPopularity,
    list: async (context, page, name) =>
      withCards(
        await context.ask(movieLists[name as keyof typeof movieLists] ?? popularMovies, {
          query: { language: languageTag(context), page, page_size: cardsOnPage },
        }),
        (row) => movieCard(row),
      ),
  },
  {
    place: 'tv',
    title: ({ common }) => common.series,
    lists: ({ catalogue }) => catalogue.seriesLists,
    hint: byPopularity,
    list: async (context, page, name) =>
      withCards(
        await context.ask(seriesLists[name as keyof typeof seriesLists] ?? popularSeries, {
          query: { language: languageTag(context), page, page_size: cardsOnPage },
        }),
        (row) => seriesCard(row),
      ),
  },
  {
    place: 'person',
    title: ({ common }) => common.people,
    hint: byPopularity,
    list: async (context, page) =>
      withCards(
        await context.ask(popularPeople, { query: { language: languageTag(context), page, page_size: cardsOnPage } }),
        (row) => knownPersonCard(context, row),
      ),
  },
  {
    place: 'company',
    title: ({ catalogue }) => catalogue.companies,
    hint: byName,
    list: async ({ db, format }, page) =>
      withCards(await companiesByName(db, page, cardsOnPage), (row) =>
        namedCard('company', row, row.origin_country && format.country(row.origin_country)),
      ),
  },
  {
    place: 'network',
    title: ({ catalogue }) => catalogue.networks,
    hint: byName,
    list: async ({ db, format }, page) =>
      withCards(await networksByName(db, page, cardsOnPage), (row) =>
        namedCard('network', row, row.origin_country && format.country(row.origin_country)),
      ),
  },
  {
    place: 'collection',
    title: ({ catalogue }) => catalogue.collections,
    hint: byName,
    list: async (context, page) =>
      withCards(await collectionsByName(context.db, page, cardsOnPage, languageOf(context)), collectionCard),
  },
]

/** One page for each kind that can be browsed. */
export const browse = lists.map((browsed) =>
  page(`GET /${browsed.place}`, {
    access: 'anyone',
    query: ['list', 'page'],
    async handle(context): Promise<PageView | undefined> {
      const { texts, query } = context
      const number = pageIn(query.page)
      const named = new Map(Object.entries(browsed.lists?.(texts) ?? {}))
      if (number === undefined || (query.list !== '' && !named.has(query.list))) return undefined
      const listed = await browsed.list(context, number, query.list)
      if (!listed) return undefined
      const chosen = named.get(query.list)
      const title = chosen?.title ?? browsed.title(texts)
      const { catalogue } = texts
      const address = (to: number) => addressOfList(browsed.place, query.list, to)
      return {
        title: listed.page > 1 ? `${title}, ${texts.common.pageOf(listed.page, listed.total_pages)}` : title,
        description: texts.sharing.listed[browsed.place],
        shared: { address: address(listed.page) },
        ...feedOf(context, browsed.place, query.list),
        main: html`
<h1>${title}</h1>
${kindsNavigation(texts, browsed.place)}
${named.size > 0 && listsNavigation(texts, browsed, named, query.list)}
<p class="hint">${chosen?.hint ?? browsed.hint(texts)}
${!chosen && html`· <a href="/${browsed.place}/new" rel="nofollow">${addingIn(texts, browsed.place)}</a>`}</p>
${listed.cards.length === 0 ? emptyState(catalogue.nothingHere, catalogue.nothingHereText) : cards(listed.cards)}
${pagination(context, listed, address)}`,
      }
    },
  }),
)

/** The feed of a list, if it has one: what is on the air, or what is new. */
function feedOf(context: PageContext, place: Place, list: string): Pick<PageView, 'feed'> {
  if (place === 'tv' && /^(airing_today|on_the_air)$/.test(list)) return { feed: feedOfEpisodes(context) }
  return (place === 'movie' || place === 'tv') && list === '' ? { feed: feedOfNewTitles(context) } : {}
}

const addingIn = ({ edit: { addKind } }: Texts, place: Place) =>
  ownKinds.flatMap(([kind, of]) => (of === place ? [addKind[kind]] : []))

const addressOfList = (place: Place, list: string, page = 1) => {
  const query = new URLSearchParams({ ...(list !== '' && { list }), ...(page > 1 && { page: String(page) }) })
  return query.size === 0 ? `/${place}` : `/${place}?${query}`
}

/** Links to the lists of a kind, that of all records first. */
function listsNavigation(
  { catalogue }: Texts,
  { place }: Browsed,
  named: ReadonlyMap<string, { title: string }>,
  current: string,
) {
  const ways: [list: string, label: string][] = [['', catalogue.popular]]
  for (const [list, { title }] of named) ways.push([list, title])
  return html`<nav class="kinds" aria-label="${catalogue.lists}"><ul>${ways.map(
    ([list, label]) =>
      html`
<li><a href="${addressOfList(place, list)}"${list === current && html` aria-current="page"`}>${label}</a></li>`,
  )}</ul></nav>`
}

function kindsNavigation(texts: Texts, current: Place) {
  return html`<nav class="kinds" aria-label="${texts.catalogue.kinds}"><ul>${lists.map(
    ({ place, title }) =>
      html`<li><a href="/${place}"${place === current && html` aria-current="page"`}>${title(texts)}</a></li>`,
  )}</ul></nav>`
}
