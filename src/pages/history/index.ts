import { editPage } from './edit.ts'
import { recentFeed, recordFeeds } from './feeds.ts'
import { momentPages } from './moments.ts'
import { recentPage } from './recent.ts'
import { historyPages } from './record.ts'

/** What was changed, by whom, when and why. */
export const histories = [recentPage, recentFeed, editPage, ...historyPages, ...momentPages, ...recordFeeds]
