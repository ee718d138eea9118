import { aboutOf } from '#src/kept-import/formats/jellyfin.ts'
import { objectIn, type Value } from '#src/kept-import/formats/json-titles.ts'
import { textIn, yearOf } from '#src/kept-import/formats/values.ts'
import { wordTable } from '#src/reference/word-table.ts'
import { isTrue, minutesOfTicks, type Played, played, type ReadTold } from './told.ts'

const kinds: Readonly<Record<string, 'movie' | 'episode'>> = wordTable({ Movie: 'movie', Episode: 'episode' })

/** What events mean: of Emby itself, and of the plug-in *Webhooks* of Jellyfin, which writes the same objects. */
const meanings: Readonly<Record<string, Played['is'] | 'stop'>> = wordTable({
  'playback.stop': 'stop',
  'item.markplayed': 'played',
  'item.markunplayed': 'not_played',
  Stop: 'stop',
  Scrobble: 'played',
  MarkPlayed: 'played',
  MarkUnplayed: 'not_played',
})
/** Emby has small letters and a dot in them, the plug-in a capital one. */
const ofEmby = /^[a-z]+\.[a-z.]+$/

export const emby: ReadTold = (value) => {
  const event = textIn(value.Event)
  if (event === undefined) return undefined
  const player = ofEmby.test(event) ? 'emby' : 'jellyfin'
  const item = objectIn(value.Item)
  const kind = kinds[String(item?.Type)]
  const meaning = meanings[event]
  const is = meaning === 'stop' ? (wasPlayedToEnd(value) ? 'played' : undefined) : meaning
  if (!item || kind === undefined || is === undefined) return { is: 'other', player }
  const of = { is, player, event, user: objectIn(value.User)?.Name, ...minutesOfTicks(item.RunTimeTicks) } as const
  const series = objectIn(value.Series)
  // The plug-in has the series beside the episode.
  const ofSeries = series && { SeriesProviderIds: series.ProviderIds, SeriesName: series.Name }
  const about = aboutOf({ ...ofSeries, ...item }, kind)
  if (!('series' in about)) return played(of, { ...about, kind })
  const year = yearOf(series?.ProductionYear)
  return played(of, { ...about, kind, series: { ...about.series, ...(year !== undefined && { year }) } })
}

const wasPlayedToEnd = (value: Value): boolean =>
  isTrue(objectIn(value.PlaybackInfo)?.PlayedToCompletion) || isTrue(value.PlayedToCompletion)
