import type { Static } from 'typebox'
import type { SignedIn } from '#src/accounts/browser-sessions.ts'

/** The person who is signed in, as every page needs to know. */
export type Viewer = Static<typeof SignedIn> & {
  /** What the pages call the person. */
  displayName: string
  /** Notifications that the person has not read. */
  unread: number
  /** Edits of others that wait for somebody like this person; 0 for those who decide about none. */
  queued: number
}

/** Beyond this many, pages say no more than that there are more. */
export const maxCounted = 99
