import { details } from './details.ts'

export const credits = [details]
