import type { Reader } from '#src/database/database.ts'
import type { Found } from './results.ts'
import { search } from './search.ts'

/** A list that is read at a glance, and fits above the keyboard of a phone. */
export const maxSuggestions = 8
/** Letters from which on something is suggested: one letter begins nearly everything. */
export const minSuggestedLetters = 2
/** A few are shown, again with each letter: the most important ones of fewer records are enough. */
const compared = { all: 120, least: 15, read: 30_000 }

/** Kinds that are suggested: titles and people. */
const suggestedKinds = ['movie', 'series', 'person'] as const
export type SuggestedKind = (typeof suggestedKinds)[number]

export type Suggested = Found & { kind: SuggestedKind }

/**
 * The records that somebody may mean who has typed so much, the likeliest first. Adult ones are never among them.
 * `language` is that of the reader, such as `en`; `isGuess`: none of them has what was typed.
 */
export async function suggest(db: Reader, text: string, language: string) {
  const question = { kinds: suggestedKinds, text, language, most: maxSuggestions, compared }
  const { found, isGuess } = await search(db, question)
  return { found: found as Suggested[], isGuess }
}

/** The same for the records of one kind, such as keywords. */
export async function suggestOf(
  db: Reader,
  kind: 'person' | 'keyword' | 'company' | 'series',
  text: string,
  language: string,
): Promise<Found[]> {
  const question = { kinds: [kind], text, language, most: maxSuggestions, compared }
  return (await search(db, question)).found
}
