import * as is from './fields.ts'
import type { TextName } from './kinds.ts'

/** Words that records refer to by their ids: small records, without parts and without a page of their own. */
type VocabularyEntry = {
  /** The columns of its table besides `id`. */
  fields: Record<string, is.Field>
  /** The fields that every line of it has. */
  required: readonly string[]
  /** The fields that have translations. */
  texts: readonly TextName[]
}

/**
 * Every vocabulary. This is the only list of them: from an entry come the lines of its words, how they are changed,
 * logged, translated, exported and removed, and the tag that replies which show a word get by `showsRecord`.
 */
const vocabularies = {
  genre: { fields: { name: is.translatedWord }, required: ['name'], texts: ['name'] },
  keyword: { fields: { name: is.word }, required: ['name'], texts: [] },
  provider: {
    fields: {
      name: is.word,
      logo_path: is.path,
      display_priority: is.small,
      display_priorities: is.by_country,
      media_types: is.media_types,
    },
    required: ['name'],
    texts: [],
  },
} satisfies Record<string, VocabularyEntry>

export type Vocabulary = keyof typeof vocabularies

export const vocabularyNames = Object.keys(vocabularies) as Vocabulary[]

export const vocabulary = (name: Vocabulary): VocabularyEntry => vocabularies[name]
