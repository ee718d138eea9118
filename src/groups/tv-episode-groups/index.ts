import { details } from './details.ts'

export const tvEpisodeGroups = [details]
