import { type Generator, NOBODY } from './generator.ts'

export const orval: Generator = {
  name: 'orval',
  version: '8.38.0',
  beside: {},
  command: (document, out) => ['orval', '--input', document, '--output', `${out}.ts`, '--client', 'fetch'],
  reads: `
import * as commons from './commons'
import * as films from './interface'

// Its functions ask relative addresses, as in a browser.
const plainFetch = fetch
globalThis.fetch = (address, options) => plainFetch(new URL(String(address), place.url), options)
const options = { headers: { Authorization: 'Bearer ' + place.key } }
const titleOf = (row: films.MovieRow | films.TvRow | films.PersonRow): string =>
  row.media_type === 'movie' ? row.title : row.name
const there = <Answer extends { status: number; data: unknown }>(answer: Answer) => {
  if (answer.status !== 200) throw new Error('there is no reply')
  return answer.data as Extract<Answer, { status: 200 }>['data']
}

export const reads = {
  async movie() {
    const query = { append_to_response: 'credits,watch/providers' }
    const movie = there(await films.movieDetails(93, query, options))
    text(movie.title, movie.poster_path ?? '', movie.credits?.cast[0]?.name ?? '')
    text(movie['watch/providers']?.results['DE']?.link ?? '')
    return movie
  },
  async offers() {
    const offers = there(await films.seriesWatchProviders(990001, options))
    text(...Object.values(offers.results).flatMap(({ flatrate = [] }) => flatrate.map((one) => one.provider_name)))
    return offers
  },
  async series() {
    const series = there(await films.seriesDetails(990001, { append_to_response: 'season/1' }, options))
    text(series.name, ...series.seasons.map(({ name }) => name))
    count(series.number_of_episodes)
    return series
  },
  async season() {
    const season = there(await films.seasonDetails(990001, 1, { language: 'de-DE' }, options))
    text(...season.episodes.map(({ name }) => name))
    return season
  },
  async search() {
    const found = there(await films.searchMulti({ query: 'nosferatu' }, options))
    text(...found.results.map(titleOf))
    return found
  },
  async discover() {
    const query = { with_genres: '27', sort_by: 'primary_release_date.asc', include_adult: false } as const
    const found = there(await films.discoverMovie(query, options))
    count(found.total_results, ...found.results.map(({ vote_average }) => vote_average))
    return found
  },
  async person() {
    const credits = there(await films.personCombinedCredits(1, {}, options))
    text(...credits.cast.map((one) => (one.media_type === 'movie' ? one.title : one.name)))
    return credits
  },
  async certifications() {
    const list = there(await films.certificationsMovie(options))
    text(...(list.certifications['DE'] ?? []).map(({ certification }) => certification))
    return list
  },
  async reports() {
    const reports = there(await commons.qualityList(options))
    text(...reports.reports.map(({ report }) => report))
    return reports
  },
  async changes() {
    const changes = there(await commons.feedChanges({ wait: 0, lines: true }, options))
    text(changes.next, ...changes.changes.map(({ kind }) => kind))
    return changes
  },
}

export async function refused() {
  const answer = await films.movieDetails(${NOBODY}, {}, options)
  return answer.status === 404 ? answer.data.status_code : undefined
}
`,
}
