import { latestOperation } from '#src/catalogue/latest.ts'
import { details } from './details.ts'

export const latest = latestOperation(
  'series',
  'GET /3/tv/latest',
  'Details of the series added last; adult ones are left out',
  details,
)
