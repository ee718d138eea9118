import type { Page } from '../page.ts'
import { member, trust } from './member.ts'

/** What moderators do about people and what they write. */
export const moderation: readonly Page[] = [member, trust]
