/** A query whose text never contains a value: every interpolation is a bound parameter or another query. */
export class Sql {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]

  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.strings = strings
    this.values = values
  }
}

// Only what this file made is a query. An object that came from outside is a value, whatever properties it has.
const isSql = (value: unknown): value is Sql => value instanceof Sql

export function sql(strings: TemplateStringsArray, ...values: unknown[]): Sql {
  // A template without nested queries keeps the identity of its literal, which the engines use as a cache key.
  if (!values.some(isSql)) return new Sql(strings, values)
  return concat(strings, values)
}

/** Text that goes into a query as it is: a name from our own tables of kinds and parts, never a value from outside. */
export const raw = (text: string): Sql => new Sql([text], [])

export const empty = raw('')

export const join = (parts: readonly Sql[], separator = ', '): Sql =>
  parts.length === 0 ? empty : concat(['', ...parts.slice(1).map(() => separator), ''], parts)

function concat(strings: readonly string[], parts: readonly unknown[]): Sql {
  const text = [strings[0] as string]
  const values: unknown[] = []
  const append = (more: string) => {
    text[text.length - 1] += more
  }
  parts.forEach((part, index) => {
    if (isSql(part)) {
      append(part.strings[0] as string)
      part.values.forEach((value, n) => {
        values.push(value)
        text.push(part.strings[n + 1] as string)
      })
    } else {
      values.push(part)
      text.push('')
    }
    append(strings[index + 1] as string)
  })
  return new Sql(text, values)
}
