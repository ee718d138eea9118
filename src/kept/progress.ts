import { type Static, Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import type { Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { airedAmong } from './aired.ts'
import type { WatchedKind } from './watched.ts'

const Time = Type.Object({ watched_at: Type.String(), watched_on: Type.String() })
export type TimeWatched = Static<typeof Time>

/** Times that are shown of one record. */
const mostTimes = 100

/** When an account has watched a movie or an episode, the last time first. */
export const timesWatched = (db: Reader, account_id: number, kind: WatchedKind, id: number): Promise<TimeWatched[]> =>
  db.all(
    Time,
    sql`
    select watched_at, watched_on from watched
    where account_id = ${account_id} and kind = ${kind} and entity_id = ${id}
    order by watched_at desc ${limit(mostTimes)}`,
  )

const Episode = Type.Object({
  id: Type.Integer(),
  series_id: Type.Integer(),
  season_number: Type.Integer(),
  episode_number: Type.Integer(),
  name: Type.String(),
  air_date: nullable(Type.String()),
  season_air_date: nullable(Type.String()),
  is_watched: Type.Boolean(),
})
/** An episode as far as watching goes. */
export type ProgressEpisode = Static<typeof Episode>

/** How far somebody has come with a series. */
export type Progress = {
  series_id: number
  /** Episodes without specials in their order. */
  episodes: ProgressEpisode[]
  /** Episodes that have aired (`airedAmong`), and others that somebody has watched all the same. */
  aired: number
  watched: number
  /** The episode to go on with: it has aired. */
  next: ProgressEpisode | undefined
}

const Dated = Type.Object({
  id: Type.Integer(),
  season_number: Type.Integer(),
  air_date: nullable(Type.String()),
  season_air_date: nullable(Type.String()),
})

/** The episodes of a season that have aired by a day. */
export async function airedInSeason(
  db: Reader,
  { series_id, season_number }: { series_id: number; season_number: number },
  today: string,
): Promise<ReadonlySet<number>> {
  const episodes = await db.all(
    Dated,
    sql`
    select e.id, e.season_number, e.air_date, s.air_date as season_air_date
    from season s join episode e on e.series_id = s.series_id and e.season_number = s.season_number
    where s.series_id = ${series_id} and s.season_number = ${season_number} order by e.episode_number, e.id`,
  )
  return new Set([...airedAmong(episodes, today)].map(({ id }) => id))
}

/** How far an account has come with each of some series, by day. Series without episodes are left out. */
export async function progressOf(
  db: Reader,
  account_id: number,
  series: readonly number[],
  today: string,
): Promise<Map<number, Progress>> {
  if (series.length === 0) return new Map()
  const rows = await db.all(
    Episode,
    sql`
    select e.id, e.series_id, e.season_number, e.episode_number, e.name, e.air_date, s.air_date as season_air_date,
      exists (
        select 1 from watched w where w.account_id = ${account_id} and w.kind = 'episode' and w.entity_id = e.id
      ) as is_watched
    from season s join episode e on e.series_id = s.series_id and e.season_number = s.season_number
    where ${db.engine.anyOf(sql`s.series_id`, series)} and s.season_number > 0
    order by e.series_id, e.season_number, e.episode_number`,
  )
  return new Map(
    [...Map.groupBy(rows, ({ series_id }) => series_id)].map(([id, episodes]) => [id, progressIn(id, episodes, today)]),
  )
}

/** Somebody goes on behind the last episode that they have watched, and at last with what they have left out. */
function progressIn(series_id: number, episodes: ProgressEpisode[], today: string): Progress {
  const over = airedAmong(episodes, today)
  const aired = episodes.filter((episode) => episode.is_watched || over.has(episode))
  const last = aired.findLastIndex(({ is_watched }) => is_watched)
  const open = ({ is_watched }: ProgressEpisode) => !is_watched
  const next = aired.slice(last + 1).find(open) ?? aired.find(open)
  return { series_id, episodes, aired: aired.length, watched: aired.filter((episode) => !open(episode)).length, next }
}

const Begun = Type.Object({ series_id: Type.Integer() })

/** Series of which an account has watched something, the last watched first. */
export async function seriesBegun(db: Reader, account_id: number, most: number): Promise<number[]> {
  const rows = await db.all(
    Begun,
    sql`
    select series_id from watched where account_id = ${account_id} and series_id is not null
    group by series_id order by max(watched_at) desc, series_id ${limit(most)}`,
  )
  return rows.map(({ series_id }) => series_id)
}
