import {
  collectionsById,
  companiesById,
  moviesById,
  networksById,
  peopleOnlyById,
  seriesById,
} from '#src/catalogue/summaries/by-id.ts'
import { isSameName } from '#src/search/same-name.ts'
import type { SearchedKind } from '#src/search/searched-kinds.ts'
import { languageOf, languageTag } from '../components/languages.ts'
import { html } from '../html.ts'
import type { PageContext } from '../page.ts'
import { type Card, collectionCard, knownPersonCard, movieCard, namedCard, seriesCard } from '../records/cards.ts'
import { episodeCards, episodesFound } from './episodes.ts'
import { type Match, matches } from './matches.ts'

type CardsOf = (context: PageContext, ids: readonly number[]) => Promise<readonly Card[]>

/** How the records of each kind are shown, by the name of the kind in addresses, in the order of the results. */
const kinds = {
  movie: [
    'movie',
    async (context, ids) => (await moviesById(context.db, ids, languageOf(context))).map((row) => movieCard(row)),
  ],
  tv: [
    'series',
    async (context, ids) => (await seriesById(context.db, ids, languageOf(context))).map((row) => seriesCard(row)),
  ],
  person: [
    'person',
    async (context, ids) =>
      (await peopleOnlyById(context.db, ids, languageOf(context))).map((row) => knownPersonCard(context, row)),
  ],
  collection: [
    'collection',
    async (context, ids) => (await collectionsById(context.db, ids, languageOf(context))).map(collectionCard),
  ],
  company: ['company', async ({ db }, ids) => (await companiesById(db, ids)).map((row) => namedCard('company', row))],
  network: ['network', async ({ db }, ids) => (await networksById(db, ids)).map((row) => namedCard('network', row))],
  keyword: ['keyword', async () => []],
} satisfies Record<string, readonly [SearchedKind, CardsOf]>

type NamedKind = keyof typeof kinds
/** Episodes are found in a way of their own. */
export type FoundKind = NamedKind | 'episode'
export const foundKinds: readonly FoundKind[] = [
  'movie',
  'tv',
  'person',
  'episode',
  'collection',
  'company',
  'network',
  'keyword',
]

export type Found = {
  kind: FoundKind
  page: number
  total_pages: number
  total_results: number
  /** Nothing of the kind is called what was asked for: these have similar names. */
  isGuess: boolean
  /** Keywords have no picture and are listed by their names alone. */
  keywords: readonly Match[]
  cards: readonly Card[]
}

/**
 * What a text finds of each kind: a page of one kind, if it is chosen, or else the first page of each. The others have
 * numbers only.
 */
export async function foundOf(
  context: PageContext,
  query: string,
  chosen: FoundKind | undefined,
  page: number,
): Promise<Found[]> {
  const include_adult = String(context.viewer?.include_adult ?? false)
  const asked = { query, include_adult, language: languageTag(context) }
  const ask = async (more = {}) => (query === '' ? undefined : context.ask(matches, { query: { ...asked, ...more } }))
  const ofKind = chosen === 'episode' ? undefined : chosen
  const [first, further, episodes] = await Promise.all([
    ask(),
    ofKind && page > 1 ? ask({ kind: kinds[ofKind][0], page }) : undefined,
    episodesOf(context, query, chosen, page),
  ])
  const onFirst = new Map(first?.kinds.map((of) => [of.kind, of]))
  return Promise.all(
    foundKinds.map(async (kind) => {
      if (kind === 'episode') return episodes
      const isFurther = kind === chosen && page > 1
      const found = isFurther ? further?.kinds[0] : onFirst.get(kinds[kind][0])
      const { results = [], total_pages = 0, total_results = 0, is_guess: isGuess = false } = found ?? {}
      const shown = chosen === undefined || kind === chosen ? results : []
      return {
        kind,
        page: isFurther ? page : 1,
        total_pages,
        total_results,
        isGuess,
        keywords: kind === 'keyword' ? shown : [],
        cards: await cardsOf(context, kind, shown),
      }
    }),
  )
}

/** Episodes by their names, of which slips are not forgiven. */
async function episodesOf(
  context: PageContext,
  query: string,
  chosen: FoundKind | undefined,
  page: number,
): Promise<Found> {
  const include_adult = String(context.viewer?.include_adult ?? false)
  const asked = { query, include_adult, page: chosen === 'episode' ? page : 1 }
  const found = query === '' ? undefined : await context.ask(episodesFound, { query: asked })
  const { total_pages = 0, total_results = 0 } = found ?? {}
  const shown = chosen === undefined || chosen === 'episode' ? (found?.results ?? []) : []
  const cards = await episodeCards(context, shown)
  return { kind: 'episode', page: asked.page, total_pages, total_results, isGuess: false, keywords: [], cards }
}

async function cardsOf(context: PageContext, kind: NamedKind, found: readonly Match[]): Promise<Card[]> {
  const matchOf = new Map(found.map((match) => [match.id, match]))
  const [, cards] = kinds[kind]
  const all = await cards(context, [...matchOf.keys()])
  return all.map((card) => withOtherName(context, card, matchOf.get(card.id) as Match))
}

/** A card that says by which name the record was found, if that is not the one that it shows. */
function withOtherName({ texts }: PageContext, card: Card, { name, lang }: Match): Card {
  if (isSameName(card.name, name)) return card
  const other = html`${texts.catalogue.knownAs} <q${lang && html` lang="${lang}"`}>${name}</q>`
  return { ...card, note: card.note ? html`${card.note}<br>${other}` : other }
}
