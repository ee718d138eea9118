import type { RefusalReason, Refused, UnknownReason } from '#src/kept/kept-entry.ts'

/** What files begin with that many people take for an export. */
const signatures: readonly (readonly [beginning: string, reason: UnknownReason])[] = [
  ['%PDF-', 'is_document'],
  ['{\\rtf', 'is_document'],
  ['\x89PNG', 'is_picture'],
  ['\xff\xd8\xff', 'is_picture'],
  ['GIF8', 'is_picture'],
  ['RIFF', 'is_picture'],
  ['SQLite format 3', 'is_database'],
  // Of spreadsheets and documents alike, before 2007.
  ['\xd0\xcf\x11\xe0', 'is_spreadsheet'],
  ['Rar!', 'is_other_archive'],
  ['7z\xbc\xaf\x27\x1c', 'is_other_archive'],
  ['BZh', 'is_other_archive'],
  ['\xfd7zXZ', 'is_other_archive'],
  ['\x28\xb5\x2f\xfd', 'is_other_archive'],
]

/** What a file is, by its first bytes, that is neither a text nor an archive that is read. */
export const unknownFile = (start: Buffer): UnknownReason | undefined =>
  signatures.find(([beginning]) => start.toString('latin1', 0, beginning.length) === beginning)?.[1]

/** What an archive is of which no file is read. */
export function unknownMember(paths: readonly string[]): UnknownReason {
  if (paths.some((path) => /^(?:xl\/workbook\.xml|content\.xml)$/.test(path))) return 'is_spreadsheet'
  return paths.includes('word/document.xml') ? 'is_document' : 'unknown_archive'
}

/** Columns of a table that are told where nobody knows them. */
const toldColumns = 8

/** What a text seems to be, by its beginning: XML with its outermost element, a table with its columns, or none. */
export function unknownText(
  start: string,
  root: string | undefined,
  cells: readonly string[] = [],
): Pick<Refused, 'reason' | 'value'> {
  if (start.startsWith('<')) {
    const isPage = /^<!doctype html|^<(?:html|head|body)[\s>]/i.test(start) || root === 'html'
    const reason: RefusalReason = isPage ? 'is_html' : 'unknown_xml'
    return isPage || root === undefined ? { reason } : { reason, value: shortened(`<${root}>`) }
  }
  // A table without names of columns may begin with an address of somebody.
  const columns = cells.map((cell) => cell.trim()).filter((cell) => cell !== '' && !cell.includes('@'))
  if (columns.length < 2) return { reason: 'unknown_format' }
  return { reason: 'unknown_table', value: shortened(columns.slice(0, toldColumns).join(', ')) }
}

/** It is also kept as why a job has failed, which is short. */
const shortened = (text: string) => (text.length > 200 ? `${text.slice(0, 199)}…` : text).toWellFormed()
