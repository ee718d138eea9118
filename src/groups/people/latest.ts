import { latestOperation } from '#src/catalogue/latest.ts'
import { details } from './details.ts'

export const latest = latestOperation(
  'person',
  'GET /3/person/latest',
  'Details of the person added last; adult ones are left out',
  details,
)
