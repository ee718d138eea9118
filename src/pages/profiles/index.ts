import type { Page } from '../page.ts'
import { askHiding, hide, show } from './hide.ts'
import { listsPage, overview, ratingsPage, reviewsPage } from './profile.ts'
import { askForPicture, takePicture } from './remove-picture.ts'
import { statisticsPage, yearPage } from './statistics.ts'

/** What others see of a person. */
export const profiles: readonly Page[] = [
  ...[overview, reviewsPage, listsPage, ratingsPage, statisticsPage, yearPage],
  ...[askHiding, hide, show, askForPicture, takePicture],
]
