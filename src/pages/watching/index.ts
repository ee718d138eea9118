import { changeWatch, listWatches } from './list.ts'
import { unsubscribe, unsubscribeLink } from './mails.ts'

/** What people watch, and the mails about it. */
export const watching = [listWatches, changeWatch, unsubscribeLink, unsubscribe]
