import type { Page } from '../../page.ts'
import { begin, look } from './begin.ts'
import { list } from './list.ts'
import { askRemoval, check, live, pause, removal, resume, show } from './show.ts'

/** The catalogues of others that this one follows. */
export const followedCatalogues: readonly Page[] = [
  ...[list, look, begin],
  ...[show, pause, resume, check, live, askRemoval, removal],
]
