import { nowPlaying } from './now-playing.ts'
import { popular } from './popular.ts'
import { topRated } from './top-rated.ts'
import { upcoming } from './upcoming.ts'

export const movieLists = [nowPlaying, popular, topRated, upcoming]
