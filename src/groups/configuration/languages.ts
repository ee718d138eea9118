import { Type } from 'typebox'
import { cacheSeconds, operation } from '#src/contract/operation.ts'
import { languages as languageList } from '#src/reference/reference.ts'

const Language = Type.Object(
  { iso_639_1: Type.String(), english_name: Type.String(), name: Type.String() },
  { title: 'Language' },
)

export const languages = operation('configuration.languages', 'GET /3/configuration/languages', {
  summary: 'The languages that texts can be in; `xx` stands for no language',
  access: 'key',
  reply: Type.Array(Language),
  cache: { seconds: cacheSeconds },
  handle: async () => [...languageList],
})
