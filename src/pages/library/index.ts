import { calendar, calendarNow } from './calendar.ts'
import { calendarFile, makeAddress, removeAddress } from './calendar-address.ts'
import { overview } from './overview.ts'
import { ownedPages } from './owned.ts'
import { ratedEpisodes } from './rated-episodes.ts'
import { shelfPages } from './shelf.ts'
import { changeWatched, undoWatched } from './watched.ts'

export const library = [
  overview,
  ...shelfPages,
  ...ownedPages,
  ratedEpisodes,
  calendarNow,
  calendar,
  makeAddress,
  removeAddress,
  calendarFile,
  changeWatched,
  undoWatched,
]
