import type { Page } from '../page.ts'
import { askHiding, hide, show } from './hide.ts'
import { listsPage, overview, ratingsPage, reviewsPage } from './profile.ts'
import { askForPicture, takePicture } from './remove-picture.ts'

/** What others see of a person. */
export const profiles: readonly Page[] = [
  ...[overview, reviewsPage, listsPage, ratingsPage],
  ...[askHiding, hide, show, askForPicture, takePicture],
]
