const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const firstOf = (word: string): string => graphemes.segment(word).containing(0)?.segment.toUpperCase() ?? ''

/** The first letters of the first and the last word of a name. */
export function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  return firstOf(words[0] ?? '') + (words.length > 1 ? firstOf(words.at(-1) as string) : '')
}
