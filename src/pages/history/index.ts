import { editPage } from './edit.ts'
import { recentFeed, recordFeeds } from './feeds.ts'
import { momentPages } from './moments.ts'
import { recentPage } from './recent.ts'
import { historyPages } from './record.ts'
import { sendEdit, sendRecords } from './send-back.ts'

/** What was changed, by whom, when and why. */
export const histories = [
  recentPage,
  recentFeed,
  editPage,
  ...historyPages,
  ...momentPages,
  ...recordFeeds,
  sendEdit,
  ...sendRecords,
]
