import type { Static } from 'typebox'
import { findBrowserSession, type SignedIn } from '#src/accounts/browser-sessions.ts'
import { countQueue } from '#src/contributions/editing/pending.ts'
import type { Database } from '#src/database/database.ts'
import { countUnread } from '#src/mail/notifications.ts'

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

/** The person whose session a browser's secret opens. */
export async function findViewer(db: Database, secret: string, now: Date): Promise<Viewer | undefined> {
  const person = await findBrowserSession(db, secret, now)
  if (!person) return undefined
  const mayJudge = person.role !== 'member' || person.is_trusted
  const [unread, queued] = await Promise.all([
    countUnread(db, person.id),
    mayJudge ? countQueue(db, { reader: person.id, atMost: maxCounted + 1 }) : 0,
  ])
  return { ...person, displayName: person.name || person.username, unread, queued }
}
