import { html as escaped } from 'ghtml'

/** Markup that needs no escaping: only `html` and `trusted` make it. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString(): string {
    return this.text
  }
}

type Inner = Html | string | number | false | null | undefined | readonly Inner[]

/**
 * Markup with values in it. Markup and lists of it stay as they are, everything else is escaped; `false`, `null` and
 * `undefined` show nothing. Attributes need double quotes.
 */
export function html(strings: TemplateStringsArray, ...values: Inner[]): Html {
  let text = strings[0] as string
  values.forEach((value, index) => {
    text += inner(value) + strings[index + 1]
  })
  return new Html(text)
}

function inner(value: Inner): string {
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(inner).join('')
  if (value === false || value === null || value === undefined) return ''
  return escaped`${String(value)}`
}

/** Marks text as markup, such as the output of a sanitiser. Never for text from outside. */
export const trusted = (markup: string): Html => new Html(markup)

export const nothing = trusted('')
