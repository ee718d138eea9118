import { type Generator, NOBODY } from './generator.ts'

export const heyApi: Generator = {
  name: '@hey-api/openapi-ts',
  version: '0.99.0',
  beside: { typescript: '5.9.3' },
  command: (document, out) => ['openapi-ts', '--input', document, '--output', out],
  reads: `
import * as commons from './commons'
import { client as commonsClient } from './commons/client.gen'
import * as films from './interface'
import { client } from './interface/client.gen'

const options = { baseUrl: place.url, auth: place.key, throwOnError: true } as const
client.setConfig(options)
commonsClient.setConfig(options)
const must = { throwOnError: true } as const
const titleOf = (row: films.MovieRow | films.TvRow | films.PersonRow): string =>
  row.media_type === 'movie' ? row.title : row.name

export const reads = {
  async movie() {
    const query = { append_to_response: 'credits,watch/providers' }
    const { data } = await films.movieDetails({ ...must, path: { movie_id: 93 }, query })
    text(data.title, data.poster_path ?? '', data.credits?.cast[0]?.name ?? '')
    text(data['watch/providers']?.results['DE']?.link ?? '')
    return data
  },
  async offers() {
    const { data } = await films.seriesWatchProviders({ ...must, path: { series_id: 990001 } })
    text(...Object.values(data.results).flatMap(({ flatrate = [] }) => flatrate.map((one) => one.provider_name)))
    return data
  },
  async series() {
    const query = { append_to_response: 'season/1' }
    const { data } = await films.seriesDetails({ ...must, path: { series_id: 990001 }, query })
    text(data.name, ...data.seasons.map(({ name }) => name))
    count(data.number_of_episodes)
    return data
  },
  async season() {
    const path = { series_id: 990001, season_number: 1 }
    const { data } = await films.seasonDetails({ ...must, path, query: { language: 'de-DE' } })
    text(...data.episodes.map(({ name }) => name))
    return data
  },
  async search() {
    const { data } = await films.searchMulti({ ...must, query: { query: 'nosferatu' } })
    text(...data.results.map(titleOf))
    return data
  },
  async discover() {
    const query = { with_genres: '27', sort_by: 'primary_release_date.asc', include_adult: false } as const
    const { data } = await films.discoverMovie({ ...must, query })
    count(data.total_results, ...data.results.map(({ vote_average }) => vote_average))
    return data
  },
  async person() {
    const { data } = await films.personCombinedCredits({ ...must, path: { person_id: 1 } })
    text(...data.cast.map((one) => (one.media_type === 'movie' ? one.title : one.name)))
    return data
  },
  async certifications() {
    const { data } = await films.certificationsMovie(must)
    text(...(data.certifications['DE'] ?? []).map(({ certification }) => certification))
    return data
  },
  async reports() {
    const { data } = await commons.qualityList(must)
    text(...data.reports.map(({ report }) => report))
    return data
  },
  async changes() {
    const { data } = await commons.feedChanges({ ...must, query: { wait: 0, lines: true } })
    text(data.next, ...data.changes.map(({ kind }) => kind))
    return data
  },
}

export async function refused() {
  const { error } = await films.movieDetails({ throwOnError: false, path: { movie_id: ${NOBODY} } })
  return error?.status_code
}
`,
}
