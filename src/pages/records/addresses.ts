import { maxId } from '#src/contract/path-parameters.ts'
import { foldName } from '#src/search/folding.ts'
import { Redirect } from '../page.ts'

/** The first segments of addresses of records. */
export type Place = 'movie' | 'tv' | 'person' | 'company' | 'network' | 'collection'

/** Of a name in an address. */
const maxSlugLength = 60

const slugOf = (name: string) =>
  foldName(name)
    .normalize('NFC')
    .slice(0, maxSlugLength)
    .trim()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')

/**
 * The address of a record: its id, which counts, and a name for people, which is the same in every language of the
 * pages.
 */
export function addressOf(place: Place, id: number, name: string): string {
  const slug = slugOf(name)
  return `/${place}/${id}${slug && `-${encodeURIComponent(slug)}`}`
}

export const movieAddress = (movie: { id: number; original_title: string; title: string }) =>
  addressOf('movie', movie.id, movie.original_title || movie.title)

export const seriesAddress = (series: { id: number; original_name: string; name: string }) =>
  addressOf('tv', series.id, series.original_name || series.name)

export const seasonAddress = (series: string, season_number: number) => `${series}/season/${season_number}`

export const episodeAddress = (series: string, season_number: number, episode_number: number) =>
  `${seasonAddress(series, season_number)}/episode/${episode_number}`

export const orderAddress = (series: string, order: string) => `${series}/order/${order}`

/** The id at the beginning of a segment; undefined if no record can have it. */
export function idIn(segment: string | undefined): number | undefined {
  const id = Number(/^[1-9]\d{0,9}(?=-|$)/.exec(segment ?? '')?.[0])
  return id <= maxId ? id : undefined
}

/** A number of a season or an episode, which may be 0. */
export const numberIn = (segment: string | undefined): number | undefined =>
  /^\d{1,6}$/.test(segment ?? '') ? Number(segment) : undefined

/** The ids and numbers of a title, or of what is below a series, as the operations of its parts take them. */
export function idsIn(params: Readonly<Record<string, string>>): Record<string, number> {
  const { movie, series, season, episode } = params
  const found = {
    ...{ movie_id: idIn(movie), series_id: idIn(series) },
    ...{ season_number: numberIn(season), episode_number: numberIn(episode) },
  }
  return Object.fromEntries(Object.entries(found).filter((entry): entry is [string, number] => entry[1] !== undefined))
}

/** Redirects to the canonical address of a record; undefined if that was requested. `canonical` has no query. */
export function redirectToCanonical(canonical: string, given: string): Redirect | undefined {
  const [path = '', query] = given.split('?', 2)
  if (decoded(path) === decoded(canonical)) return undefined
  return new Redirect(query ? `${canonical}?${query}` : canonical, undefined, 301)
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
