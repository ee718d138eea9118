import { maxReasonLength } from '#src/contributions/moderation.ts'

/** A reason in one line. */
export const onOneLine = (given: string): string => given.replace(/\s+/g, ' ').trim()

/** A reason as the audit log keeps it: one line, and no longer than that. */
export const reasonIn = (given: string): string => onOneLine(given).slice(0, maxReasonLength)
