import { join } from 'node:path'
import { describe } from 'node:test'
import { packageRoot } from '#src/package-root.ts'
// Its hook removes the templates after the last test of the process, not after the first file's.
import '../engines.ts'

/** Defines the tests of several files in one process, each file as a suite. */
export function together(files: readonly string[]): void {
  for (const file of files) describe(file, async () => void (await import(join(packageRoot, file))))
}
