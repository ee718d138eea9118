import { compareTexts } from '#src/reference/text-order.ts'
import { inLatin, normalName } from './words.ts'

/**
 * What a name is of its record: the title in en-US, the original title, a translation, or another name. A name in
 * Latin letters that was made from one of another script is of the same sort.
 */
export type NameSort = 't' | 'o' | 'l' | 'a'
export type StatedName = { text: string; sort: NameSort; language: string }
/**
 * A name as it is compared. `languages` are those of the translations that it is, `writings` are other texts that are
 * compared as the same, with letters that are not.
 */
export type IndexedName = {
  normal: string
  sort: NameSort
  languages: readonly string[]
  text: string
  writings: readonly string[]
}

/** Names of a record that are indexed; the first ones are its own. */
const maxNames = 200
/** Characters of all of them, as they are compared: a search compares hundreds of records. */
export const maxCharacters = 10_000
/** Other writings of a name that are kept. */
const maxWritings = 4
/** Letters that may be compared without their marks. */
const special = /[^\0-\x7f]/
const order: readonly NameSort[] = ['t', 'o', 'l', 'a']

/** Names in the form in which they are compared, each once: its best sort, and the languages of all. */
export function indexedNames(stated: readonly StatedName[]): IndexedName[] {
  const names = new Map<string, IndexedName & { languages: string[]; writings: string[] }>()
  let characters = 0
  const sorted =
    stated.length === 1
      ? stated
      : stated.toSorted(
          (one, other) =>
            order.indexOf(one.sort) - order.indexOf(other.sort) ||
            compareTexts(one.text, other.text) ||
            compareTexts(one.language, other.language),
        )
  for (const { text, sort, language } of sorted) {
    const written = /\s\s|[^\S ]/.test(text) ? text.replace(/\s+/g, ' ').trim() : text.trim()
    for (const normal of [normalName(written), inLatin(written)]) {
      if (normal === undefined || normal === '') continue
      const known = names.get(normal)
      if (!known) {
        if (names.size === maxNames || characters + normal.length > maxCharacters) continue
        characters += normal.length
        names.set(normal, {
          ...{ normal, sort, languages: language === '' ? [] : [language] },
          ...{ text: written, writings: [] },
        })
        continue
      }
      if (language !== '' && !known.languages.includes(language)) known.languages.push(language)
      const isNew = special.test(written) && written !== known.text && !known.writings.includes(written)
      if (isNew && known.writings.length < maxWritings) known.writings.push(written)
    }
  }
  return [...names.values()]
}

/** Names as they are stored, one in a line; they contain neither tabs nor line breaks. */
export const nameLines = (names: readonly IndexedName[]): string =>
  names
    .map(({ normal, sort, languages, text, writings }) =>
      [sort, normal, languages.join(','), text, ...writings].join('\t'),
    )
    .join('\n')

export const readNames = (lines: string): IndexedName[] => (lines === '' ? [] : lines.split('\n').map(readName))

export function readName(line: string): IndexedName {
  const [sort = 'a', normal = '', languages = '', text = '', ...writings] = line.split('\t')
  return { normal, sort: sort as NameSort, languages: languages === '' ? [] : languages.split(','), text, writings }
}

/** What is read of a name while it is compared. */
export const sortIn = (line: string): NameSort => line[0] as NameSort
export const normalIn = (line: string): string => line.slice(2, line.indexOf('\t', 2))
export function isInLanguage(line: string, language: string): boolean {
  const start = line.indexOf('\t', 2) + 1
  const end = line.indexOf('\t', start)
  return start !== end && line.slice(start, end).split(',').includes(language)
}
