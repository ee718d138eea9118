import { isStorable } from '#src/contract/parameters.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { maxFieldLength, maxFormFields } from '#src/pages/limits.ts'
import type { Page } from '#src/pages/page.ts'

/** Texts of a form or query by name; what no database can store is refused, and a parameter that is too long. */
export function textsOf(
  names: readonly string[],
  find: (name: string) => string | null | undefined,
  most = Number.POSITIVE_INFINITY,
): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => {
      const text = find(name) ?? ''
      if (text.length > most) throw new ApiError('address_too_long')
      if (!isStorable(text)) throw new ApiError('invalid_input')
      return [name, text]
    }),
  )
}

/** The fields of a body, or undefined where they are more than a form has. Reading them takes longer than counting. */
export function readForm(body: string): URLSearchParams | undefined {
  let fields = 1
  for (let at = body.indexOf('&'); at !== -1; at = body.indexOf('&', at + 1)) fields++
  return fields > maxFormFields ? undefined : new URLSearchParams(body)
}

/** A form that is shown again with what is wrong: characters that no database can store are removed, and reported. */
export function storableTexts(form: URLSearchParams) {
  const all = new Map<string, string>()
  for (const [name, text] of form) if (!all.has(name)) all.set(name, text)
  const sent = [...all]
  return {
    sent: sent.map(([name, text]): [string, string] => [name, text.replaceAll('\0', '').toWellFormed()]),
    unstorable: new Set(sent.flatMap(([name, text]) => (isStorable(text) ? [] : name))),
  }
}

/** Whether a field of the form that was sent is longer than its page says. */
export const hasLongField = ({ form: names, longFields }: Page, form: URLSearchParams): boolean =>
  names.some((name) => (form.get(name) ?? '').length > (longFields[name] ?? maxFieldLength))
