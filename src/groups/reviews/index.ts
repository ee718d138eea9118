import { details } from './details.ts'

export const reviews = [details]
