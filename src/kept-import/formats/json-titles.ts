import type { KeptEntry, KeptIds } from '#src/kept/kept-entry.ts'
import { isJsonObject } from '#src/reference/json-object.ts'
import { counted, idsIn, textIn, yearOf } from './values.ts'

/** Titles in the JSON of services: a film or a series with its ids, a season, an episode. */

export type Value = Record<string, unknown>
export const objectIn = (value: unknown): Value | undefined => (isJsonObject(value) ? value : undefined)

const idsOf = (of: Value | undefined): KeptIds => idsIn(objectIn(of?.ids) ?? {})

/** What an entry is about: one of four kinds. */
export function titleOf(value: Value) {
  const [movie, show] = [objectIn(value.movie), objectIn(value.show)]
  const [season, episode] = [objectIn(value.season), objectIn(value.episode)]
  const about = (of: Value | undefined) => ({ ids: idsOf(of), title: textIn(of?.title), year: yearOf(of?.year) })
  if (movie) return { kind: 'movie', ...about(movie) } as const
  if (episode) {
    const numbers = { season: counted(episode.season), episode: counted(episode.number) }
    return {
      kind: 'episode',
      ids: idsOf(episode),
      title: textIn(episode.title),
      series: seriesOf(show),
      ...numbers,
    } as const
  }
  if (season)
    return { kind: 'season', ids: idsOf(season), series: seriesOf(show), season: counted(season.number) } as const
  return show && ({ kind: 'tv', ...about(show) } as const)
}

export function seriesOf(show: Value | undefined): KeptEntry['series'] {
  const [title, year] = [textIn(show?.title), yearOf(show?.year)]
  return { ids: idsOf(show), ...(title !== undefined && { title }), ...(year !== undefined && { year }) }
}

export const arrayIn = (value: unknown): Value[] =>
  (Array.isArray(value) ? value : []).map(objectIn).filter((each): each is Value => each !== undefined)
