import type { Database } from '#src/database/database.ts'
import { lookUp } from './look-up.ts'

/** A list that is read at a glance, and fits above the keyboard of a phone. */
export const maxSuggestions = 8

/** Letters from which on something is suggested: one letter begins nearly everything. */
export const minSuggestedLetters = 2

/** Kinds that are suggested: titles and people. */
export type SuggestedKind = 'movie' | 'series' | 'person'

export type Suggested = { kind: SuggestedKind; id: number }

/** The records that somebody may mean who has typed so much, the likeliest first. Adult ones are never among them. */
export async function suggest(db: Database, text: string): Promise<Suggested[]> {
  const found = await lookUp(db, ['movie', 'series', 'person'], text, false)
  return found.slice(0, maxSuggestions) as Suggested[]
}
