import { type Static, type TObject, type TOptional, type TProperties, type TSchema, Type } from 'typebox'
import {
  type Asked,
  type Caching,
  type Context,
  cacheSeconds,
  type Operation,
  operation,
  type Params,
} from '#src/contract/operation.ts'
import { appendToResponse, queryReader } from '#src/contract/parameters.ts'
import { type Kind, kind, type kinds } from './kinds.ts'
import { idInPath, type Part, queryOf, replyOf } from './part.ts'
import { type OperationPart, type PartReply, parts } from './parts/index.ts'

type DetailsContext<Of extends Kind, Query extends TProperties> = Context<
  Params<(typeof kinds)[Of]['path']>,
  Static<TObject<Query>>
>

/** What can be appended besides parts: names that match `pattern`, such as the seasons of a series. */
type Further<Context> = {
  pattern: string
  reply: TSchema
  load(context: Context, id: number, name: string): Promise<unknown>
}

/** The objects that can be appended to the details of a kind. */
type Appended<Of extends Kind> = { [Name in OperationPart<Of>]: TOptional<TObject<PartReply<Of, Name>>> }

type Appendable = { part: Part; readQuery: ReturnType<typeof queryReader> }

type Details<Of extends Kind, Query extends TProperties, Reply extends TProperties> = {
  summary: string
  query: TObject<Query>
  reply: Reply
  cache?: Caching
  load(context: DetailsContext<Of, Query>, id: number): Promise<Static<TObject<Reply>> | undefined>
  further?: readonly Further<DetailsContext<Of, Query>>[]
}

/**
 * The details of a kind: the record's facts, and what append_to_response names. An appended object is the part's reply
 * without `id`, under the part's name; unknown names are ignored.
 */
export function detailsOperation<Of extends Kind, Query extends TProperties, Reply extends TProperties>(
  of: Of,
  { summary, query, reply, cache = { seconds: cacheSeconds }, load, further = [] }: Details<Of, Query, Reply>,
): Operation & { reply: TObject<Reply & Appended<Of>> } {
  const operationParts = parts.filter(({ name }) => kind(of).operationParts.includes(name))
  const appendable = new Map<string, Appendable>(
    operationParts.map((part) => [part.name, { part, readQuery: queryReader(queryOf(part, of) ?? Type.Object({})) }]),
  )
  const appended = operationParts.map((part) => [part.name, Type.Optional(Type.Object(replyOf(part, of)))])
  const patterns = further.map(({ pattern, reply }) => [pattern, reply])
  const matchers = further.map(({ pattern, load }) => ({ pattern: new RegExp(pattern), load }))

  /** The parameters of appended parts, which each part reads for itself. */
  const appendedQueries = (asked: Asked) =>
    appendedNames(asked).map((name) => appendable.get(name)?.readQuery(asked.queryTexts))

  async function append(context: DetailsContext<Of, Query>, id: number, name: string): Promise<unknown> {
    const found = appendable.get(name)
    if (!found) return matchers.find(({ pattern }) => pattern.test(name))?.load(context, id, name)
    return found.part.load({ ...context, query: found.readQuery(context.queryTexts) }, of, id)
  }

  const made: Operation = operation(`${of}.details`, `GET ${kind(of).path}`, {
    summary,
    access: 'key',
    query: Type.Object({ ...query.properties, append_to_response: appendToResponse }),
    reply: Type.Object(
      { ...reply, ...Object.fromEntries(appended) },
      patterns.length ? { patternProperties: Object.fromEntries(patterns) } : {},
    ),
    cache: { ...cache, dependsOn: appendedQueries },
    dependsOnSite: (asked) => appendedNames(asked).some((name) => appendable.get(name)?.part.dependsOnSite),
    async handle(given) {
      const context = given as unknown as DetailsContext<Of, Query>
      const id = await idInPath(given.db, of, given.params)
      if (id === undefined) return undefined
      const names = appendedNames(given as Context)
      const [found, ...objects] = await Promise.all([
        load(context, id),
        ...names.map((name) => append(context, id, name)),
      ])
      if (!found) return undefined
      const named = names.map((name, index) => [name, objects[index]] as const)
      return { ...found, ...Object.fromEntries(named.filter(([, object]) => object !== undefined)) } as never
    },
  })
  // What is appended follows from tables, in which the compiler cannot look the parts of a kind up.
  return made as Operation & { reply: TObject<Reply & Appended<Of>> }
}

const appendedNames = ({ query }: Asked) => (query.append_to_response ?? []) as string[]
