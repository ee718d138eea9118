/** An episode with its dates, which may be null or empty where nobody knows them. */
export type DatedEpisode = {
  season_number: number
  air_date: string | null
  season_air_date: string | null
}

/**
 * Which episodes have aired by a day, given those of a season or of a series in their order. What has no date has aired
 * where the others say so: something behind it has aired, or nothing before it is yet to air and its season has begun.
 * Where nothing has a date, all of it has aired.
 */
export function airedAmong<Episode extends DatedEpisode>(episodes: readonly Episode[], today: string): Set<Episode> {
  const isOver = (day: string | null) => Boolean(day) && (day as string) <= today
  const isAhead = (day: string | null) => Boolean(day) && (day as string) > today
  const last = episodes.findLastIndex(({ air_date }) => isOver(air_date))
  const ahead = episodes.findIndex(({ air_date }) => isAhead(air_date))
  const season = episodes[last]?.season_number
  return new Set(
    episodes.filter(({ air_date, season_air_date, season_number }, at) => {
      if (air_date) return isOver(air_date)
      if (isAhead(season_air_date)) return false
      if (at < last) return true
      if (ahead !== -1 && ahead < at) return false
      return isOver(season_air_date) || season === undefined || season === season_number
    }),
  )
}
