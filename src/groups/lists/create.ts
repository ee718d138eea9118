import { Type } from 'typebox'
import { spendFromHour } from '#src/accounts/hourly-limits.ts'
import { operation, Status, StatusAnswer } from '#src/contract/operation.ts'
import { extend } from '#src/contract/schema.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { createList, isListName, maxListDescription, maxListName } from '#src/contributions/lists/lists.ts'
import { tidyProse } from '#src/reference/hidden.ts'
import { languageOfList } from './language.ts'

export const create = operation('lists.create', 'POST /3/list', {
  summary: 'Creates a public list',
  access: 'session',
  body: Type.Object({
    name: Type.String({ description: `At most ${maxListName} characters, none of them invisible, not only blanks` }),
    description: Type.Optional(Type.String({ description: `At most ${maxListDescription} characters` })),
    language: Type.Optional(Type.String({ description: 'Two letters. Default: `en`' })),
  }),
  reply: extend(Status, { list_id: Type.Integer() }, 'ListCreated'),
  answers: ['created'],
  refusals: ['invalid_value', 'too_many_lists'],

  async handle({ db, caller, now, body }) {
    const { id: account_id } = caller.account
    const name = body.name.trim()
    const description = tidyProse(body.description ?? '').trim()
    if (name === '') throw new ApiError('invalid_parameters')
    if (!isListName(name) || description.length > maxListDescription) throw new ApiError('invalid_value')
    const iso_639_1 = languageOfList(body.language)
    await spendFromHour(db, account_id, 'list', now)
    const list_id = await createList(db, account_id, { name, description, iso_639_1, visibility: 'public' }, now)
    return new StatusAnswer('created', { list_id })
  },
})
