import { hourMs, minuteMs } from '#src/reference/days.ts'

/** Webhooks that a member may have, that a key may have, and that the server may have. */
export const mostWebhooks = { member: 10, key: 10, server: 20 } as const
/** Those of a person and of all of the person's keys that are read at once. */
export const mostOfPerson = 500
/** Webhooks of all keys together: each of them is compared with each change. */
export const mostWebhooksOfKeys = 1_000
export const maxWebhookName = 100
/** Records that a webhook may name. */
export const maxWebhookRecords = 100

/** Deliveries of a webhook that wait; changes beyond are told in one sentence. */
export const maxWaiting = 1_000
/** Deliveries that were sent, or given up, and are still shown. */
export const keptDeliveries = 100

/**
 * The pauses after failed attempts, as Standard Webhooks proposes them: the last attempt is more than three days after
 * the first. A setting makes all of them shorter or longer.
 */
const pausesMs = [5_000, 5 * minuteMs, 30 * minuteMs, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hourMs)]
export const mostAttempts = pausesMs.length + 1
/** For how many hours a delivery is tried by these pauses. */
const usualRetryHours = 76

/** The longest pause of a webhook after a failure: what is new may be taken where something older was not. */
export const longestPauseMs = hourMs

/** The pause after so many failed attempts; undefined after the last one. */
export function pauseAfter(attempts: number, retryHours: number): number | undefined {
  const pause = pausesMs[attempts - 1]
  return pause === undefined ? undefined : Math.round((pause * retryHours) / usualRetryHours)
}

/** How long one request may take, from the look-up of the name to the head of the answer. */
export const REQUEST_MS = 15_000
/** What is being sent belongs to its process for so long; then another one may send it. */
export const leaseMs = REQUEST_MS + 5_000
/** Requests that go on at a time: in all, of webhooks that failed the last time, to one host, and of one owner. */
export const mostAtOnce = { all: 32, failing: 16, host: 2, owner: 4 } as const
/** Deliveries of a webhook in one go, before others have their turn. */
export const mostInOneGo = 20
/** The longest pause that a receiver may ask for. */
export const maxRetryAfterMs = 24 * hourMs
/** For how long deliveries are signed by the former secret as well. */
export const FORMER_SECRET_HOURS = 24
