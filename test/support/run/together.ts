// Before whatever defines tests.
import './tracking.ts'
import { join } from 'node:path'
import { after, before, describe } from 'node:test'
import { packageRoot } from '#src/package-root.ts'
// Its hook removes the templates after the last test of the process, not after the first file's.
import '../engines.ts'
import { beginFile } from './deadline.ts'
import { keepBrowser } from './kept-browser.ts'
import { stopTracking } from './tracking.ts'

/** Defines the tests of several files in one process, each file as a suite. */
export function together(files: readonly string[]): void {
  after(keepBrowser())
  let undefinedYet = files.length
  const define = async (file: string) => {
    before(() => beginFile(file))
    await import(join(packageRoot, file))
    if (--undefinedYet === 0) stopTracking()
  }
  for (const file of files) describe(file, () => define(file))
}
