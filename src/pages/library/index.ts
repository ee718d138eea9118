import { calendar, calendarNow } from './calendar.ts'
import { calendarFile, makeAddress, removeAddress } from './calendar-address.ts'
import { overview } from './overview.ts'
import { ratedEpisodes } from './rated-episodes.ts'
import { shelfPages } from './shelf.ts'
import { changeWatched, undoWatched } from './watched.ts'

export const library = [
  overview,
  ...shelfPages,
  ratedEpisodes,
  calendarNow,
  calendar,
  makeAddress,
  removeAddress,
  calendarFile,
  changeWatched,
  undoWatched,
]
