import { details } from './details.ts'
import { latest } from './latest.ts'

export const tvSeries = [details, latest]
