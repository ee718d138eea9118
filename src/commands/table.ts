import { largest } from '#src/reference/extremes.ts'

/** Rows as lines of text; each column is as wide as its widest cell. All rows have the same number of cells. */
export function tableOf(rows: readonly (readonly string[])[]): string {
  const columns = [...(rows[0] ?? []).keys()]
  const widths = columns.map((column) => largest(rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
  return lines.map((line) => `${line.trimEnd()}\n`).join('')
}
