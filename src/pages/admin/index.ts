import type { Page } from '../page.ts'
import { account, again, changeRole, restore, suspend } from './account.ts'
import { accounts, administration } from './accounts.ts'
import { auditLog } from './audit-log.ts'
import { filling } from './fill/index.ts'
import { invitations, makeInvitation, removeInvitation } from './invitations.ts'
import { decideMatch, makeMatchesNew, matches } from './matches.ts'
import { askRemoval, removeReview } from './remove-review.ts'
import { setup } from './setup.ts'

export const admin: readonly Page[] = [
  ...[administration, setup, accounts, account, suspend, restore, changeRole, ...again],
  ...[invitations, makeInvitation, removeInvitation],
  ...[matches, decideMatch, makeMatchesNew],
  ...filling,
  auditLog,
  ...[askRemoval, removeReview],
]
