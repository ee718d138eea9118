import type { Operation } from '#src/contract/operation.ts'
import { browsing } from './browse.ts'
import { matching } from './match.ts'
import { roots } from './root.ts'

/** What the Plex media server asks for; the mount puts a secret behind `/plex` of each path. */
export const plex: readonly Operation[] = [...roots, ...browsing, ...matching]
