import { counted, dayIn, idsIn, playerTime, textIn, yearOf } from '#src/kept-import/formats/values.ts'
import { wordTable } from '#src/reference/word-table.ts'
import { isTrue, minutesOfTicks, played, type ReadTold } from './told.ts'

const kinds: Readonly<Record<string, 'movie' | 'episode'>> = wordTable({ Movie: 'movie', Episode: 'episode' })

/** What the plug-in *Webhook* of Jellyfin tells, with all properties. */
export const jellyfin: ReadTold = (value) => {
  const event = textIn(value.NotificationType)
  if (event === undefined) return undefined
  const kind = kinds[String(value.ItemType)]
  const is = isOf(event, value)
  if (kind === undefined || is === undefined) return { is: 'other', player: 'jellyfin' }
  const ids = idsOf(value)
  const about = { kind, ids, title: textIn(value.Name), at: playerTime(value.UtcTimestamp), on: dayOf(value.Timestamp) }
  const of = { is, player: 'jellyfin', event, user: value.NotificationUsername } as const
  const more = minutesOfTicks(value.RunTimeTicks)
  // Of an episode, the ids and the year are its own.
  if (kind === 'movie') return played({ ...of, ...more }, { ...about, year: yearOf(value.Year) })
  const name = textIn(value.SeriesName)
  const numbers = { season: counted(value.SeasonNumber), episode: counted(value.EpisodeNumber) }
  return played({ ...of, ...more }, { ...about, ...numbers, series: { ids: {}, ...(name && { title: name }) } })
}

function isOf(event: string, value: Parameters<ReadTold>[0]): 'played' | 'not_played' | undefined {
  if (event === 'PlaybackStop') return isTrue(value.PlayedToCompletion) ? 'played' : undefined
  if (event !== 'UserDataSaved' || value.SaveReason !== 'TogglePlayed' || value.Played === undefined) return undefined
  return isTrue(value.Played) ? 'played' : 'not_played'
}

function idsOf(value: Parameters<ReadTold>[0]) {
  const given = new Map(
    Object.entries(value).flatMap(([name, id]) => {
      const [, system] = /^Provider_(\w+)$/i.exec(name) ?? []
      return system === undefined ? [] : [[system.toLowerCase(), id] as const]
    }),
  )
  return idsIn({ imdb: given.get('imdb'), tmdb: given.get('tmdb'), tvdb: given.get('tvdb') })
}

/** The day where the server is, which says its time besides that in UTC. */
const dayOf = (value: unknown): string | undefined => dayIn(typeof value === 'string' ? value.slice(0, 10) : undefined)
