import { collectionsByName, companiesByName, networksByName } from '#src/catalogue/browse.ts'
import { popular as popularMovies } from '#src/groups/movie-lists/popular.ts'
import { popular as popularPeople } from '#src/groups/people-lists/popular.ts'
import { popular as popularSeries } from '#src/groups/tv-series-lists/popular.ts'
import { html } from '../html.ts'
import { type PageContext, page, type Shown } from '../page.ts'
import { emptyState, pagination } from '../parts/lists.ts'
import type { Texts } from '../texts/index.ts'
import type { Place } from './addresses.ts'
import { type Card, cards, knownPersonCard, movieCard, namedCard, tvCard } from './cards.ts'
import { pageIn } from './page-number.ts'
import { languageOf, languageTag } from './texts-of.ts'

type Listed = { page: number; total_pages: number; total_results: number; cards: readonly Card[] } | undefined

type Browsed = {
  place: Place
  title(texts: Texts): string
  hint(texts: Texts): string
  list(context: PageContext, page: number): Promise<Listed>
}

const withCards = <Row>(
  found: { page: number; total_pages: number; total_results: number; results: readonly Row[] } | undefined,
  cardOf: (row: Row) => Card,
): Listed => found && { ...found, cards: found.results.map(cardOf) }

const byPopularity = ({ catalogue }: Texts) => catalogue.byPopularity
const byName = ({ catalogue }: Texts) => catalogue.byName

const lists: readonly Browsed[] = [
  {
    place: 'movie',
    title: ({ common }) => common.movies,
    hint: byPopularity,
    list: async (context, page) =>
      withCards(await context.ask(popularMovies, { query: { language: languageTag(context), page } }), (row) =>
        movieCard(row),
      ),
  },
  {
    place: 'tv',
    title: ({ common }) => common.series,
    hint: byPopularity,
    list: async (context, page) =>
      withCards(await context.ask(popularSeries, { query: { language: languageTag(context), page } }), (row) =>
        tvCard(row),
      ),
  },
  {
    place: 'person',
    title: ({ common }) => common.people,
    hint: byPopularity,
    list: async (context, page) =>
      withCards(await context.ask(popularPeople, { query: { language: languageTag(context), page } }), (row) =>
        knownPersonCard(context, row),
      ),
  },
  {
    place: 'company',
    title: ({ catalogue }) => catalogue.companies,
    hint: byName,
    list: async ({ db, format }, page) =>
      withCards(await companiesByName(db, page), (row) =>
        namedCard('company', row, row.origin_country && format.country(row.origin_country)),
      ),
  },
  {
    place: 'network',
    title: ({ catalogue }) => catalogue.networks,
    hint: byName,
    list: async ({ db, format }, page) =>
      withCards(await networksByName(db, page), (row) =>
        namedCard('network', row, row.origin_country && format.country(row.origin_country)),
      ),
  },
  {
    place: 'collection',
    title: ({ catalogue }) => catalogue.collections,
    hint: byName,
    list: async (context, page) =>
      withCards(await collectionsByName(context.db, page, languageOf(context)), (row) => ({
        ...namedCard('collection', { ...row, name: row.original_name }),
        name: row.name,
      })),
  },
]

/** One page for each kind that can be leafed through. */
export const browse = lists.map((browsed) =>
  page(`GET /${browsed.place}`, {
    access: 'anyone',
    query: ['page'],
    async handle(context): Promise<Shown | undefined> {
      const number = pageIn(context.query.page)
      const listed = number === undefined ? undefined : await browsed.list(context, number)
      if (!listed) return undefined
      const { texts } = context
      const title = browsed.title(texts)
      const { catalogue } = texts
      return {
        title: listed.page > 1 ? `${title}, ${texts.common.pageOf(listed.page, listed.total_pages)}` : title,
        main: html`
<h1>${title}</h1>
${kindsNavigation(texts, browsed.place)}
<p class="hint">${browsed.hint(texts)}</p>
${listed.cards.length === 0 ? emptyState(catalogue.nothingHere, catalogue.nothingHereText) : cards(listed.cards)}
${pagination(context, listed, (to) => `/${browsed.place}?page=${to}`)}`,
      }
    },
  }),
)

function kindsNavigation(texts: Texts, current: Place) {
  return html`<nav class="kinds" aria-label="${texts.catalogue.kinds}"><ul>${lists.map(
    ({ place, title }) =>
      html`<li><a href="/${place}"${place === current && html` aria-current="page"`}>${title(texts)}</a></li>`,
  )}</ul></nav>`
}
