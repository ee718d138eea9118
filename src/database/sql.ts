/** A query whose text never contains a value: every interpolation is a bound parameter or another query. */
export class Sql {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]

  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.strings = strings
    this.values = values
  }
}

// Only what this file made is a query. An object from outside is a value, whatever its properties.
const isSql = (value: unknown): value is Sql => value instanceof Sql

export function sql(strings: TemplateStringsArray, ...values: unknown[]): Sql {
  // A template without nested queries keeps the identity of its literal, which the engines use as a cache key.
  if (!values.some(isSql)) return new Sql(strings, values)
  return concat(strings, values)
}

/** Texts that `raw` remembers. They are names from our own tables, a few hundred. */
const RAW_TEXTS = 5_000
const raws = new Map<string, Sql>()

/** Text that becomes part of a query: a name from our own tables of kinds and parts, never a value from outside. */
export function raw(text: string): Sql {
  const known = raws.get(text)
  if (known) return known
  const made = new Sql([text], [])
  if (raws.size < RAW_TEXTS) raws.set(text, made)
  return made
}

export const empty = raw('')

/**
 * A limit that we choose. It is part of the text, because SQLite prepares a query again whenever a value is bound to
 * its limit, even the same one, which takes longer than most queries. The same is true for the pattern of `like`; an
 * offset may be bound.
 */
export const limit = (rows: number): Sql => raw(`limit ${Math.trunc(rows)}`)

export function join(parts: readonly Sql[], separator = ', '): Sql {
  const [first = empty, ...others] = parts
  return others.reduce((joined, part) => sql`${joined}${raw(separator)}${part}`, first)
}

/** Names and values in turn, as the functions of both engines that make JSON objects take them. */
export const namedValues = (values: Readonly<Record<string, Sql>>): Sql =>
  join(Object.entries(values).map(([name, value]) => sql`${raw(`'${name}'`)}, ${value}`))

/** The result of combining a template with nested queries: a path in a tree, one step for each nested query. */
type Composed = {
  strings: readonly string[] | undefined
  query: WeakMap<readonly string[], Composed>
  value?: Composed
}
const composedAs = (): Composed => ({ strings: undefined, query: new WeakMap() })
const composed = new WeakMap<readonly string[], Composed>()

/** Composing texts takes longer than most look-ups, so each composition is made once. */
function concat(strings: readonly string[], parts: readonly unknown[]): Sql {
  let place = placeIn(composed, strings)
  const values: unknown[] = []
  for (const part of parts) {
    if (isSql(part)) {
      for (const value of part.values) values.push(value)
      place = placeIn(place.query, part.strings)
    } else {
      values.push(part)
      place.value ??= composedAs()
      place = place.value
    }
  }
  place.strings ??= textOf(strings, parts)
  return new Sql(place.strings, values)
}

function placeIn(places: WeakMap<readonly string[], Composed>, strings: readonly string[]): Composed {
  let place = places.get(strings)
  if (!place) {
    place = composedAs()
    places.set(strings, place)
  }
  return place
}

function textOf(strings: readonly string[], parts: readonly unknown[]): readonly string[] {
  const text = [strings[0] as string]
  const append = (more: string) => {
    text[text.length - 1] += more
  }
  parts.forEach((part, index) => {
    if (isSql(part)) {
      append(part.strings[0] as string)
      for (const each of part.strings.slice(1)) text.push(each)
    } else text.push('')
    append(strings[index + 1] as string)
  })
  return text
}
