import { hash } from 'node:crypto'
import type { Kind } from './kinds.ts'

/**
 * The id of an entry that came without one: 24 hex digits from the columns that identify it, so that the same line
 * gives the same id everywhere.
 */
export const entryId = (part: string, kind: Kind, id: number, key: readonly (string | number)[]): string =>
  hash('sha256', JSON.stringify([part, kind, id, ...key])).slice(0, 24)
