import { details } from './details.ts'

export const companies = [details]
