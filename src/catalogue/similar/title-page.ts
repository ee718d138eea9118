import { Type } from 'typebox'
import { pagedUntilExpired, pageOf, pageSize } from '#src/contract/paging.ts'
import { type Language, language, page } from '#src/contract/parameters.ts'
import type { Database } from '#src/database/database.ts'
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

/** One page of the titles with these ids. */
export async function titlePage(
  db: Database,
  of: TitleKind,
  ids: readonly number[],
  { language, page }: { language: Language; page: number },
) {
  const shown = ids.slice((page - 1) * pageSize, page * pageSize)
  const rows = of === 'movie' ? await moviesById(db, shown, language) : await seriesById(db, shown, language)
  return pageOf<any>(page, rows, ids.length)
}
