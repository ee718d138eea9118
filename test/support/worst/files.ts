/** Files that people import, with a text in all of their fields, or with very many of what they have. */
export type Files = Readonly<Record<string, string | Buffer>>
export type WorstFiles = {
  /** Files with a text wherever one may stand. */
  text(text: string): Files
  /** Files with so many of what may be many. */
  many(count: number): Files
}

export const times = (count: number, of: (at: number) => string, between = '') =>
  Array.from({ length: count }, (_, at) => of(at)).join(between)
export const rowOf = (columns: readonly string[], cell: (name: string) => string, delimiter = ',') =>
  `${columns.join(delimiter)}\n${columns.map(cell).join(delimiter)}\n`

export const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
export const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
export const inCell = (text: string) => text.replace(/[\t\n\r]/g, ' ')
