import { maxReasonLength } from '#src/contributions/moderation.ts'

/** A reason as the audit log keeps it: one line, and no longer than that. */
export const reasonIn = (given: string): string => given.replace(/\s+/g, ' ').trim().slice(0, maxReasonLength)
