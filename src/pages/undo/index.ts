import { undoOfEdit } from './edit.ts'
import { undoJobs } from './job.ts'
import { undoOfEverything } from './undo-everything.ts'

/** Taking back one value, one edit, or everything of a person or a source. */
export const undoing = [...undoOfEdit, ...undoOfEverything, ...undoJobs]
