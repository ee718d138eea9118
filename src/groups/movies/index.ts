import { details } from './details.ts'

export const movies = [details]
