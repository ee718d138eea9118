import { atFirstUse } from '#src/package-root.ts'
import { largest } from '#src/reference/extremes.ts'
import { textOfCell } from '#src/reference/table-cells.ts'

const csvParse = atFirstUse<typeof import('csv-parse')>('csv-parse')

/** A row of a table, and the line on which it begins. */
export type Row = { line: number; cells: string[] }

/** After so many rows that break the table, the rest is not looked at. */
const maxBroken = 20
const delimiters = [',', ';', '\t']

/** The sign that separates the cells: that of which the first line has most. */
export function delimiterOf(text: string): string {
  const line = /^[^\r\n]*/.exec(text)?.[0] ?? ''
  const counts = delimiters.map((delimiter) => line.split(delimiter).length)
  return delimiters[counts.indexOf(largest(counts))] as string
}

/**
 * The rows of a table. A quotation mark that is never closed would swallow all that follows it: then the row is left
 * out, `onBroken` hears its line, and reading goes on with the next line. `open` opens the text from its beginning.
 */
export async function* rowsOf(
  open: () => AsyncIterable<string>,
  { delimiter, maxRow, onBroken }: { delimiter: string; maxRow: number; onBroken: (line: number) => void },
): AsyncGenerator<Row> {
  let skipped = 0
  for (let broken = 0; broken <= maxBroken; broken++) {
    let last = skipped
    const { parser, rows } = openParser(delimiter, maxRow, (lines) => {
      const line = last + 1
      last = skipped + lines
      return line
    })
    try {
      for await (const piece of withoutLines(open(), skipped)) {
        await new Promise<void>((resolve, reject) =>
          parser.write(piece, (error) => (error ? reject(error) : resolve())),
        )
        yield* rows.splice(0)
      }
      await new Promise<void>((resolve, reject) => parser.on('error', reject).on('end', resolve).end())
      yield* rows.splice(0)
      return
    } catch (error) {
      if (!(error instanceof csvParse().CsvError)) throw error
      yield* rows.splice(0)
      onBroken(last + 1)
      skipped = last + 1
    } finally {
      parser.destroy()
    }
  }
}

/** A parser that collects rows; a stream would lose those before an error. `lineOf` hears where each one ends. */
function openParser(delimiter: string, maxRow: number, lineOf: (lines: number) => number) {
  const rows: Row[] = []
  const parser = csvParse().parse({
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: maxRow,
    record_delimiter: ['\r\n', '\n', '\r'],
    on_record(cells: string[], { lines }) {
      rows.push({ line: lineOf(lines), cells: cells.map(textOfCell) })
      return undefined
    },
  })
  // Errors are those of the write that caused them.
  parser.on('error', () => {}).resume()
  return { parser, rows }
}

/** A text without its first lines. */
async function* withoutLines(text: AsyncIterable<string>, count: number): AsyncGenerator<string> {
  let left = count
  for await (const piece of text) {
    let start = 0
    for (; left > 0; left--) {
      const end = /\r\n|\n|\r/.exec(piece.slice(start))
      if (!end) break
      start += end.index + end[0].length
    }
    if (left === 0 && start < piece.length) yield piece.slice(start)
  }
}
