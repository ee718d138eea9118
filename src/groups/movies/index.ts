import { details } from './details.ts'
import { latest } from './latest.ts'

export const movies = [details, latest]
