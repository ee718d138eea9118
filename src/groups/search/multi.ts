import { Type } from 'typebox'
import { moviesById, peopleById, seriesById } from '#src/catalogue/summaries/by-id.ts'
import { PersonRow } from '#src/catalogue/summaries/people.ts'
import { MovieRow, SeriesRow } from '#src/catalogue/summaries/titles.ts'
import { revisionTag } from '#src/contract/cache-tags.ts'
import { cacheSeconds, operation } from '#src/contract/operation.ts'
import { paged } from '#src/contract/paging.ts'
import { language, page } from '#src/contract/parameters.ts'
import { anyTitleYear, foundPage, idsOf, includeAdult, order, query } from '#src/search/found-page.ts'
import type { Found } from '#src/search/results.ts'

const mediaTypes = { movie: 'movie', series: 'tv', person: 'person' } as const

export const multi = operation('search.multi', 'GET /3/search/multi', {
  summary: `Movies, series and people by name: ${order}`,
  access: 'key',
  query: Type.Object({ query, include_adult: includeAdult, language, year: anyTitleYear, page }),
  reply: paged(Type.Union([MovieRow, SeriesRow, PersonRow])),
  cache: { seconds: cacheSeconds, tags: [revisionTag('names')] },

  handle({ db, query }) {
    const rowsOf = async (found: readonly Found[]) => {
      const [movies, series, people] = await Promise.all([
        moviesById(db, idsOf(found, 'movie'), query.language),
        seriesById(db, idsOf(found, 'series'), query.language),
        peopleById(db, idsOf(found, 'person'), query.language),
      ])
      const rows = new Map(
        [...movies, ...series, ...people].map((row) => [`${row.media_type} ${row.id}`, row] as [string, typeof row]),
      )
      return found.flatMap(({ kind: of, id }) => rows.get(`${mediaTypes[of as keyof typeof mediaTypes]} ${id}`) ?? [])
    }
    // A person has no year.
    const kinds = query.year === undefined ? (['movie', 'series', 'person'] as const) : (['movie', 'series'] as const)
    return foundPage(db, kinds, query, rowsOf, { anyYear: query.year })
  },
})
