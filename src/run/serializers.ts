import build from 'fast-json-stringify'
import type { TSchema } from 'typebox'
import type { Dialect } from '#src/contract/dialects.ts'

/** Writes a result as the text of a reply, with exactly the fields of the contract. */
export type Serialize = (result: unknown) => string

/** They depend on schemas alone, so that all servers of a process share them. */
const builtFor = new WeakMap<TSchema, Map<Dialect, Serialize>>()

/**
 * The serializers of a reply, one for each dialect. Each is built when it is first used, so that a start does not build
 * all of them.
 */
export function serializers(reply: TSchema): (dialect: Dialect) => Serialize {
  const built = builtFor.get(reply) ?? new Map<Dialect, Serialize>()
  builtFor.set(reply, built)
  return (dialect) => {
    const known = built.get(dialect)
    if (known) return known
    const write = build(dialect.schema(reply))
    const rename = dialect.renamer(reply)
    const serialize: Serialize = rename ? (result) => write(rename(result)) : (result) => write(result)
    built.set(dialect, serialize)
    return serialize
  }
}
