import type { Folder } from '#src/texts/index.ts'
import { discover } from './discover.ts'
import { quality } from './quality.ts'

/** The folder of a third language as a translator begins it: two whole files, and all others still missing. */
export const fr: Folder = { discover, quality }
