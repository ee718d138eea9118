import { type TObject, type TSchema, Type } from 'typebox'
import type { Context } from '#src/contract/operation.ts'
import { queryReader, queryRefusals, type Standards, withTextLanguages } from '#src/contract/parameters.ts'
import type { StatusName } from '#src/contract/statuses.ts'
import { type Kind, kind, type PathParameters } from './kinds.ts'
import { findRecord, type Part, type PartContext, queryOf, replyOf } from './part.ts'
import { parts } from './parts/index.ts'

/** What can be appended to the details of a record, under one name or under every name that matches a pattern. */
export type Appendable = {
  name: string | RegExp
  reply: TSchema
  /** Reads its parameters from the query string of the request. */
  readQuery(texts: Record<string, unknown>, standards?: Standards, ignored?: string[]): object
  /** How its parameters, and it itself, may refuse a request. */
  refusals: readonly StatusName[]
  dependsOnSite: boolean
  /** It may take over 5 ms with a large catalogue. */
  isWide?: true
  /** It is about the account or the guest of a session; without one there is no such object. */
  isPersonal?: true
  /** The object for a name; undefined if there is no such record. `context.query` is what `readQuery` returns. */
  load(context: Context, id: number, name: string): Promise<unknown>
}

/** Older names of parts, which only details still know. */
const olderNames: Partial<Record<Kind, Readonly<Record<string, string>>>> = {
  movie: { casts: 'credits', similar_movies: 'similar' },
}

const operationParts = (of: Kind) => parts.filter(({ name }) => kind(of).operationParts.includes(name))

function appendablePart(part: Part, of: Kind, name: string | RegExp, load: Appendable['load']): Appendable {
  const query = withTextLanguages(queryOf(part, of) ?? Type.Object({}))
  return {
    name,
    reply: Type.Object(replyOf(part, of)),
    readQuery: queryReader(query, { isIgnored: true }),
    refusals: queryRefusals(query),
    dependsOnSite: part.dependsOnSite ?? false,
    ...(part.isWide && { isWide: true }),
    load,
  }
}

/** The parts of a kind: what their operations reply, without `id`. */
export function appendableParts(of: Kind): Appendable[] {
  const older = Object.entries(olderNames[of] ?? {})
  return operationParts(of).flatMap((part) => {
    const names = [part.name, ...older.flatMap(([name, current]) => (current === part.name ? [name] : []))]
    return names.map((name) => appendablePart(part, of, name, (context, id) => part.load(context, of, id)))
  })
}

/** Records below another one, such as the seasons of a series. */
export type Below = {
  of: Kind
  /** Matches their names, as a regular expression without its ends. */
  pattern: string
  /** The path parameters of the record that a name names, below the record of this id. */
  params(id: number, name: string): PathParameters
}

/** The details of records below another one, and their parts under longer names. */
export function appendableBelow(
  { of, pattern, params }: Below,
  query: TObject,
  details: { reply: TSchema; load(context: PartContext<any>, id: number): Promise<unknown> },
): Appendable[] {
  const found = (load: (context: Context, id: number) => Promise<unknown>): Appendable['load'] =>
    async function loadFound(context, id, name) {
      const below = await findRecord(context.db, of, params(id, name))
      return below === undefined ? undefined : load(context, below)
    }
  const asked = withTextLanguages(query)
  return [
    {
      name: new RegExp(`^${pattern}$`),
      readQuery: queryReader(asked, { isIgnored: true }),
      refusals: queryRefusals(asked),
      dependsOnSite: false,
      reply: details.reply,
      load: found(details.load),
    },
    ...operationParts(of).map((part) =>
      appendablePart(
        part,
        of,
        new RegExp(`^${pattern}/${part.name}$`),
        found((context, id) => part.load(context, of, id)),
      ),
    ),
  ]
}
