import { type Generator, NOBODY } from './generator.ts'

export const openapiTypescript: Generator = {
  name: 'openapi-typescript',
  version: '7.13.0',
  beside: { 'openapi-fetch': '0.17.0', typescript: '5.9.3' },
  command: (document, out) => ['openapi-typescript', document, '--output', `${out}.ts`],
  reads: `
import createClient from 'openapi-fetch'
import type { paths as Commons } from './commons'
import type { components, paths } from './interface'

const options = { baseUrl: place.url, headers: { Authorization: 'Bearer ' + place.key } }
const client = createClient<paths>(options)
const commons = createClient<Commons>(options)
const there = <Data>({ data }: { data?: Data }): Data => {
  if (data === undefined) throw new Error('there is no reply')
  return data
}

type Row = components['schemas']['MovieRow'] | components['schemas']['TvRow'] | components['schemas']['PersonRow']
const titleOf = (row: Row): string => (row.media_type === 'movie' ? row.title : row.name)

export const reads = {
  async movie() {
    const query = { append_to_response: 'credits,watch/providers' }
    const movie = there(await client.GET('/3/movie/{movie_id}', { params: { path: { movie_id: 93 }, query } }))
    text(movie.title, movie.poster_path ?? '', movie.credits?.cast[0]?.name ?? '')
    text(movie['watch/providers']?.results['DE']?.link ?? '')
    return movie
  },
  async offers() {
    const params = { path: { series_id: 990001 } }
    const offers = there(await client.GET('/3/tv/{series_id}/watch/providers', { params }))
    text(...Object.values(offers.results).flatMap(({ flatrate = [] }) => flatrate.map((one) => one.provider_name)))
    return offers
  },
  async series() {
    const query = { append_to_response: 'season/1' }
    const series = there(await client.GET('/3/tv/{series_id}', { params: { path: { series_id: 990001 }, query } }))
    text(series.name, ...series.seasons.map(({ name }) => name))
    count(series.number_of_episodes)
    return series
  },
  async season() {
    const params = { path: { series_id: 990001, season_number: 1 }, query: { language: 'de-DE' } }
    const season = there(await client.GET('/3/tv/{series_id}/season/{season_number}', { params }))
    text(...season.episodes.map(({ name }) => name))
    return season
  },
  async search() {
    const found = there(await client.GET('/3/search/multi', { params: { query: { query: 'nosferatu' } } }))
    text(...found.results.map(titleOf))
    return found
  },
  async discover() {
    const query = { with_genres: '27', sort_by: 'primary_release_date.asc', include_adult: false } as const
    const found = there(await client.GET('/3/discover/movie', { params: { query } }))
    count(found.total_results, ...found.results.map(({ vote_average }) => vote_average))
    return found
  },
  async person() {
    const params = { path: { person_id: 1 } }
    const credits = there(await client.GET('/3/person/{person_id}/combined_credits', { params }))
    text(...credits.cast.map((one) => (one.media_type === 'movie' ? one.title : one.name)))
    return credits
  },
  async certifications() {
    const list = there(await client.GET('/3/certification/movie/list'))
    text(...(list.certifications['DE'] ?? []).map(({ certification }) => certification))
    return list
  },
  async reports() {
    const reports = there(await commons.GET('/commons/1/quality'))
    text(...reports.reports.map(({ report }) => report))
    return reports
  },
  async changes() {
    const changes = there(await commons.GET('/commons/1/changes', { params: { query: { wait: 0, lines: true } } }))
    text(changes.next, ...changes.changes.map(({ kind }) => kind))
    return changes
  },
}

export async function refused() {
  const { error } = await client.GET('/3/movie/{movie_id}', { params: { path: { movie_id: ${NOBODY} } } })
  return error?.status_code
}
`,
}
