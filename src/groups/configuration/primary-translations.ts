import { Type } from 'typebox'
import { cacheSeconds, operation } from '#src/contract/operation.ts'
import { primaryTranslations as tags } from '#src/reference/reference.ts'

export const primaryTranslations = operation(
  'configuration.primary_translations',
  'GET /3/configuration/primary_translations',
  {
    summary: 'The languages and countries in which most texts are written, as `ll-CC`',
    access: 'key',
    reply: Type.Array(Type.String()),
    cache: { seconds: cacheSeconds },
    handle: async () => [...tags],
  },
)
