import { undoOfEdit } from './edit.ts'
import { undoOfEverything } from './everything.ts'
import { undoJobs } from './job.ts'

/** Taking back one value, one edit, or everything of a person or a source. */
export const undoing = [...undoOfEdit, ...undoOfEverything, ...undoJobs]
