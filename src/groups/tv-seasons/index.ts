import { details } from './details.ts'

export const tvSeasons = [details]
