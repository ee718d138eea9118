import { logPages } from './log.ts'
import { markPages } from './mark.ts'

/** Logging what one watches, and the years of a diary. */
export const diary = [...logPages, ...markPages]
