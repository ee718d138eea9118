import { details } from './details.ts'

export const people = [details]
