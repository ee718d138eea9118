import type { Kind } from '#src/catalogue/kinds.ts'
import { details as collectionDetails } from '#src/groups/collections/details.ts'
import { details as companyDetails } from '#src/groups/companies/details.ts'
import { details as movieDetails } from '#src/groups/movies/details.ts'
import { details as networkDetails } from '#src/groups/networks/details.ts'
import { details as personDetails } from '#src/groups/people/details.ts'
import { details as episodeDetails } from '#src/groups/tv-episodes/details.ts'
import { details as seasonDetails } from '#src/groups/tv-seasons/details.ts'
import { details as seriesDetails } from '#src/groups/tv-series/details.ts'
import { languageTag } from '../components/languages.ts'
import { lookOfTitle } from '../components/small-head.ts'
import type { PageContext } from '../page.ts'
import { addressOf, episodeAddress, idIn, movieAddress, numberIn, seasonAddress, seriesAddress } from './addresses.ts'
import type { Pictured } from './gallery.ts'
import { episodeName, seasonName } from './translated-words.ts'

/** A kind of record with pages for its images, below the page of the record. */
export type Place = {
  kind: Kind
  /** The address of the record's page. */
  path: string
  find(context: PageContext): Promise<Pictured | undefined>
}

/** The series in an address. */
async function seriesIn(context: PageContext) {
  const series_id = idIn(context.params.series)
  const query = { language: languageTag(context) }
  return series_id === undefined ? undefined : context.ask(seriesDetails, { params: { series_id }, query })
}

export const places: readonly Place[] = [
  {
    kind: 'movie',
    path: '/movie/{movie}',
    async find(context) {
      const movie_id = idIn(context.params.movie)
      if (movie_id === undefined) return undefined
      const query = { language: languageTag(context) }
      const found = await context.ask(movieDetails, { params: { movie_id }, query })
      if (!found) return undefined
      const look = lookOfTitle('movie', { ...found, day: found.release_date })
      return { kind: 'movie', id: found.id, name: found.title, address: movieAddress(found), look }
    },
  },
  {
    kind: 'series',
    path: '/tv/{series}',
    async find(context) {
      const found = await seriesIn(context)
      if (!found) return undefined
      const look = lookOfTitle('series', { ...found, day: found.first_air_date })
      return { kind: 'series', id: found.id, name: found.name, address: seriesAddress(found), look }
    },
  },
  {
    kind: 'season',
    path: '/tv/{series}/season/{season}',
    async find(context) {
      const series = await seriesIn(context)
      const season_number = numberIn(context.params.season)
      if (!series || season_number === undefined) return undefined
      const params = { series_id: series.id, season_number }
      const found = await context.ask(seasonDetails, { params, query: { language: languageTag(context) } })
      if (!found) return undefined
      const name = `${series.name}: ${seasonName(context, found.name, season_number)}`
      const look = lookOfTitle('season', { ...found, day: found.air_date })
      return { kind: 'season', id: found.id, name, address: seasonAddress(seriesAddress(series), season_number), look }
    },
  },
  {
    kind: 'episode',
    path: '/tv/{series}/season/{season}/episode/{episode}',
    async find(context) {
      const series = await seriesIn(context)
      const [season_number, episode_number] = [numberIn(context.params.season), numberIn(context.params.episode)]
      if (!series || season_number === undefined || episode_number === undefined) return undefined
      const params = { series_id: series.id, season_number, episode_number }
      const found = await context.ask(episodeDetails, { params, query: { language: languageTag(context) } })
      if (!found) return undefined
      const name = `${series.name}: ${episodeName(context, found.name, episode_number)}`
      const address = episodeAddress(seriesAddress(series), season_number, episode_number)
      const look = lookOfTitle('series', { ...series, day: found.air_date })
      return { kind: 'episode', id: found.id, name, address, look }
    },
  },
  {
    kind: 'person',
    path: '/person/{person}',
    async find(context) {
      const person_id = idIn(context.params.person)
      if (person_id === undefined) return undefined
      const [found, inEnglish] = await Promise.all([
        context.ask(personDetails, { params: { person_id }, query: { language: languageTag(context) } }),
        // The address has the same name in every language.
        context.ask(personDetails, { params: { person_id } }),
      ])
      if (!found || !inEnglish) return undefined
      const address = addressOf('person', found.id, inEnglish.name)
      const look = { gallery: 'profiles', file_path: found.profile_path, shape: 'round' } as const
      return { kind: 'person', id: found.id, name: found.name, address, look }
    },
  },
  {
    kind: 'collection',
    path: '/collection/{collection}',
    async find(context) {
      const collection_id = idIn(context.params.collection)
      if (collection_id === undefined) return undefined
      const query = { language: languageTag(context) }
      const found = await context.ask(collectionDetails, { params: { collection_id }, query })
      if (!found) return undefined
      const address = addressOf('collection', found.id, found.original_name)
      const drawn = { kind: 'collection', id: found.id } as const
      const look = { gallery: 'posters', file_path: found.poster_path, shape: 'upright', drawn } as const
      return { kind: 'collection', id: found.id, name: found.name, address, look }
    },
  },
  {
    kind: 'company',
    path: '/company/{company}',
    async find({ ask, params }) {
      const company_id = idIn(params.company)
      const found = company_id === undefined ? undefined : await ask(companyDetails, { params: { company_id } })
      if (!found) return undefined
      const { id, name } = found
      return { kind: 'company', id, name, address: addressOf('company', id, name) }
    },
  },
  {
    kind: 'network',
    path: '/network/{network}',
    async find({ ask, params }) {
      const network_id = idIn(params.network)
      const found = network_id === undefined ? undefined : await ask(networkDetails, { params: { network_id } })
      if (!found) return undefined
      const { id, name } = found
      return { kind: 'network', id, name, address: addressOf('network', id, name) }
    },
  },
]

export const placeOf = (kind: Kind): Place => places.find((one) => one.kind === kind) as Place
