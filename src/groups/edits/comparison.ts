import { Type } from 'typebox'
import { compareMoments } from '#src/catalogue/edits/record-at.ts'
import { operation } from '#src/contract/operation.ts'
import { maxId } from '#src/contract/path-parameters.ts'
import { ChangeOfEdit, changeShown, KindOfRecord } from './shapes.ts'

const revision = (description: string) => Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description })

export const comparison = operation('edits.comparison', 'GET /commons/1/comparison', {
  summary: 'Differences between two revisions of a record: the changes that lead from the first to the second',
  access: 'key',
  query: Type.Object({
    kind: KindOfRecord,
    id: Type.Integer({ minimum: 1, maximum: maxId, description: 'ID of the record' }),
    from: revision('The first revision'),
    to: revision('The second revision; it may be the earlier one'),
  }),
  reply: Type.Object({ changes: Type.Array(ChangeOfEdit) }, { title: 'Comparison' }),

  async handle({ db, query: { kind, id, from, to } }) {
    const changes = await compareMoments(db, kind, id, { from, to })
    return changes && { changes: changes.map(changeShown) }
  },
})
