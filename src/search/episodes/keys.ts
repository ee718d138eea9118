import { inLatin, isArticle, isUnspaced, normalName, partsOf, wholeKey, wholeMark } from '../words.ts'

/** A name is found from each of its first words on; of longer ones the rest is only found behind those. */
const maxStarts = 8
/** The same of characters in scripts that write no blanks. */
const maxCharacters = 16
/** What one episode is found by, in all languages together. */
const maxKeys = 60

/** Names that say no more than the number of the episode, which is how one asks for it anyway. */
const numbered =
  /^(?:episode|episodio|episodul|folge|teil|part|aflevering|afsnit|avsnitt|jakso|osa|odcinek|epizod|chapter) \d{1,5}$/
const placeholder = /^第?\d{1,5}[话話集回]?$/

/** Words that begin no name: who looks for `rains` types no `of` before it. */
const isBeginning = (word: string) => !isArticle(word) && word.length > 1

/** The keys of a name: without blanks and leading articles, from each of its words on. */
function keysOfName(normal: string): string[] {
  if (numbered.test(normal) || placeholder.test(normal)) return []
  const words = partsOf(normal)
  const first = words.length > 1 && isArticle(words[0] as string) ? 1 : 0
  const [word = ''] = words
  if (words.length === 1 && isUnspaced(word)) {
    const characters = [...word].slice(0, maxCharacters)
    return characters.slice(0, -1).map((_, at) => wholeKey([...word].slice(at).join('')))
  }
  return words
    .slice(first, first + maxStarts)
    .flatMap((each, at) => (at === 0 || isBeginning(each) ? [wholeKey(words.slice(first + at).join(' '))] : []))
}

/** What an episode with some names is found by. */
export function keysOfNames(names: readonly string[]): string[] {
  const normals = names.flatMap((name) => [normalName(name), inLatin(name) ?? ''])
  const keys = [...new Set(normals)].filter((normal) => normal !== '').flatMap(keysOfName)
  return [...new Set(keys)].filter((key) => key.length > wholeMark.length).slice(0, maxKeys)
}
