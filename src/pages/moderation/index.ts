import type { Page } from '../page.ts'
import { lockPages } from './lock.ts'
import { member, trust } from './member.ts'
import { ask, report } from './report.ts'
import { answer, oneReport, reports } from './reports.ts'

/** What people report, and what moderators do about people and what they write. */
export const moderation: readonly Page[] = [ask, report, reports, oneReport, answer, member, trust, ...lockPages]
