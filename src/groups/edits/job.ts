import { Type } from 'typebox'
import { operation } from '#src/contract/operation.ts'
import { nullable } from '#src/contract/schema.ts'
import { findUndoJob } from '#src/contributions/undo-job.ts'
import { LeftValue } from './shapes.ts'

export const job = operation('edits.undo_job', 'GET /commons/1/undo/{job_id}', {
  summary: 'Progress of an undo of many records, and what it leaves as it is',
  access: 'session',
  reply: Type.Object(
    {
      status: Type.String({ enum: ['waiting', 'running', 'done', 'failed', 'cancelled'] }),
      phase: Type.String({
        description: 'Current phase: `bring_back`, `give_back`, `remove`, then `lists` and `ratings`',
      }),
      done: Type.Integer({ description: 'Changes, lists and ratings checked so far' }),
      total: nullable(Type.Integer({ description: 'Changes, lists and ratings to check in all; null while unknown' })),
      edit_id: nullable(Type.Integer({ description: 'Edit that the undo made, once something has changed' })),
      left_count: Type.Integer(),
      left: Type.Array(LeftValue, { description: 'The first values that stay as they are' }),
    },
    { title: 'UndoJob' },
  ),

  handle: ({ db, caller, params: { job_id } }) => findUndoJob(db, job_id, caller.account.id),
})
