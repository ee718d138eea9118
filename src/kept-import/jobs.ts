import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#src/config.ts'
import { undoEditsJob } from '#src/contributions/undo-job.ts'
import type { Database } from '#src/database/database.ts'
import type { JobKind } from '#src/jobs/kind.ts'
import type { Tally } from '#src/jobs/tally.ts'
import { runJobs } from '#src/jobs/worker.ts'
import { runImportExpiry } from './imports.ts'
import { readJobIn } from './read-job.ts'
import { undoJob } from './undo-job.ts'
import { writeJob } from './write-job.ts'

/** Every kind of background job. Files of what people keep lie in a data folder while they are read. */
export function keptImportJobs(data: string): JobKind[] {
  const folder = join(data, 'imports')
  // Of a process that was killed while it read them.
  rmSync(folder, { recursive: true, force: true })
  return [readJobIn(folder), writeJob, undoJob, undoEditsJob]
}

type Options = {
  clock(): Date
  signal: AbortSignal
  failed(error: unknown): void
  tally: Tally
  /** Kinds of jobs of other folders. */
  otherKinds: readonly JobKind[]
}

/** Works on what people move, and deletes what can no longer be undone, until `signal` is aborted. */
export async function runKeptImports(db: Database, { data, jobPauseMs }: Config, options: Options): Promise<void> {
  await Promise.all([
    runJobs(db, [...keptImportJobs(data), ...options.otherKinds], { ...options, pauseMs: jobPauseMs }),
    runImportExpiry(db, options),
  ])
}
