import { Type } from 'typebox'
import { parseLocale } from '#src/contract/languages.ts'
import { operation, Status, StatusAnswer } from '#src/contract/operation.ts'
import { extend } from '#src/contract/schema.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { maxListDescription, maxListName } from '#src/contributions/lists/lists.ts'
import { makeList } from '#src/contributions/lists/writes.ts'

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

  async handle({ write, body: { name, description = '', language } }) {
    if (name.trim() === '') throw new ApiError('invalid_parameters')
    const list = { name, description, iso_639_1: languageOfList(language), visibility: 'public' } as const
    const list_id = await write(makeList, list)
    return new StatusAnswer('created', { list_id })
  },
})

/** The language that a client says a list is in; clients send `en` and `en-US` alike. */
function languageOfList(text: string | undefined): string {
  const locale = text === undefined || text === '' ? { iso_639_1: 'en' } : parseLocale(text.trim())
  if (!locale) throw new ApiError('invalid_value')
  return locale.iso_639_1
}
