import { details } from './details.ts'
import { movies } from './movies.ts'

export const keywords = [details, movies]
