import { Type } from 'typebox'
import { historyOf, recentEdits } from '#src/catalogue/edits/history.ts'
import { operation } from '#src/contract/operation.ts'
import { maxId } from '#src/contract/path-parameters.ts'
import { nullable } from '#src/contract/schema.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { accountNamed, EditInList, editInList, KindOfRecord } from './shapes.ts'

/** Edits of a page, and changes of a page of one record. */
const editsOfPage = 20
const changesOfPage = 100

const number = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description }))

export const list = operation('edits.list', 'GET /commons/1/edits', {
  summary:
    'Edits, newest first: all of them, those of an account or a source, or the history of one record (`kind` ' +
    'and `id`). A history has all changes of the record; other lists show the first changes of each edit. A ' +
    'merged record has a history of its own, which ends with the merge',
  access: 'key',
  isWide: true,
  query: Type.Object({
    kind: Type.Optional(KindOfRecord),
    id: Type.Optional(Type.Integer({ minimum: 1, maximum: maxId, description: 'ID of the record' })),
    account: Type.Optional(Type.String({ maxLength: 100, description: 'User name of the author' })),
    source_id: Type.Optional(Type.String({ maxLength: 100, description: 'Source of the edit' })),
    iso_639_1: Type.Optional(Type.String({ pattern: '^[a-z]{2}$', description: 'Language of a text that changed' })),
    field: Type.Optional(Type.String({ maxLength: 100, description: 'Field that changed, as named in changes' })),
    before: number('`next_before` from the previous page'),
  }),
  reply: Type.Object(
    {
      edits: Type.Array(EditInList),
      next_before: nullable(
        Type.Integer({ description: 'Where the next page begins; null at the end. A page may be empty before that' }),
      ),
    },
    { title: 'Edits' },
  ),

  async handle({ db, query: { kind, id, account, source_id, iso_639_1, field, before } }) {
    if (id !== undefined) {
      const isFiltered = account !== undefined || source_id !== undefined || iso_639_1 !== undefined
      if (kind === undefined || isFiltered || field !== undefined) throw new ApiError('invalid_parameters')
      const edits = await historyOf(db, kind, id, before, changesOfPage)
      const last = edits.at(-1)?.changes.at(-1)
      const isFull = edits.reduce((sum, { changes }) => sum + changes.length, 0) === changesOfPage
      return { edits: edits.map(editInList), next_before: isFull && last ? last.seq : null }
    }
    const account_id = account === undefined ? undefined : await accountNamed(db, account)
    if (account !== undefined && account_id === undefined) throw new ApiError('not_found')
    const filter = { account_id, source_id, kind, iso_639_1, key: field }
    const { edits, next_before } = await recentEdits(db, filter, before, editsOfPage)
    return { edits: edits.map(editInList), next_before }
  },
  refusals: ['not_found'],
})
