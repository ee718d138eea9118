import { type Static, Type } from 'typebox'
import { showsRecord } from '#src/contract/cache-tags.ts'
import type { Language } from '#src/contract/parameters.ts'
import { extend, nullable } from '#src/contract/schema.ts'
import type { Engine, Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { perLanguage } from './per-language.ts'
import { pictureOf, type Selection } from './selection.ts'
import { textLanguages, textsOf } from './texts.ts'

/** An episode in a reply about something else; lists of mixed rows add `media_type`. */
export const EpisodeSummary = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    overview: Type.String(),
    vote_average: Type.Number(),
    vote_count: Type.Integer(),
    air_date: nullable(Type.String()),
    episode_number: Type.Integer(),
    episode_type: Type.String(),
    production_code: Type.String(),
    runtime: nullable(Type.Integer()),
    season_number: Type.Integer(),
    show_id: Type.Integer(),
    still_path: nullable(Type.String()),
    ...textLanguages('name', 'overview'),
  },
  { title: 'EpisodeSummary', ...showsRecord('series', 'show_id') },
)
export type EpisodeSummary = Static<typeof EpisodeSummary>

export const EpisodeRow = extend(EpisodeSummary, { media_type: Type.Literal('tv_episode') }, 'EpisodeRow')

/** A season in the details of its series. */
export const SeasonSummary = Type.Object(
  {
    air_date: nullable(Type.String()),
    episode_count: Type.Integer(),
    id: Type.Integer(),
    name: Type.String(),
    overview: Type.String(),
    poster_path: nullable(Type.String()),
    season_number: Type.Integer(),
    vote_average: Type.Number(),
    ...textLanguages('name', 'overview'),
  },
  { title: 'SeasonSummary' },
)

export const SeasonRow = extend(
  SeasonSummary,
  { media_type: Type.Literal('tv_season'), show_id: Type.Integer() },
  'SeasonRow',
  showsRecord('series', 'show_id'),
)

/** An episode without a type counts as an ordinary one: the interface has no word for an unknown type. */
export const episodeType = sql`coalesce(nullif(e.episode_type, ''), 'standard')`

/** An EpisodeSummary, from `episode e`. */
export const episodeSummary = perLanguage((language: Language, engine: Engine): Selection => {
  const { title, beginning, languages, join } = textsOf('episode', 'e', language, engine)
  const columns = sql`e.id, ${title} as name, ${beginning('overview')} as overview, e.vote_average, e.vote_count,
    e.air_date, e.episode_number, ${episodeType} as episode_type, e.production_code, e.runtime, e.season_number,
    e.series_id as show_id, ${pictureOf('episode', 'e', 'stills', 'still_path')} as still_path
    ${languages('name', 'overview')}`
  return { columns, join }
})

/** A SeasonSummary, from `season n`. */
export const seasonSummary = perLanguage((language: Language, engine: Engine): Selection => {
  const { title, beginning, languages, join } = textsOf('season', 'n', language, engine)
  const columns = sql`n.air_date,
    (select case when count(*) < n.episode_count then n.episode_count else count(*) end from episode
      where series_id = n.series_id and season_number = n.season_number) as episode_count,
    n.id, ${title} as name, ${beginning('overview')} as overview,
    ${pictureOf('season', 'n', 'posters', 'poster_path', language)} as poster_path, n.season_number, n.vote_average
    ${languages('name', 'overview')}`
  return { columns, join }
})

/** A SeasonRow without its `media_type`, from `season n`. */
export const seasonRow = perLanguage((language: Language, engine: Engine): Selection => {
  const { columns, join } = seasonSummary(language, engine)
  return { columns: sql`${columns}, n.series_id as show_id`, join }
})

const Place = Type.Object({ season_number: Type.Integer(), episode_number: Type.Integer() })
export type EpisodePlace = Static<typeof Place>

/** The episodes before and behind one, also in other seasons; specials are among themselves. */
export async function neighboursOf(db: Reader, series_id: number, { season_number, episode_number }: EpisodePlace) {
  const others = season_number === 0 ? sql`season_number = 0` : sql`season_number > 0`
  const [previous, next] = await Promise.all([
    db.one(
      Place,
      sql`
      select season_number, episode_number from episode
      where series_id = ${series_id} and ${others} and season_number <= ${season_number}
        and (season_number < ${season_number} or episode_number < ${episode_number})
      order by season_number desc, episode_number desc ${limit(1)}`,
    ),
    db.one(
      Place,
      sql`
      select season_number, episode_number from episode
      where series_id = ${series_id} and ${others} and season_number >= ${season_number}
        and (season_number > ${season_number} or episode_number > ${episode_number})
      order by season_number, episode_number ${limit(1)}`,
    ),
  ])
  return { previous, next }
}
