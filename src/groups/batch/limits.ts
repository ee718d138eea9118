/** What a request for several reads may ask for, and what it may take, is bounded by these. */

const MiB = 1_048_576

/** Reads of one request. */
export const batchRequests = 50
/** Its reads that are worked on at once, and how many of these are wide. */
export const batchAtOnce = 4
export const batchWideAtOnce = 2
/** How often what has changed meanwhile is read again, before everything is read in one snapshot. */
export const batchRounds = 3
/** The bytes of all of its bodies. What does not fit has to be asked for alone. */
export const batchBytes = 16 * MiB
