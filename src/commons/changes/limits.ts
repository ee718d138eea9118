import { maxLiveRecords } from '../format/limits.ts'

/** What waits for changes, and what is told of them, is bounded by these. */

const MiB = 1_048_576

/** The longest time that a request waits for a change. */
export const maxWaitSeconds = 30
/** Records of one answer or event, and rows of the change log that are read for it. */
export const recordsAtOnce = Math.min(100, maxLiveRecords)
export const rowsAtOnce = 10_000
/** The bytes of their lines, unless a single record has more. */
export const linesBytesAtOnce = MiB
/** Changes to catch up with: further behind, a whole dump is quicker. */
export const maxBehind = 1_000_000
/** The same for followers, who have packets. */
export const maxLiveBehind = 20_000
/** What a reader may leave unread before it is cut off. */
export const maxUnreadBytes = MiB
/** Answers that are kept for others who are as far, by the bytes of their lines, and for how long. */
export const keptBytes = 16 * MiB
export const KEPT_MS = 10_000
/** Reads of changes that may wait for one another. */
export const mostReads = 64
/** How often the change log is looked at while somebody waits, if nothing is announced. */
export const LOOK_MS = 1_000
/** Records that a request may name. */
export const maxNamed = 100
