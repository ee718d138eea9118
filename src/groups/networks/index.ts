import { details } from './details.ts'

export const networks = [details]
