import { Type } from 'typebox'
import { includeAdult, MoviesWithWord, moviesWithWord } from '#src/catalogue/summaries/movies-with-word.ts'
import { cacheSeconds, operation } from '#src/contract/operation.ts'
import { language, page } from '#src/contract/parameters.ts'

const sortBy = Type.Optional(
  Type.String({
    enum: ['created_at.asc', 'created_at.desc'],
    default: 'created_at.asc',
    description: 'Whether the oldest or the newest records come first; the lower the ID, the older',
  }),
)

export const movies = operation('genres.movies', 'GET /3/genre/{genre_id}/movies', {
  summary: 'Movies of a genre; older form of discover',
  access: 'key',
  isDeep: true,
  query: Type.Object({ include_adult: includeAdult, language, page, sort_by: sortBy }),
  reply: MoviesWithWord,
  isWide: true,
  cache: { seconds: cacheSeconds },
  handle: ({ db, params: { genre_id }, query }) =>
    moviesWithWord(db, 'genre', genre_id, query.sort_by === 'created_at.desc' ? 'desc' : 'asc', query),
})
