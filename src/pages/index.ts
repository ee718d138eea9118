import { account } from './account/index.ts'
import { admin } from './admin/index.ts'
import { authenticate } from './authenticate/index.ts'
import { catalogue } from './catalogue/index.ts'
import { appearanceAddress, chooseAppearance } from './choose-appearance.ts'
import { chooseLanguage, languageAddress } from './choose-language.ts'
import { collection } from './collections/collection.ts'
import { aboutCatalogue } from './commons/about.ts'
import { connecting } from './connect/index.ts'
import { diary } from './diary/index.ts'
import { discovering } from './discover/discover.ts'
import { editing } from './edit/index.ts'
import { reviewFeeds } from './feeds/reviews.ts'
import { airedLately, newTitles, titlesOfPerson } from './feeds/titles.ts'
import { following } from './following/index.ts'
import { guidePages } from './guide/pages.ts'
import { histories } from './history/index.ts'
import { home } from './home/home.ts'
import { kept } from './kept/index.ts'
import { keptImport } from './kept-import/index.ts'
import { keys } from './keys/index.ts'
import { library } from './library/index.ts'
import { lists } from './lists/index.ts'
import { members } from './members/members.ts'
import { wholes } from './merge-and-delete/index.ts'
import { moderation } from './moderation/index.ts'
import type { Page } from './page.ts'
import { people } from './people/index.ts'
import { pictures } from './pictures/index.ts'
import { playerPages } from './players/players.ts'
import { profiles } from './profiles/index.ts'
import { quality } from './quality/index.ts'
import { queue } from './queue/index.ts'
import { referencePages } from './reference/pages.ts'
import { reviews } from './reviews/index.ts'
import { search } from './search/search.ts'
import { settings } from './settings/index.ts'
import { cardPages } from './sharing/card-pages.ts'
import { undoing } from './undo/index.ts'
import { videoPages } from './videos/play.ts'
import { changeWatchlist, watchlist } from './watchlist/watchlist.ts'
import { webhookPages } from './webhooks/index.ts'

/** Every page for people. */
export const pages: readonly Page[] = [
  home,
  chooseLanguage,
  languageAddress,
  chooseAppearance,
  appearanceAddress,
  ...account,
  ...catalogue,
  ...people,
  collection,
  ...videoPages,
  ...reviews,
  search,
  watchlist,
  changeWatchlist,
  aboutCatalogue,
  ...connecting,
  ...discovering,
  ...editing,
  ...histories,
  newTitles,
  airedLately,
  titlesOfPerson,
  ...reviewFeeds,
  ...kept,
  ...library,
  ...diary,
  ...lists,
  ...members,
  ...moderation,
  ...pictures,
  ...authenticate,
  ...cardPages,
  ...profiles,
  ...quality,
  ...queue,
  ...guidePages,
  ...referencePages,
  ...settings,
  ...keptImport,
  ...playerPages,
  ...webhookPages,
  ...undoing,
  ...following,
  ...wholes,
  ...keys,
  ...admin,
]
