import { moviesById, seriesById } from '#src/catalogue/summaries/by-id.ts'
import type { Language } from '#src/contract/languages.ts'
import type { Reader } from '#src/database/database.ts'

type Ids = readonly (number | null)[]

/** Movies and series that lines of a page name, by their ids, in a language. */
export async function titlesById(db: Reader, language: Language, of: { movies: Ids; series: Ids }) {
  const ids = (some: Ids) => [...new Set(some.flatMap((id) => id ?? []))]
  const [movies, series] = await Promise.all([
    moviesById(db, ids(of.movies), language),
    seriesById(db, ids(of.series), language),
  ])
  return {
    movies: new Map(movies.map((movie) => [movie.id, movie])),
    series: new Map(series.map((one) => [one.id, one])),
  }
}
