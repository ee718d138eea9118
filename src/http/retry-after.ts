import { randomInt } from 'node:crypto'

/** Refused clients are told to come back within this many seconds, at random, so that they do not all come at once. */
export const maxRetrySeconds = 5

export const retrySeconds = (): number => randomInt(1, maxRetrySeconds + 1)
