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

/** A form that is shown again with what is wrong: characters that no database can store are removed, and reported. */
export function storableTexts(form: URLSearchParams) {
  const all = [...new Set(form.keys())].map((name): [string, string] => [name, form.get(name) ?? ''])
  return {
    sent: all.map(([name, text]): [string, string] => [name, text.replaceAll('\0', '').toWellFormed()]),
    unstorable: new Set(all.flatMap(([name, text]) => (isStorable(text) ? [] : name))),
  }
}
