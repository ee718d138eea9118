import { logPages } from './log.ts'
import { markPages } from './mark.ts'
import { diary as diaryPage, monthOfYear, thisMonth } from './month.ts'
import { statistics } from './own-years.ts'

/** Logging what one watches, and the months and years of a diary. */
export const diary = [...logPages, ...markPages, thisMonth, diaryPage, monthOfYear, statistics]
