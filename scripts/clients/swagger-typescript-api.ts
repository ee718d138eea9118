import { type Generator, NOBODY } from './generator.ts'

export const swaggerTypescriptApi: Generator = {
  name: 'swagger-typescript-api',
  version: '13.13.0',
  beside: {},
  command: (document, out) => {
    const parts = out.split('/')
    const [folder, file] = [parts.slice(0, -1).join('/'), parts.at(-1)]
    return ['swagger-typescript-api', 'generate', '--path', document, '--output', folder, '--name', `${file}.ts`]
  },
  reads: `
import * as commons from './commons'
import * as films from './interface'

const baseApiParams = { headers: { Authorization: 'Bearer ' + place.key } }
const api = new films.Api({ baseUrl: place.url, baseApiParams }).v3
const own = new commons.Api({ baseUrl: place.url, baseApiParams }).commons
const titleOf = (row: films.MovieRow | films.TvRow | films.PersonRow): string =>
  row.media_type === 'movie' ? row.title : row.name

export const reads = {
  async movie() {
    const { data } = await api.movieDetails(93, { append_to_response: 'credits,watch/providers' })
    text(data.title, data.poster_path ?? '', data.credits?.cast[0]?.name ?? '')
    text(data['watch/providers']?.results['DE']?.link ?? '')
    return data
  },
  async offers() {
    const { data } = await api.seriesWatchProviders(990001)
    const all = Object.values(data.results).flatMap((country) => country?.flatrate ?? [])
    text(...all.map((one) => one.provider_name))
    return data
  },
  async series() {
    const { data } = await api.seriesDetails(990001, { append_to_response: 'season/1' })
    text(data.name, ...data.seasons.map(({ name }) => name))
    count(data.number_of_episodes)
    return data
  },
  async season() {
    const { data } = await api.seasonDetails(990001, 1, { language: 'de-DE' })
    text(...data.episodes.map(({ name }) => name))
    return data
  },
  async search() {
    const { data } = await api.searchMulti({ query: 'nosferatu' })
    text(...data.results.map(titleOf))
    return data
  },
  async discover() {
    const query = { with_genres: '27', sort_by: 'primary_release_date.asc', include_adult: false } as const
    const { data } = await api.discoverMovie(query)
    count(data.total_results, ...data.results.map(({ vote_average }) => vote_average))
    return data
  },
  async person() {
    const { data } = await api.personCombinedCredits(1)
    text(...data.cast.map((one) => (one.media_type === 'movie' ? one.title : one.name)))
    return data
  },
  async certifications() {
    const { data } = await api.certificationsMovie()
    text(...(data.certifications['DE'] ?? []).map(({ certification }) => certification))
    return data
  },
  async reports() {
    const { data } = await own.qualityList()
    text(...data.reports.map(({ report }) => report))
    return data
  },
  async changes() {
    const { data } = await own.feedChanges({ wait: 0, lines: true })
    text(data.next, ...data.changes.map(({ kind }) => kind))
    return data
  },
}

export const refused = () =>
  api.movieDetails(${NOBODY}).then(
    () => undefined,
    (answer: films.HttpResponse<unknown, films.Status>) => answer.error.status_code,
  )
`,
}
