import { ownKinds } from '#src/catalogue/own-kinds.ts'
import { showsSample } from '#src/sample/removal.ts'
import { type IndexState, indexState } from '#src/search/index-state.ts'
import { maxQueryLength } from '#src/search/reading.ts'
import { maxFound } from '#src/search/search.ts'
import { followLine } from '../components/follow-button.ts'
import { emptyState, nextStep, pagination, refuseBeyondEnd } from '../components/lists.ts'
import { pageIn } from '../components/page-number.ts'
import { searchField } from '../components/search-field.ts'
import { type Html, html, nothing } from '../html.ts'
import { withNext } from '../local-address.ts'
import { type PageContext, page, type RenderContext } from '../page.ts'
import { cards } from '../records/cards.ts'
import { fewerWords } from './fewer-words.ts'
import { type Found, type FoundKind, foundKinds, foundOf } from './found.ts'
import { type MeantBelow, meantBelow } from './season.ts'

/** Results of each kind, when all are shown together. */
const fewOfEach = 6
/** Those of them that the narrowest windows show. */
const cardsOnPhones = 3

export const search = page('GET /search', {
  access: 'anyone',
  query: ['query', 'q', 'kind', 'page'],
  async handle(context) {
    const { catalogue } = context.texts
    // Others call it `q`, and people type that into addresses.
    const query = (context.query.query || context.query.q).trim().slice(0, maxQueryLength).toWellFormed()
    const chosen = foundKinds.find((name) => name === context.query.kind)
    const number = pageIn(context.query.page)
    if (number === undefined) return undefined
    const whole = await foundOf(context, query, chosen, number)
    const below = chosen === undefined ? await meantBelow(context, query) : undefined
    const isAll = below === undefined || whole.some(({ total_results, isGuess }) => total_results > 0 && !isGuess)
    const all = isAll ? whole : await foundOf(context, below.name, chosen, number)
    const shown = chosen && all.find(({ kind }) => kind === chosen)
    if (shown) refuseBeyondEnd(shown, (to) => addressOf(query, chosen, to))
    // Who follows a search hears of new records, which have names of their own.
    const here = addressOf(query, chosen === 'episode' ? undefined : chosen)
    const index = query === '' ? 'complete' : await indexState(context.db)
    const title = query === '' ? catalogue.lookUp : catalogue.found(query)
    return {
      title,
      isPrivate: true,
      main: html`
<h1>${title}</h1>
<form class="search-form" role="search" action="/search" aria-label="${catalogue.lookUp}">
<label for="query">${context.texts.common.searchLabel}</label>
<div class="search-line">${searchField(context, { id: 'query', query })}
<button class="button primary">${context.texts.common.search}</button></div>
<p class="hint">${catalogue.lookUpHint}</p>
</form>
${query !== '' && (await followLine(context, { what: 'search', of: here, next: here }))}
${query !== '' && (await results(context, query, { all, shown, index, below }))}
${query !== '' && index !== 'missing' && adding(context, query)}`,
    }
  },
})

/**
 * Whoever does not find something adds it, or learns how one can. While there is no index, everything would look as if
 * it were missing.
 */
function adding({ texts: { edit, common }, viewer, signUps, address }: RenderContext, query: string): Html {
  const kinds = ownKinds.map(
    ([kind, place], index) =>
      html`${index > 0 && ' · '}<a href="/${place}/new?${String(new URLSearchParams({ title: query }))}"
 rel="nofollow">${edit.addKind[kind]}</a>`,
  )
  if (viewer) return html`<p class="note part">${edit.notFound} ${kinds}</p>`
  const joining = html`<a href="${withNext('/signup', address)}">${common.signUp}</a> · `
  return html`<p class="note part">${edit.notFound} ${edit.notFoundForVisitors[signUps]}
${signUps === 'open' && joining}<a href="${withNext('/login', address)}">${common.signIn}</a></p>`
}

function addressOf(query: string, kind?: FoundKind, page = 1): string {
  const parameters = { query, ...(kind && { kind }), ...(page > 1 && { page: String(page) }) }
  return `/search?${new URLSearchParams(parameters)}`
}

/** What a query finds of each kind, which of them was chosen, and whether the index lacks something. */
type ToShow = {
  all: readonly Found[]
  shown: Found | undefined
  index: IndexState
  /** The season or episode that is meant; then the rest is what the name of its series finds. */
  below: MeantBelow | undefined
}

