import { movie } from './movie.ts'
import { tv } from './tv.ts'

export const discovering = [movie, tv]
