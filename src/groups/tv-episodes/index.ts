import { changes } from './changes.ts'
import { details } from './details.ts'

export const tvEpisodes = [changes, details]
