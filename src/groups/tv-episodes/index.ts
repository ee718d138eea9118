import { states } from './account-states.ts'
import { changes } from './changes.ts'
import { details } from './details.ts'

export const tvEpisodes = [states, changes, details]
