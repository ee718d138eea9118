/** Addresses of pages to which pages of other families lead. */

/** Where edits that wait are looked at. */
export const queueAddress = '/queue'

/** Where people see what opens their account besides its password. */
export const accessAddress = '/settings/account/access'
/** Where the first administrator sets up the server. */
export const setUpAddress = '/setup'

/** Members whose profile is seen, and what those did whom one follows. */
export const membersAddress = '/members'
export const followedMembers = '/members/followed'
