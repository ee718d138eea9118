import { changes } from './changes.ts'
import { details } from './details.ts'

export const tvSeasons = [changes, details]