/** What was found of one kind, or a little of every kind. */
async function results(context: PageContext, query: string, { all, shown, index, below }: ToShow): Promise<Html> {
  const some = all.filter(({ total_results }) => total_results > 0)
  if (some.length === 0) return withoutResults(context, query, index)
  const { catalogue } = context.texts
  // What is called so comes before what is only similar.
  const found = some.toSorted((one, other) => Number(one.isGuess) - Number(other.isGuess))
  const isGuess = below === undefined && (shown ? shown.isGuess : found.every((of) => of.isGuess))
  const lacking =
    index !== 'complete' &&
    html`<p class="note">${catalogue.searchBuilding}. ${catalogue.searchBuildingText[index]}</p>`
  return html`${lacking}${below && html`<div class="meant">${cards([below.card], 'shelf')}</div>`}
${isGuess && html`<p class="guess" role="status">${catalogue.onlySimilar}</p>`}
${listed(context, below?.name ?? query, isGuess ? found.map((of) => ({ ...of, isGuess: false })) : found, shown)}`
}

/** Where nothing was found: whether there is nothing, or the index lacks it. */
async function withoutResults(context: PageContext, query: string, index: IndexState): Promise<Html> {
  const { catalogue } = context.texts
  const [title, text] =
    index === 'complete'
      ? [catalogue.nothingFound, catalogue.nothingFoundText]
      : [catalogue.searchBuilding, catalogue.searchBuildingText[index]]
  const sample = index === 'complete' && (await showsSample(context.db)) ? html`<p>${catalogue.isSample}</p>` : nothing
  const ways = html`${sample}${toDiscover(context, query)}`
  return fewerWords(context, query, addressOf, emptyState(title, text, ways))
}

function listed(context: PageContext, query: string, found: readonly Found[], shown: Found | undefined): Html {
  const { catalogue } = context.texts
  if (!shown) return html`${tabs(context, query, found)}${found.map((of) => fewOf(context, query, of))}`
  const { kind, total_results } = shown
  const toAll = nextStep(addressOf(query), catalogue.allResults)
  if (total_results === 0)
    return html`${tabs(context, query, found, kind)}
${emptyState(catalogue.noneFound(catalogue.foundKinds[kind]), catalogue.othersFoundText, toAll)}`
  return html`${tabs(context, query, found, kind)}<section class="part">
${heading(context, shown)}${list(shown)}
${pagination(context, shown, (to) => addressOf(query, kind, to))}</section>`
}

/** Whoever remembers no word of a title may know its year, or who was in it. */
function toDiscover({ texts }: RenderContext, query: string): Html {
  const [year = ''] = /(?<![\p{L}\p{N}])(?:1[89]|20)\d\d(?![\p{L}\p{N}])/u.exec(query) ?? []
  const address = year === '' ? '/discover/movie' : `/discover/movie?year=${year}`
  return html`<a class="button primary" href="${address}">${texts.catalogue.toDiscover(year)}</a>`
}

/** The kinds of which something was found, and how much of each. */
function tabs(context: PageContext, query: string, found: readonly Found[], chosen?: FoundKind): Html {
  const { catalogue } = context.texts
  const tab = (label: string, kind?: FoundKind, count: Html = nothing) => {
    const current = kind === chosen && html` aria-current="page"`
    return html`<li><a href="${addressOf(query, kind)}"${current}>${label}${count}</a></li>`
  }
  return html`<nav class="kinds" aria-label="${catalogue.kinds}"><ul>${tab(catalogue.everything)}${found.map((of) =>
    tab(catalogue.foundKinds[of.kind], of.kind, html` ${countOf(context, of)}`),
  )}</ul></nav>`
}

function fewOf(context: PageContext, query: string, found: Found): Html {
  const { catalogue } = context.texts
  const { kind, total_results } = found
  const few = { ...found, cards: found.cards.slice(0, fewOfEach) }
  // A row of cards shows what fits into the width of the window.
  const shown = kind === 'keyword' ? found.keywords.length : Math.min(few.cards.length, cardsOnPhones)
  const toAll = html`<p><a href="${addressOf(query, kind)}">${catalogue.allOf(catalogue.foundKinds[kind])}</a></p>`
  const isCut = total_results > shown
  return html`<section class="part">${heading(context, found)}${list(few, 'shelf')}${isCut && toAll}</section>`
}

const heading = (context: RenderContext, found: Found): Html =>
  html`<h2>${context.texts.catalogue.foundKinds[found.kind]} ${countOf(context, found)}${
    found.isGuess && html` <span class="note">${context.texts.catalogue.similarNames}</span>`
  }</h2>`

/** Matches are counted up to a limit, so that there may be more. */
const countOf = ({ format }: RenderContext, { total_results }: Found): Html =>
  html`<span class="note">${format.number(total_results)}${total_results >= maxFound && '+'}</span>`

const list = ({ cards: found, keywords }: Found, as: 'grid' | 'shelf' = 'grid'): Html =>
  keywords.length > 0
    ? html`<ul class="tags">${keywords.map(
        ({ id, name }) => html`<li><a href="/discover/movie?keyword=${id}">${name}</a></li>`,
      )}</ul>`
    : cards(found, as)
