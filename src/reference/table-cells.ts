/**
 * Cells of tables with commas, which people open in spreadsheets. A spreadsheet calculates what begins like a formula;
 * an apostrophe before it keeps it a text, and is taken away again where we read such a table. Spreadsheets skip
 * blanks, and many take semicolons or tabs for what separates cells: then the quotation marks of a cell do not hold it
 * together, so that every part of it can become a cell of its own.
 */

const formulaSigns = '=+-@＝＋－＠'
const isSkipped = /[\s'"]/

/** Where what a spreadsheet would calculate may begin, the last place first: what is there is known from its end. */
function* dangersIn(text: string): Generator<number> {
  let isFormula = false
  for (let at = text.length - 1; at >= 0; at--) {
    const sign = text[at] as string
    isFormula = formulaSigns.includes(sign) || (isFormula && isSkipped.test(sign))
    if (isFormula && (at === 0 || /[;\t\r\n]/.test(text[at - 1] as string))) yield at
  }
}

/** A text with an apostrophe in each of those places. */
function guarded(text: string): string {
  const pieces: string[] = []
  let end = text.length
  for (const at of dangersIn(text)) {
    pieces.push(text.slice(at, end), "'")
    end = at
  }
  // Spreadsheets may skip a tab and a carriage return, whatever follows.
  const isSkippedAtStart = end > 0 && /^'*[\t\r]/.test(text)
  pieces.push(text.slice(0, end), isSkippedAtStart ? "'" : '')
  return pieces.reverse().join('')
}

/** A cell as it is written; numbers stay numbers. */
export function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = guarded(value)
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Cells as a row. */
export const rowOf = (cells: readonly (string | number)[]): string => `${cells.map(cellOf).join(',')}\r\n`

/** The text of a cell that was read. */
export function textOfCell(cell: string): string {
  if (!cell.includes("'")) return cell
  const pieces: string[] = []
  let end = cell.length
  for (const at of dangersIn(cell)) {
    if (cell[at] !== "'") continue
    pieces.push(cell.slice(at + 1, end))
    end = at
  }
  pieces.push(cell.slice(0, end))
  const text = pieces.reverse().join('')
  return end > 0 && /^'+[\t\r]/.test(cell) ? text.slice(1) : text
}
