import type { Static } from 'typebox'
import { findBrowserSession, type SignedIn } from '#src/accounts/browser-sessions.ts'
import type { Database } from '#src/database/database.ts'
import { countUnread } from '#src/mail/notifications.ts'

/** The person who is signed in, as every page needs to know. */
export type Viewer = Static<typeof SignedIn> & {
  /** What the pages call the person. */
  displayName: string
  /** Notifications that the person has not read. */
  unread: number
}

/** The person whose session a browser's secret opens. */
export async function findViewer(db: Database, secret: string, now: Date): Promise<Viewer | undefined> {
  const person = await findBrowserSession(db, secret, now)
  if (!person) return undefined
  const unread = await countUnread(db, person.id)
  return { ...person, displayName: person.name || person.username, unread }
}
