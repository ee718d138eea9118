import { isStorable } from '#src/contract/parameters.ts'
import { ApiError } from '#src/contract/statuses.ts'

/** Texts of a form or query by name; what no database can store is refused. */
export function textsOf(
  names: readonly string[],
  find: (name: string) => string | null | undefined,
): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => {
      const text = find(name) ?? ''
      if (!isStorable(text)) throw new ApiError('invalid_input')
      return [name, text]
    }),
  )
}
