import { Type } from 'typebox'
import { operation } from '#src/contract/operation.ts'
import { filter } from '#src/contract/parameters.ts'
import { maxId } from '#src/contract/path-parameters.ts'
import { ChangedRecord } from '../format/live.ts'
import { maxNamed, maxWaitSeconds } from './limits.ts'
import { logPosition, startOf } from './position.ts'
import { answerText, type Told, wantedChanges, wantedOf } from './wanted.ts'

/** The same as events. */
const streamPath = '/commons/1/changes/stream'

export const changes = operation('feed.changes', 'GET /commons/1/changes', {
  summary:
    'Records that have changed after a position, each once and with its last change, in that order, as far as they ' +
    'are published. Without a position it says which one this is. If nothing has changed yet, it waits',
  access: 'key',
  knowsSession: true,
  isWide: true,
  stream: streamPath,
  query: Type.Object({
    after: Type.Optional(
      Type.String({
        maxLength: 120,
        description: 'A position, or `next` of an answer, which also says which state of the catalogue it belongs to',
      }),
    ),
    wait: Type.Optional(
      Type.Integer({
        ...{ minimum: 0, maximum: maxWaitSeconds, default: maxWaitSeconds },
        description: 'How many seconds to wait for the first change',
      }),
    ),
    lines: filter.flag('Whether to add the lines of these records, as import lines in the neutral dialect'),
    kinds: filter.list('Only records of these kinds, separated by commas'),
    record: filter.list(`Only these records, such as \`movie:7,person:12\`; at most ${maxNamed}`),
    list: Type.Optional(
      Type.Integer({ minimum: 1, maximum: maxId, description: 'Only titles that are on this list at that time' }),
    ),
  }),
  reply: Type.Object(
    {
      incarnation: Type.String({ description: 'Another one if the catalogue was restored: begin anew' }),
      after: Type.Integer(),
      position: Type.Integer({ description: 'All changes up to here are in the answer' }),
      next: Type.String({ description: 'What to ask `after` the next time' }),
      has_more: Type.Boolean({ description: 'Whether more has changed already' }),
      time: Type.String({ description: 'When the lines were read' }),
      changes: Type.Array(ChangedRecord),
      lines: Type.Optional(
        Type.Array(Type.Unknown({ description: 'An import line: the record as it is now' }), {
          description: 'With `lines=true`, one for each change',
        }),
      ),
    },
    { title: 'RecordsChanged' },
  ),
  refusals: ['invalid_parameters', 'not_found', 'position_gone'],

  async handle({ db, query, caller, settings, now }) {
    const { publishingOf, readBatch } = await import('./batches.ts')
    const wanted = await wantedOf(db, query, caller.account)
    const at = await logPosition(db)
    const after = query.after === undefined ? at.seq : startOf(query.after, at)
    const batch = await readBatch(await publishingOf(db, settings), after, at.seq, now)
    const told: Told = { ...batch, incarnation: at.incarnation, head: at.seq }
    return JSON.parse(answerText(told, await wantedChanges(db, batch.changes, wanted), wanted.hasLines))
  },
})
