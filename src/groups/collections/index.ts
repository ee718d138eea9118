import { details } from './details.ts'

export const collections = [details]
