import { onTheAir } from './on-the-air.ts'
import { popular } from './popular.ts'

export const tvSeriesLists = [onTheAir, popular]
