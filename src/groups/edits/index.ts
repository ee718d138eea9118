import { comparison } from './comparison.ts'
import { details } from './details.ts'
import { edit } from './edit.ts'
import { job } from './job.ts'
import { list } from './list.ts'
import { deletion, dependents, merge, move } from './merge-and-delete.ts'
import { record } from './record.ts'
import { undo } from './undo.ts'

export const edits = [edit, list, details, record, comparison, undo, job, merge, deletion, dependents, move]
