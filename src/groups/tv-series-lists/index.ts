import { airingToday } from './airing-today.ts'
import { onTheAir } from './on-the-air.ts'
import { popular } from './popular.ts'
import { topRated } from './top-rated.ts'

export const tvSeriesLists = [airingToday, onTheAir, popular, topRated]
