import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '#src/database/database.ts'
import { packageRoot } from '#src/package-root.ts'
import { linesOf } from '../catalogue.ts'

const words = ['genre', 'keyword', 'provider']

/** Compares the whole export of a catalogue, but for the words that every catalogue has, with what is committed. */
export async function assertExport(db: Database, name: string) {
  const lines = (await linesOf(db)).filter(({ kind }) => !words.includes(kind))
  const path = join(packageRoot, 'test/import/foreign/expected', `${name}.ndjson`)
  const expected = (await readFile(path, 'utf8')).split('\n').slice(0, -1)
  assert.deepEqual(
    lines,
    expected.map((line) => JSON.parse(line)),
  )
}
