import type { Page } from '../page.ts'
import { account, again, changeRole, restore, suspend, verify } from './account.ts'
import { accounts } from './accounts.ts'
import { addForm, addHere } from './add-account.ts'
import { auditLog } from './audit-log.ts'
import { followedCatalogues } from './commons/index.ts'
import { filling } from './fill/index.ts'
import { invitations, makeInvitation, removeInvitation } from './invitations.ts'
import { log } from './log.ts'
import { findMatch } from './match-search.ts'
import { decideMatch, makeMatchesNew, matches } from './matches.ts'
import { overview } from './overview.ts'
import { makeLinkHere } from './password-link.ts'
import { publishing } from './publishing.ts'
import { askRemoval, removeReview } from './remove-review.ts'
import { serverPages } from './server.ts'
import { dismiss, setup } from './setup.ts'

export const admin: readonly Page[] = [
  ...[
    overview,
    setup,
    dismiss,
    accounts,
    addForm,
    addHere,
    account,
    makeLinkHere,
    suspend,
    restore,
    changeRole,
    verify,
    ...again,
  ],
  ...[invitations, makeInvitation, removeInvitation],
  ...[matches, findMatch, decideMatch, makeMatchesNew],
  ...filling,
  ...followedCatalogues,
  publishing,
  ...serverPages,
  auditLog,
  log,
  ...[askRemoval, removeReview],
]
