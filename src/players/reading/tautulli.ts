import { counted, idsIn, playerTime, textIn, yearOf } from '#src/kept-import/formats/values.ts'
import { minutesOf, played, type ReadTold } from './told.ts'

/**
 * What the page says to enter as JSON at Tautulli, whose words in braces it replaces. The ids of an episode are those
 * of its series there.
 */
export const tautulliBody = `{
  "player": "tautulli",
  "action": "{action}",
  "user": "{username}",
  "type": "{media_type}",
  "title": "{title}",
  "episode_title": "{episode_name}",
  "series": "{show_name}",
  "season": "{season_num}",
  "episode": "{episode_num}",
  "year": "{year}",
  "imdb": "{imdb_id}",
  "tmdb": "{themoviedb_id}",
  "tvdb": "{thetvdb_id}",
  "minutes": "{duration}",
  "at": "{unixtime}"
}`

/** What it calls something that was watched. */
const watched: ReadonlySet<unknown> = new Set(['watched', 'watch'])

const numberIn = (value: unknown) =>
  counted(typeof value === 'string' && /^\d{1,5}$/.test(value) ? Number(value) : value)

export const tautulli: ReadTold = (value) => {
  if (value.player !== 'tautulli') return undefined
  const { action, type: kind } = value
  if (!watched.has(action) || (kind !== 'movie' && kind !== 'episode')) return { is: 'other', player: 'tautulli' }
  const of = { is: 'played', player: 'tautulli', event: String(action), user: value.user } as const
  const minutes = minutesOf(Number(value.minutes))
  const ids = idsIn({ imdb: value.imdb, tmdb: value.tmdb, tvdb: value.tvdb })
  const at = playerTime(value.at)
  if (kind === 'movie')
    return played({ ...of, ...minutes }, { kind, ids, title: textIn(value.title), year: yearOf(value.year), at })
  const name = textIn(value.series)
  const series = { ids, ...(name && { title: name }) }
  const numbers = { season: numberIn(value.season), episode: numberIn(value.episode) }
  return played({ ...of, ...minutes }, { kind, ids: {}, title: textIn(value.episode_title), series, ...numbers, at })
}
