import type { Page } from '../../page.ts'
import { begin, look } from './begin.ts'
import { corrections, offerPages, sending } from './corrections.ts'
import { list } from './list.ts'
import { askRemoval, check, live, pause, removal, resume, show } from './show.ts'
import { token, tokenRemoval } from './token.ts'

/** The catalogues of others that this one follows. */
export const followedCatalogues: readonly Page[] = [
  ...[list, look, begin],
  ...[corrections, sending, token, tokenRemoval, ...offerPages],
  ...[show, pause, resume, check, live, askRemoval, removal],
]
