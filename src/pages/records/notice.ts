import type { Html } from '../html.ts'

/** What the reader of a record's page has to know of its state, and whether they follow it. */
export type RecordNotice = { shown: Html; isFollowing: boolean }
