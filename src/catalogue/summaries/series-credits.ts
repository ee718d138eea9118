import { type Static, Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import type { Reader } from '#src/database/database.ts'
import { empty, limit, raw, type Sql, sql } from '#src/database/sql.ts'
import { largest } from '#src/reference/extremes.ts'

/**
 * A credit that belongs to a series, a season or an episode. Credits of the series have no season, those of a season no
 * episode. `air_date` is when the owner of the credit was first shown.
 */
const SeriesCredit = Type.Object({
  credit_id: Type.String(),
  credit_type: Type.String(),
  person_id: Type.Integer(),
  character: Type.String(),
  department: Type.String(),
  job: Type.String(),
  order: Type.Integer(),
  /** The episodes of the role that a source states; 0 if it states none. */
  stated_count: Type.Integer(),
  series_id: Type.Integer(),
  season_number: nullable(Type.Integer()),
  episode_id: nullable(Type.Integer()),
  air_date: nullable(Type.String()),
})
export type SeriesCredit = Static<typeof SeriesCredit>

/** Which credits are meant: conditions on the credit `c` and its owner, the season `n` or the episode `e`. */
type Owners = { series: Sql; season: Sql; episode: Sql }

/** Credits by department and job; of the same role, those that stand for more episodes come first. */
export function seriesCredits(db: Reader, { series, season, episode }: Owners, most?: number): Promise<SeriesCredit[]> {
  const columns = sql`c.id as credit_id, c.credit_type, c.person_id, c.character, c.department, c.job, c."order",
    c.episode_count as stated_count`
  return db.all(
    SeriesCredit,
    sql`
    select * from (
      select ${columns}, s.id as series_id, cast(null as integer) as season_number, cast(null as integer) as episode_id,
        nullif(s.first_air_date, '') as air_date, 0 as scope
      from credit c join series s on s.id = c.entity_id where c.kind = 'series' and ${series}
      union all
      select ${columns}, n.series_id, n.season_number, cast(null as integer), n.air_date, 1
      from credit c join season n on n.id = c.entity_id where c.kind = 'season' and ${season}
      union all
      select ${columns}, e.series_id, e.season_number, e.id, e.air_date, 2
      from credit c join episode e on e.id = c.entity_id where c.kind = 'episode' and ${episode}
    ) as credits
    order by department, job, scope, "order", credit_id ${most === undefined ? empty : limit(most)}`,
  )
}

const SeasonEpisodes = Type.Object({
  series_id: Type.Integer(),
  season_number: Type.Integer(),
  episode_count: Type.Integer(),
})
type SeasonEpisodes = Static<typeof SeasonEpisodes>

/** How many episodes each season of several series has. */
export const seasonEpisodes = (db: Reader, series_ids: readonly number[]): Promise<SeasonEpisodes[]> =>
  db.all(
    SeasonEpisodes,
    sql`
    select series_id, season_number, count(*) as episode_count from episode
    where ${db.engine.anyOf(raw('series_id'), series_ids)} group by series_id, season_number`,
  )

/** The episodes of a series: how many each season has, and all of them without the specials. */
export type EpisodeCounts = { bySeason: ReadonlyMap<number, number>; withoutSpecials: number }

/** Counted once for all roles in a series, because both may be many. */
export function countedEpisodes(seasons: readonly SeasonEpisodes[]): EpisodeCounts {
  const bySeason = new Map(seasons.map(({ season_number, episode_count }) => [season_number, episode_count]))
  const ordinary = seasons.filter(({ season_number }) => season_number > 0)
  return { bySeason, withoutSpecials: ordinary.reduce((sum, { episode_count }) => sum + episode_count, 0) }
}

/** How many episodes the credits stand for: as many as are known, or as a source states, if that is more. */
export const episodeCount = (credits: readonly SeriesCredit[], counts: EpisodeCounts): number =>
  largest([knownEpisodes(credits, counts), ...credits.map(({ stated_count }) => stated_count)])

/**
 * How many different episodes of the counted seasons the credits stand for: a credit of the series for all but the
 * specials, one of a season for its episodes.
 */
function knownEpisodes(credits: readonly SeriesCredit[], { bySeason, withoutSpecials }: EpisodeCounts): number {
  const isWholeSeries = credits.some(({ season_number }) => season_number === null)
  let count = isWholeSeries ? withoutSpecials : 0
  for (const [season_number, group] of Map.groupBy(credits, ({ season_number }) => season_number)) {
    const isCounted = season_number === null || (isWholeSeries && season_number > 0)
    if (isCounted || !bySeason.has(season_number)) continue
    const isWhole = group.some(isOfSeason)
    count += isWhole ? (bySeason.get(season_number) ?? 0) : new Set(group.map(({ episode_id }) => episode_id)).size
  }
  return count
}

const isOfSeason = ({ season_number, episode_id }: SeriesCredit) => season_number !== null && episode_id === null

/** A person's role in a series in any of its episodes: a character, or a job in a department. */
export const roleOf = ({ department, job, character }: SeriesCredit): string =>
  JSON.stringify([department, job, character])
