import { type Static, Type } from 'typebox'
import { language } from '#src/contract/parameters.ts'
import { extend, nullable } from '#src/contract/schema.ts'
import { raw, sql } from '#src/database/sql.ts'
import { alike, part } from '../part.ts'
import {
  countedEpisodes,
  type EpisodeCounts,
  episodeCount,
  roleOf,
  type SeriesCredit,
  seasonEpisodes,
  seriesCredits,
} from '../summaries/series-credits.ts'
import { SeriesSummary, seriesSummary } from '../summaries/titles.ts'
import { maxCreditsOfPerson } from './credits-of-person.ts'

export const PersonSeriesCast = extend(
  SeriesSummary,
  {
    character: Type.String(),
    credit_id: Type.String(),
    episode_count: Type.Integer(),
    first_credit_air_date: nullable(Type.String()),
  },
  'PersonTvCast',
)
export const PersonSeriesCrew = extend(
  SeriesSummary,
  {
    credit_id: Type.String(),
    department: Type.String(),
    episode_count: Type.Integer(),
    first_credit_air_date: nullable(Type.String()),
    job: Type.String(),
  },
  'PersonTvCrew',
)
type Reply = { cast: Static<typeof PersonSeriesCast>[]; crew: Static<typeof PersonSeriesCrew>[] }

export const tvCredits = part({
  name: 'tv_credits',
  summary:
    'Series that the person acted in or worked on, newest first; one row for each role in a series, ' +
    `at most ${maxCreditsOfPerson}`,
  query: Type.Object({ language }),
  reply: alike({ cast: Type.Array(PersonSeriesCast), crew: Type.Array(PersonSeriesCrew) }),
  async load({ db, query }, _kind, id) {
    const ofPerson = sql`c.person_id = ${id}`
    const credits = await seriesCredits(db, { series: ofPerson, season: ofPerson, episode: ofPerson })
    const ids = [...new Set(credits.map(({ series_id }) => series_id))]
    const { columns, join } = seriesSummary(query.language, db.engine)
    const [series, counted] = await Promise.all([
      db.all(SeriesSummary, sql`select ${columns} from series s ${join} where ${db.engine.anyOf(raw('s.id'), ids)}`),
      seasonEpisodes(db, ids),
    ])
    const seriesById = new Map(series.map((row) => [row.id, row]))
    const seasonsOf = Map.groupBy(counted, ({ series_id }) => series_id)
    const countsOf = new Map(ids.map((series_id) => [series_id, countedEpisodes(seasonsOf.get(series_id) ?? [])]))

    const cast: Reply['cast'] = []
    const crew: Reply['crew'] = []
    for (const role of Map.groupBy(credits, (credit) => `${credit.series_id} ${roleOf(credit)}`).values()) {
      const { series_id, credit_id, credit_type, character, department, job } = role[0] as SeriesCredit
      const episode_count = episodeCount(role, countsOf.get(series_id) as EpisodeCounts)
      const counts = { episode_count, first_credit_air_date: firstAired(role) }
      const summary = seriesById.get(series_id) as Static<typeof SeriesSummary>
      if (credit_type === 'crew') crew.push({ ...summary, credit_id, department, ...counts, job })
      else cast.push({ ...summary, character, credit_id, ...counts })
    }
    const beyond = [...cast, ...crew].sort(newestFirst)[maxCreditsOfPerson]
    const isShown = (row: Dated) => beyond === undefined || newestFirst(row, beyond) < 0
    return { cast: cast.filter(isShown).sort(newestFirst), crew: crew.filter(isShown).sort(newestFirst) }
  },
})

function firstAired(credits: readonly SeriesCredit[]): string | null {
  const dates = credits.map(({ air_date }) => air_date).filter((date) => date !== null)
  return dates.sort()[0] ?? null
}

type Dated = { id: number; credit_id: string; release_date?: string; first_air_date?: string }

/** Orders credits by release, newest first and undated last, then by id, movies before series, and by credit. */
export function newestFirst(a: Dated, b: Dated): number {
  const [dateA, dateB] = [dateOf(a), dateOf(b)]
  if (dateA !== dateB) return dateA < dateB ? 1 : -1
  if (a.id !== b.id) return a.id - b.id
  const [isMovieA, isMovieB] = [a.release_date !== undefined, b.release_date !== undefined]
  if (isMovieA !== isMovieB) return isMovieA ? -1 : 1
  return a.credit_id < b.credit_id ? -1 : 1
}

/** The empty date is smaller than all others, so that it comes last. */
const dateOf = ({ release_date, first_air_date }: Dated): string => release_date ?? first_air_date ?? ''
