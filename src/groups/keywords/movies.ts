import { Type } from 'typebox'
import { includeAdult, MoviesWithWord, moviesWithWord } from '#src/catalogue/summaries/movies-with-word.ts'
import { cacheSeconds, operation } from '#src/contract/operation.ts'
import { language, page } from '#src/contract/parameters.ts'

export const movies = operation('keywords.movies', 'GET /3/keyword/{keyword_id}/movies', {
  summary: 'Movies with a keyword, newest record first',
  access: 'key',
  isDeep: true,
  query: Type.Object({ include_adult: includeAdult, language, page }),
  reply: MoviesWithWord,
  isWide: true,
  cache: { seconds: cacheSeconds },
  handle: ({ db, params: { keyword_id }, query }) => moviesWithWord(db, 'keyword', keyword_id, 'desc', query),
})
