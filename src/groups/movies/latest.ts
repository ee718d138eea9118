import { latestOperation } from '#src/catalogue/latest.ts'
import { details } from './details.ts'

export const latest = latestOperation(
  'movie',
  'GET /3/movie/latest',
  'Details of the movie added last; adult ones are left out',
  details,
)
