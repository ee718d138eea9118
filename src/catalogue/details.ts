import { type Static, type TObject, type TOptional, type TProperties, Type } from 'typebox'
import {
  type Asked,
  type Caching,
  type Context,
  cacheSeconds,
  type Operation,
  operation,
  type Params,
} from '#src/contract/operation.ts'
import { appendToResponse } from '#src/contract/parameters.ts'
import { isWebAddress } from '#src/contract/web-address.ts'
import { type Appendable, appendableParts } from './appendable.ts'
import { type Kind, kind, type kinds } from './kinds.ts'
import { idInPath } from './part.ts'
import type { OperationPart, PartReply } from './parts/index.ts'
import { hasPopularity } from './popularity.ts'
import { ratedTagsOf } from './votes.ts'

type DetailsContext<Of extends Kind, Query extends TProperties> = Context<
  Params<(typeof kinds)[Of]['path']>,
  Static<TObject<Query>>
>

/** The objects that can be appended to the details of a kind. */
type Appended<Of extends Kind> = { [Name in OperationPart<Of>]: TOptional<TObject<PartReply<Of, Name>>> }

type Details<Of extends Kind, Query extends TProperties, Reply extends TProperties> = {
  summary: string
  query: TObject<Query>
  reply: Reply
  cache?: Caching
  load(context: DetailsContext<Of, Query>, id: number): Promise<Static<TObject<Reply>> | undefined>
  /** What can be appended besides the parts of the kind. */
  further?: readonly Appendable[]
}

/**
 * The details of a kind: the record's facts, and what append_to_response names. An appended object is the part's reply
 * without `id`, under the part's name; unknown names are ignored.
 */
export function detailsOperation<Of extends Kind, Query extends TProperties, Reply extends TProperties>(
  of: Of,
  { summary, query, reply, cache = { seconds: cacheSeconds }, load, further = [] }: Details<Of, Query, Reply>,
): Operation & { reply: TObject<Reply & Appended<Of>> } {
  const appendable = [...appendableParts(of), ...further]
  const named = new Map(appendable.map((one) => [one.name, one]))
  const matching = appendable.filter(({ name }) => typeof name !== 'string')
  const find = (name: string) => named.get(name) ?? matching.find((one) => (one.name as RegExp).test(name))

  const appended = appendable.filter(({ name }) => typeof name === 'string')
  const properties = Object.fromEntries(appended.map(({ name, reply }) => [name, Type.Optional(reply)]))
  const patternProperties = Object.fromEntries(matching.map(({ name, reply }) => [(name as RegExp).source, reply]))

  /** The parameters of appended parts, which each part reads for itself. */
  const appendedQueries = (asked: Asked) =>
    appendedNames(asked).map((name) => find(name)?.readQuery(asked.queryTexts, asked.standards, asked.ignored))

  async function append(context: Context, id: number, name: string): Promise<unknown> {
    const found = find(name)
    const query = found?.readQuery(context.queryTexts, context.standards, context.ignored)
    return found?.load({ ...context, query: query as never }, id, name)
  }

  const made: Operation = operation(`${of}.details`, `GET ${kind(of).path}`, {
    summary,
    access: 'key',
    query: Type.Object({ ...query.properties, append_to_response: appendToResponse }),
    reply: Type.Object({ ...reply, ...properties }, matching.length ? { patternProperties } : {}),
    refusals: [...new Set(appendable.flatMap(({ refusals }) => refusals))],
    cache: { ...cache, dependsOn: appendedQueries, tagsBy: ratedTagsOf(of) },
    ...(hasPopularity(of) && { countsFor: of }),
    ...(appendable.some(({ isPersonal }) => isPersonal) && {
      isPersonal: (asked) => appendedNames(asked).some((name) => find(name)?.isPersonal),
    }),
    ...(appendable.some(({ isWide }) => isWide) && {
      isWideFor: ({ append_to_response: names }) =>
        typeof names === 'string' && names.split(',').some((name) => find(name.trim())?.isWide),
    }),
    dependsOnSite: (asked) => appendedNames(asked).some((name) => find(name)?.dependsOnSite),
    async handle(given) {
      const context = given as unknown as DetailsContext<Of, Query>
      const id = await idInPath(given.db, of, given.params)
      if (id === undefined) return undefined
      const names = appendedNames(given as Context)
      const [found, ...objects] = await Promise.all([
        load(context, id),
        ...names.map((name) => append(given as Context, id, name)),
      ])
      if (!found) return undefined
      const loaded = names.map((name, index) => [name, objects[index]] as const)
      return {
        ...withShownAddress(found),
        ...Object.fromEntries(loaded.filter(([, object]) => object !== undefined)),
      } as never
    },
  })
  // What can be appended follows from tables, in which the compiler cannot look up the parts of a kind.
  return made as Operation & { reply: TObject<Reply & Appended<Of>> }
}

function withShownAddress<Found extends object>(found: Found): Found {
  if (!('homepage' in found) || typeof found.homepage !== 'string' || isWebAddress(found.homepage)) return found
  return { ...found, homepage: '' }
}

const appendedNames = ({ query }: Asked) => (query.append_to_response ?? []) as string[]
