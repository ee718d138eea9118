import { readFile } from 'node:fs/promises'
import { details as companyDetails } from '#src/groups/companies/details.ts'
import { details as movieDetails } from '#src/groups/movies/details.ts'
import { details as networkDetails } from '#src/groups/networks/details.ts'
import { details as personDetails } from '#src/groups/people/details.ts'
import { details as episodeDetails } from '#src/groups/tv-episodes/details.ts'
import { details as seasonDetails } from '#src/groups/tv-seasons/details.ts'
import { details as seriesDetails } from '#src/groups/tv-series/details.ts'
import { wordTable } from '#src/reference/word-table.ts'
import { languageTag } from '../components/languages.ts'
import { type Answer, type PageContext, PublicPicture, page } from '../page.ts'
import { idIn, numberIn } from '../records/addresses.ts'
import { sharedCollectionOf } from '../records/collection-movies.ts'
import { type CardFacts, cardName, composeCard } from './card.ts'
import { episodeCard, seasonCard } from './parts-of-series.ts'
import { collectionCard, organizationCard, personCard } from './people-and-companies.ts'
import { movieCard, seriesCard } from './titles.ts'

type Loaded = (context: PageContext, id: number) => Promise<CardFacts | undefined>

const inLanguageOf = (context: PageContext) => ({ query: { language: languageTag(context) } })

/** What the cards of each kind show, by the place of its records in addresses. */
const byPlace: Readonly<Record<string, Loaded>> = wordTable({
  async movie(context, movie_id) {
    const movie = await context.ask(movieDetails, { params: { movie_id }, ...inLanguageOf(context) })
    return movie && movieCard(context, movie)
  },
  async tv(context, series_id) {
    const series = await context.ask(seriesDetails, { params: { series_id }, ...inLanguageOf(context) })
    return series && seriesCard(context, series)
  },
  async person(context, person_id) {
    const person = await context.ask(personDetails, { params: { person_id }, ...inLanguageOf(context) })
    return person && personCard(context, person)
  },
  async company(context, company_id) {
    const company = await context.ask(companyDetails, { params: { company_id } })
    return company && organizationCard(context, 'company', company)
  },
  async network(context, network_id) {
    const network = await context.ask(networkDetails, { params: { network_id } })
    return network && organizationCard(context, 'network', network)
  },
  async collection(context, collection_id) {
    const collection = await sharedCollectionOf(context, collection_id)
    return collection && collectionCard(context, collection)
  },
})

const siteFacts = ({ texts }: PageContext): CardFacts => ({
  path: '/card/site',
  ...{ family: 'site', genre: 0 },
  title: texts.common.siteName,
  line: texts.sharing.siteCard,
})

/** The name of a file of a card without its ending. */
const stemOf = (file: string): string | undefined => /^(.+)\.jpg$/.exec(file)?.[1]

/** The card as it is now. Whoever asked for it as it was before, or for none, does not keep it for good. */
async function answer(context: PageContext<string, 'v'>, facts: CardFacts | undefined): Promise<Answer> {
  if (!facts) return undefined
  const name = cardName(facts)
  const path = await context.media.composed(name, () => composeCard(facts, context.texts.common.siteName))
  if (path === undefined) return undefined
  return new PublicPicture('image/jpeg', await readFile(path), context.query.v === name)
}

const query = ['v'] as const

/** Pictures of 1200 × 630 pixels that other sites show of a page. */
export const cardPages = [
  page('GET /card/site.jpg', { access: 'anyone', query, handle: (context) => answer(context, siteFacts(context)) }),
  page('GET /card/{place}/{file}', {
    access: 'anyone',
    query,
    async handle(context) {
      const { place, file } = context.params
      const id = idIn(stemOf(file))
      const load = byPlace[place]
      return id === undefined || !load ? undefined : answer(context, await load(context, id))
    },
  }),
  page('GET /card/tv/{series}/season/{file}', {
    access: 'anyone',
    query,
    async handle(context) {
      const [series_id, season_number] = [idIn(context.params.series), numberIn(stemOf(context.params.file))]
      if (series_id === undefined || season_number === undefined) return undefined
      const [series, season] = await Promise.all([
        context.ask(seriesDetails, { params: { series_id }, ...inLanguageOf(context) }),
        context.ask(seasonDetails, { params: { series_id, season_number }, ...inLanguageOf(context) }),
      ])
      return series && season && answer(context, seasonCard(context, series, season))
    },
  }),
  page('GET /card/tv/{series}/season/{season}/episode/{file}', {
    access: 'anyone',
    query,
    async handle(context) {
      const { series: given, season: number, file } = context.params
      const [series_id, season_number, episode_number] = [idIn(given), numberIn(number), numberIn(stemOf(file))]
      if (series_id === undefined || season_number === undefined || episode_number === undefined) return undefined
      const params = { series_id, season_number, episode_number }
      const [series, episode] = await Promise.all([
        context.ask(seriesDetails, { params: { series_id }, ...inLanguageOf(context) }),
        context.ask(episodeDetails, { params, ...inLanguageOf(context) }),
      ])
      return series && episode && answer(context, episodeCard(context, series, episode))
    },
  }),
]
