import type { Operation } from '#src/contract/operation.ts'
import { browsing } from './browse.ts'
import { matching } from './match.ts'
import { roots } from './root.ts'

/** What the Plex media server asks for; the mount adds a secret after `/plex` in each path. */
export const plex: readonly Operation[] = [...roots, ...browsing, ...matching]
