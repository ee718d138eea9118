import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { cellOf, rowOf, textOfCell } from './table-cells.ts'

/** The cells of a table, as a program reads them that knows what separates them. */
const cellsOf = (table: string): string[] => (parse(table, { record_delimiter: '\r\n' }) as string[][]).flat()

/** What spreadsheets calculate, blanks and quotation marks left out. */
const isCalculated = (cell: string) => /^[\s"]*[=+\-@＝＋－＠]/.test(cell)

const written: readonly [text: string | number, cell: string][] = [
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['＝1+1', "'＝1+1"],
  [' =1+1', "' =1+1"],
  ['\u00a0=1', "'\u00a0=1"],
  ['\t=1', `"'\t'=1"`],
  ['\tA', `"'\tA"`],
  ['\rA', `"'\rA"`],
  ["'=1", "''=1"],
  ["'\tA", `"''\tA"`],
  ['"=1"', `"'""=1"""`],
  ['a;=1', `"a;'=1"`],
  ['a; -b', `"a;' -b"`],
  ['a;"=1"', `"a;'""=1"""`],
  ['a\n=1', `"a\n'=1"`],
  // No formula.
  ['', ''],
  ['a=1, b', '"a=1, b"'],
  ["it's; fine", `"it's; fine"`],
  ["'a", "'a"],
  [' a ', '" a "'],
  ['a "b"', '"a ""b"""'],
  [-5, '-5'],
  [0.5, '0.5'],
]

test('what a spreadsheet would calculate begins with an apostrophe, and numbers stay numbers', () => {
  for (const [text, cell] of written) {
    assert.equal(cellOf(text), cell)
    assert.equal(textOfCell(cellsOf(`${cell},x`)[0] as string), String(text), cell)
  }
  assert.equal(rowOf([-5, '-5', 'a']), "-5,'-5,a\r\n")
})

/** Texts of up to `length` of these signs. */
function* textsOf(signs: readonly string[], length: number): Generator<string> {
  yield ''
  if (length > 0) for (const text of textsOf(signs, length - 1)) for (const sign of signs) yield text + sign
}

test('every text is read as it was written, and no program calculates a part of it', () => {
  for (const text of textsOf(['=', '-', "'", '"', ';', ',', ' ', '\t', '\r', '\n', 'a'], 4)) {
    const row = rowOf(['x', text, 'x'])
    assert.deepEqual(cellsOf(row).map(textOfCell), ['x', text, 'x'], JSON.stringify(row))
    // Whoever takes another sign for what separates cells sees no quotation marks around them.
    const torn = row.split(/[;\t\r\n]/)
    assert.deepEqual([...cellsOf(row), ...torn].filter(isCalculated), [], JSON.stringify(row))
  }
})

test('a cell is written and read in one pass over it', () => {
  const length = 120_000
  for (const sign of [' ', "'", ';', '\t', '"', '\n', ' =', ';=', "'="]) {
    const text = sign.repeat(length / sign.length)
    const [cell = ''] = cellsOf(rowOf([text]))
    assert.ok(textOfCell(cell) === text, JSON.stringify(sign))
  }
})
