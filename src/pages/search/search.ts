import { networksById } from '#src/catalogue/summaries/by-id.ts'
import { pageOf, pageSize } from '#src/contract/paging.ts'
import { collection } from '#src/groups/search/collection.ts'
import { company } from '#src/groups/search/company.ts'
import { movie } from '#src/groups/search/movie.ts'
import { person } from '#src/groups/search/person.ts'
import { tv } from '#src/groups/search/tv.ts'
import { lookUp, type SearchedKind } from '#src/search/look-up.ts'
import {
  type Card,
  cards,
  collectionCard,
  knownPersonCard,
  movieCard,
  namedCard,
  seriesCard,
} from '../catalogue/cards.ts'
import { languageTag } from '../catalogue/languages.ts'
import { pageIn } from '../catalogue/page-number.ts'
import { emptyState, pagination, refuseBeyondEnd } from '../components/lists.ts'
import { maxQueryLength, searchField } from '../components/search-field.ts'
import { html } from '../html.ts'
import { type PageContext, page } from '../page.ts'

/** Results of each kind, when all are shown together. */
const fewOfEach = 6

type Listed = { page: number; total_pages: number; total_results: number; cards: readonly Card[] }
const none: Listed = { page: 1, total_pages: 0, total_results: 0, cards: [] }

type Find = (context: PageContext, query: string, page: number) => Promise<Listed>

const adultToo = ({ viewer }: PageContext) => String(viewer?.include_adult ?? false)

/** How each kind is searched, in the order of the results. */
const kinds = {
  movie: async (context, query, page) => {
    const asked = { query, page, language: languageTag(context), include_adult: adultToo(context) }
    const found = await context.ask(movie, { query: asked })
    return found ? { ...found, cards: found.results.map((row) => movieCard(row)) } : none
  },
  tv: async (context, query, page) => {
    const asked = { query, page, language: languageTag(context), include_adult: adultToo(context) }
    const found = await context.ask(tv, { query: asked })
    return found ? { ...found, cards: found.results.map((row) => seriesCard(row)) } : none
  },
  person: async (context, query, page) => {
    const asked = { query, page, language: languageTag(context), include_adult: adultToo(context) }
    const found = await context.ask(person, { query: asked })
    return found ? { ...found, cards: found.results.map((row) => knownPersonCard(context, row)) } : none
  },
  collection: async (context, query, page) => {
    const asked = { query, page, language: languageTag(context), include_adult: adultToo(context) }
    const found = await context.ask(collection, { query: asked })
    return found ? { ...found, cards: found.results.map(collectionCard) } : none
  },
  company: async (context, query, page) => {
    const found = await context.ask(company, { query: { query, page } })
    return found ? { ...found, cards: found.results.map((row) => namedCard('company', row)) } : none
  },
  network: async ({ db }, query, page) => {
    const found = await lookUp(db, ['network'] satisfies SearchedKind[], query, false)
    const ids = found.slice((page - 1) * pageSize, page * pageSize).map(({ id }) => id)
    const rows = await networksById(db, ids)
    return { ...pageOf(page, rows, found.length), cards: rows.map((row) => namedCard('network', row)) }
  },
} satisfies Record<string, Find>
type Kind = keyof typeof kinds
const kindNames = Object.keys(kinds) as Kind[]

export const search = page('GET /search', {
  access: 'anyone',
  query: ['query', 'kind', 'page'],
  async handle(context) {
    const { texts } = context
    const { catalogue } = texts
    const query = context.query.query.trim().slice(0, maxQueryLength)
    const kind = kindNames.find((name) => name === context.query.kind)
    const number = pageIn(context.query.page)
    if (number === undefined) return undefined
    const addressFor = (name: Kind, page = 1) =>
      `/search?${new URLSearchParams({ query, kind: name, ...(page > 1 && { page: String(page) }) })}`
    const asked = kind ? [kind] : kindNames
    const found = await Promise.all(
      asked.map(async (name) => ({
        name,
        list: query === '' ? none : await kinds[name](context, query, kind ? number : 1),
      })),
    )
    if (kind) for (const { list } of found) refuseBeyondEnd({ ...list, page: number }, (to) => addressFor(kind, to))
    const withResults = found.filter(({ list }) => list.cards.length > 0)
    return {
      title: query === '' ? catalogue.lookUp : catalogue.found(query),
      isPrivate: true,
      main: html`
<h1>${query === '' ? catalogue.lookUp : catalogue.found(query)}</h1>
<form class="search-form" role="search" action="/search" aria-label="${catalogue.lookUp}">
<label for="query">${texts.common.searchLabel}</label>
<div class="search-line">${searchField(context, { id: 'query', query })}
<button class="button primary">${texts.common.search}</button></div>
<p class="hint">${catalogue.lookUpHint}</p>
</form>
${query !== '' && withResults.length === 0 && emptyState(catalogue.nothingFound, catalogue.nothingFoundText)}
${withResults.map(({ name, list }) => {
  const address = (page: number) => addressFor(name, page)
  const all = !kind && list.total_results > fewOfEach
  return html`<section class="part">
<h2>${catalogue.kindNames[name]} <span class="note">${catalogue.count(list.total_results)}</span></h2>
${cards(kind ? list.cards : list.cards.slice(0, fewOfEach))}
${all && html`<p><a href="${address(1)}">${catalogue.allOf(catalogue.kindNames[name])}</a></p>`}
${kind && pagination(context, list, address)}</section>`
})}`,
    }
  },
})
