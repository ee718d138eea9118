/** Between several names in one cell; a comma is one where no other sign is. */
const signs = /[;|]/
const comma = /,\s+(?=\p{Lu})/u

/** The names in a cell of a table. */
export const namesIn = (cell: string): string[] =>
  cell
    .split(signs.test(cell) ? signs : comma)
    .map((name) => name.trim())
    .filter((name) => name !== '')

/** Names of people: `Lund, Ada; Kern, Bo` are two of them. */
export const peopleIn = (cell: string): string[] =>
  signs.test(cell) ? namesIn(cell).map(firstNameFirst) : namesIn(cell)

function firstNameFirst(name: string): string {
  const [last = '', first, ...more] = name.split(',').map((part) => part.trim())
  // `A. B. Smith, Jr.`
  const isTurned = first !== undefined && first !== '' && more.length === 0 && !first.endsWith('.')
  return isTurned ? `${first} ${last}` : name
}
