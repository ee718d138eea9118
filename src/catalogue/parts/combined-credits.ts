import { type TProperties, Type } from 'typebox'
import { language } from '#src/contract/parameters.ts'
import { extend } from '#src/contract/schema.ts'
import { alike, part } from '../part.ts'
import { movieCredits, PersonMovieCast, PersonMovieCrew } from './movie-credits.ts'
import { newestFirst, PersonSeriesCast, PersonSeriesCrew, tvCredits } from './tv-credits.ts'

const ofMovie = <Properties extends TProperties>(row: { properties: Properties }, title: string) =>
  extend(row, { media_type: Type.Literal('movie') }, title)
const ofSeries = <Properties extends TProperties>(row: { properties: Properties }, title: string) =>
  extend(row, { media_type: Type.Literal('tv') }, title)

const Cast = Type.Union([ofMovie(PersonMovieCast, 'CombinedMovieCast'), ofSeries(PersonSeriesCast, 'CombinedTvCast')])
const Crew = Type.Union([ofMovie(PersonMovieCrew, 'CombinedMovieCrew'), ofSeries(PersonSeriesCrew, 'CombinedTvCrew')])

export const combinedCredits = part({
  name: 'combined_credits',
  summary: 'Movies and series that the person acted in or worked on, newest first',
  query: Type.Object({ language }),
  reply: alike({ cast: Type.Array(Cast), crew: Type.Array(Crew) }),
  async load(context, kind, id) {
    const [movies, series] = await Promise.all([
      movieCredits.load(context, kind, id),
      tvCredits.load(context, kind, id),
    ])
    return {
      cast: [...movies.cast.map(withType('movie')), ...series.cast.map(withType('tv'))].sort(newestFirst),
      crew: [...movies.crew.map(withType('movie')), ...series.crew.map(withType('tv'))].sort(newestFirst),
    }
  },
})

const withType =
  <const Type extends 'movie' | 'tv'>(media_type: Type) =>
  <Row extends object>(row: Row) => ({ ...row, media_type })
