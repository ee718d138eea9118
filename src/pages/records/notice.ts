import type { Html } from '../html.ts'

/** What the reader of a record's page has to know of its state, and whether they watch it. */
export type RecordNotice = { shown: Html; isWatched: boolean }
