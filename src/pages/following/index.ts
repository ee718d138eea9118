import { changeFollow, listFollows } from './list.ts'
import { unsubscribe, unsubscribeLink } from './mails.ts'

/** What people follow, and the mails about it. */
export const following = [listFollows, changeFollow, unsubscribeLink, unsubscribe]
