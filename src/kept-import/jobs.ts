import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { JobKind } from '#src/jobs/kind.ts'
import { readJobIn } from './read-job.ts'
import { undoJob } from './undo-job.ts'
import { writeJob } from './write-job.ts'

/** What is done with files of what people keep, which lie in a data folder while they are read. */
export function keptImportJobs(data: string): JobKind[] {
  const folder = join(data, 'imports')
  // Of a process that was killed while it read them.
  rmSync(folder, { recursive: true, force: true })
  return [readJobIn(folder), writeJob, undoJob]
}
