import { states } from './account-states.ts'
import { changes } from './changes.ts'
import { details } from './details.ts'

export const tvSeasons = [states, changes, details]
