import { states } from './account-states.ts'
import { changes } from './changes.ts'
import { details } from './details.ts'
import { latest } from './latest.ts'

export const tvSeries = [states, changes, details, latest]
