import { details } from './details.ts'

export const tvEpisodes = [details]
