import { details } from './details.ts'

export const tvSeries = [details]
