import { parseLocale } from '#src/contract/languages.ts'
import { ApiError } from '#src/contract/statuses.ts'

/** The language that a client says a list is in; clients send `en` and `en-US` alike. */
export function languageOfList(text: string | undefined): string {
  const locale = text === undefined || text === '' ? { iso_639_1: 'en' } : parseLocale(text.trim())
  if (!locale) throw new ApiError('invalid_value')
  return locale.iso_639_1
}
