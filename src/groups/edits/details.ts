import { Type } from 'typebox'
import { changesOfEdit, findEdit } from '#src/catalogue/edits/history.ts'
import { operation } from '#src/contract/operation.ts'
import { nullable } from '#src/contract/schema.ts'
import { ChangeOfEdit, changeShown, editFields, editShown } from './shapes.ts'

/** Changes of a page. */
const changesOfPage = 100

export const details = operation('edits.details', 'GET /commons/1/edit/{edit_id}', {
  summary: 'An edit with its changes, page by page',
  access: 'key',
  query: Type.Object({
    after: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: '`next_after` from the previous page',
      }),
    ),
  }),
  reply: Type.Object(
    {
      ...editFields,
      changes: Type.Array(ChangeOfEdit),
      next_after: nullable(Type.Integer({ description: 'Where the next page begins; null at the end' })),
    },
    { title: 'Edit' },
  ),

  async handle({ db, params: { edit_id }, query: { after = 0 } }) {
    const edit = await findEdit(db, edit_id)
    if (!edit) return undefined
    const changes = await changesOfEdit(db, edit_id, after, changesOfPage)
    const last = changes.length === changesOfPage ? changes.at(-1) : undefined
    return { ...editShown(edit), changes: changes.map(changeShown), next_after: last?.seq ?? null }
  },
})
