import { join } from 'node:path'
import { sampleNote } from '#src/catalogue/edits/sample-note.ts'
import type { Database } from '#src/database/database.ts'
import { findFiles, readFiles } from '#src/import/files/read-files.ts'
import { type ImportSummary, importInputs, importLines } from '#src/import/import.ts'
import { packageRoot } from '#src/package-root.ts'
import { inventedLines } from './invented.ts'

export { sampleNote }

/** Loads the catalogue that a new installation starts with. Its invented series are on the air from `now` on. */
export async function loadSample(db: Database, now: Date): Promise<void> {
  const options = { note: sampleNote, now: () => now }
  const files = await findFiles([join(packageRoot, 'sample')], process.stdin)
  const inputs = readFiles(files, () => {})
  assertWhole(await importInputs(db, inputs, options))
  assertWhole(await importLines(db, inventedLines(now), options))
}

/** The sample belongs to the project, so a refused line is a bug. */
function assertWhole({ refused, unresolved }: ImportSummary) {
  if (refused + unresolved > 0) throw new Error(`The sample has ${refused} wrong lines, ${unresolved} wrong references`)
}
