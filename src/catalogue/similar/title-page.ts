import { Type } from 'typebox'
import { pagedUntilExpired, pageOf, pageSize } from '#src/contract/paging.ts'
import { type Language, language, page } from '#src/contract/parameters.ts'
import type { Reader } from '#src/database/database.ts'
import { moviesById, seriesById } from '../summaries/by-id.ts'
import { MovieRow, MovieSummary, SeriesRow, SeriesSummary } from '../summaries/titles.ts'
import type { TitleKind } from './features.ts'

export const query = Type.Object({ language, page })

/** Replies without `media_type`, and with it. */
export const plainRows = {
  movie: pagedUntilExpired(MovieSummary).properties,
  series: pagedUntilExpired(SeriesSummary).properties,
}
export const typedRows = {
  movie: pagedUntilExpired(MovieRow).properties,
  series: pagedUntilExpired(SeriesRow).properties,
}

type Shown = { language: Language; page: number }

const onPage = (ids: readonly number[], page: number) => ids.slice((page - 1) * pageSize, page * pageSize)

/** One page of the movies with these ids. */
export const moviePage = async (db: Reader, ids: readonly number[], { language, page }: Shown) =>
  pageOf(page, await moviesById(db, onPage(ids, page), language), ids.length)

/** One page of the series with these ids. */
const seriesPage = async (db: Reader, ids: readonly number[], { language, page }: Shown) =>
  pageOf(page, await seriesById(db, onPage(ids, page), language), ids.length)

export const titlePage = (db: Reader, of: TitleKind, ids: readonly number[], shown: Shown) =>
  of === 'movie' ? moviePage(db, ids, shown) : seriesPage(db, ids, shown)
