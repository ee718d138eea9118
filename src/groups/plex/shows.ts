import type { Static } from 'typebox'
import { aggregateCredits } from '#src/catalogue/parts/aggregate-credits.ts'
import { seriesById } from '#src/catalogue/summaries/by-id.ts'
import type { SeriesRow } from '#src/catalogue/summaries/titles.ts'
import { recordTag } from '#src/contract/cache-tags.ts'
import { details as seriesDetails } from '../tv-series/details.ts'
import { durationOf, guidsOf, ratingOfSeries, yearOf } from './facts.ts'
import { similarTo } from './movies.ts'
import { seasonTypesOf } from './orders.ts'
import { type Actor, creditsOf, type Worker } from './people.ts'
import { addressOf, picturesOf } from './pictures.ts'
import { identityOf, ratingKeyOf } from './rating-keys.ts'
import { type Metadata, some, told } from './shapes.ts'
import { originalTitleOf, titleRow } from './title-row.ts'
import { detailsOf, type Wish } from './wish.ts'
import { countriesOf, genresOf, tagged } from './words.ts'

/** All that is known of a show; undefined if there is none. */
export async function showOf(wish: Wish, given: number): Promise<Metadata | undefined> {
  const { context, identifier, language } = wish
  const series = await detailsOf(wish, seriesDetails, 'series', given)
  if (!series) return undefined
  const { id, name: title } = series
  const [pictures, credits, contentRating, guids, Similar, Genre, SeasonType] = await Promise.all([
    picturesOf(wish, { ...series, title, of: 'series' }),
    aggregateCredits.load({ ...context, query: { language } }, 'series', id),
    ratingOfSeries(wish, id),
    guidsOf(context.db, 'series', [id]),
    similarTo(wish, 'series', id),
    genresOf(wish, 'series', id, series.genres),
    seasonTypesOf(wish, id),
  ])
  const actors = credits.cast.map((actor): Actor => ({ ...actor, character: actor.roles[0]?.character ?? '' }))
  const workers = credits.crew.flatMap((worker) => worker.jobs.map(({ job }): Worker => ({ ...worker, job })))
  return {
    ...identityOf(identifier, 'show', ratingKeyOf('show', id)),
    title,
    originalTitle: originalTitleOf(title, series.original_name),
    year: yearOf(series.first_air_date),
    originallyAvailableAt: told(series.first_air_date),
    contentRating,
    summary: told(series.overview),
    isAdult: series.adult,
    duration: durationOf(series.episode_run_time[0]),
    tagline: told(series.tagline),
    studio: series.networks[0]?.name ?? series.production_companies[0]?.name,
    ...pictures,
    Genre,
    Guid: some(guids.get(id) ?? []),
    Country: countriesOf(wish, series.production_countries),
    Studio: tagged(series.production_companies),
    Network: tagged(series.networks),
    ...creditsOf(wish, actors, workers),
    Similar,
    SeasonType,
  }
}

/** What seasons and episodes say about their show, and what they need to know about it. */
export type Parent = {
  id: number
  title: string
  thumb: string | undefined
  original_language: string
  contentRating: string | undefined
  adult: boolean
}

/** Shows in a list. */
async function seriesRows(wish: Wish, ids: readonly number[]): Promise<Static<typeof SeriesRow>[]> {
  for (const id of ids) wish.tags.add(recordTag('series', id))
  return seriesById(wish.context.db, ids, wish.language)
}

/** The shows of seasons and episodes, by their ids. */
export async function parentsOf(wish: Wish, ids: readonly number[]): Promise<Map<number, Parent>> {
  const rows = await seriesRows(wish, [...new Set(ids)])
  const parents = rows.map(async ({ id, name, poster_path, original_language, adult }): Promise<[number, Parent]> => {
    const contentRating = await ratingOfSeries(wish, id)
    const thumb = addressOf(wish, poster_path)
    return [id, { id, title: name, thumb, original_language, contentRating, adult }]
  })
  return new Map(await Promise.all(parents))
}

/** Shows in a list, with what identifies them, in the order of their ids. */
export async function showRows(wish: Wish, ids: readonly number[]): Promise<Metadata[]> {
  const [rows, guids] = await Promise.all([seriesRows(wish, ids), guidsOf(wish.context.db, 'series', ids)])
  return rows.map((series) => {
    const { id, name: title, original_name: original, first_air_date: day } = series
    const row = titleRow(wish, { ...series, title, original, day }, guids.get(id) ?? [])
    return { ...identityOf(wish.identifier, 'show', ratingKeyOf('show', id)), ...row }
  })
}
