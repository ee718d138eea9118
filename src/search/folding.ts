/** Only this much of a longer name is indexed and searched. */
const maxNameLength = 100
/** Only this much is folded: marks in any order take time that grows with the square of their number. */
const maxFolded = 500

/**
 * The form of a name for searching: lower case without accents, and one blank for everything that is neither letter nor
 * digit. A name without letters and digits stays as it is. This is done here because the engines differ in what a
 * letter is.
 */
export function foldName(name: string): string {
  const folded = name
    .slice(0, maxFolded)
    .toWellFormed()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
  const shortened = (folded || name.slice(0, maxFolded).trim().toLowerCase()).slice(0, maxNameLength).trim()
  // The cut may have split a character.
  return shortened.isWellFormed() ? shortened : shortened.slice(0, -1)
}
