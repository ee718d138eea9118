import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#src/database/sql.ts'
import type { Line } from './line.ts'
import { openStaging, PARSED_BYTES } from './staging.ts'

test('the first lines of an import stay in memory as they were parsed, further ones only as texts', async (t) => {
  const staging = await openStaging(':memory:')
  t.after(() => staging.close())
  const lines = [1, 2, 3, 4].map((id): Line => ({ kind: 'movie', id }))
  // The second one fills the memory.
  const sizes = [1, PARSED_BYTES - 1, 1, 1]
  lines.forEach((line, at) => {
    const { kind: of, id } = line
    const place = { source_id: 'low', file: 'lines', number: id, bytes: sizes[at] as number }
    staging.add({ of, id, ...place, text: JSON.stringify(line), line, numbering: {} })
  })
  const rows = staging.connection.all(sql`select no, text from line order by no`)
  const read = rows.map(({ no, text }) => staging.lineOf(no as number, text as string))
  assert.deepEqual(read, lines)
  assert.deepEqual(
    read.map((line, at) => [rows[at]?.text === '', line === lines[at]]),
    [
      [true, true],
      [true, true],
      [false, false],
      [false, false],
    ],
  )
})
