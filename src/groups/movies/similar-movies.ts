import { Type } from 'typebox'
import { findRecord } from '#src/catalogue/part.ts'
import { similarTitles } from '#src/catalogue/similar/similar-titles.ts'
import { moviePage, plainRows, query } from '#src/catalogue/similar/title-page.ts'
import { cacheSeconds, operation } from '#src/contract/operation.ts'

export const similarMovies = operation('movie.similar_movies', 'GET /3/movie/{movie_id}/similar_movies', {
  summary: 'Older name of the similar movies',
  access: 'key',
  query,
  reply: Type.Object(plainRows.movie),
  isWide: true,
  cache: { seconds: cacheSeconds },

  async handle({ db, params, query }) {
    const id = await findRecord(db, 'movie', params)
    if (id === undefined) return undefined
    // The id says which record's changes invalidate the reply; it is not part of it.
    return { id, ...(await moviePage(db, await similarTitles(db, 'movie', id), query)) }
  },
})
