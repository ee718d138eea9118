import { type TInteger, type TObject, Type } from 'typebox'
import { cacheSeconds, type Operation, operation } from '#src/contract/operation.ts'
import { type Kind, kind, kindsWith } from './kinds.ts'
import { findRecord, type Part, queryOf, replyOf } from './part.ts'
import { type OperationPart, type PartReply, parts } from './parts/index.ts'
import { ratedTagsOf } from './votes.ts'

/** One operation for every kind whose details can have the part appended. */
function operationsOf(part: Part): Operation[] {
  const { name, summary } = part
  return kindsWith(name)
    .filter((of) => kind(of).operationParts.includes(name))
    .map((of) => {
      const parameters = queryOf(part, of)
      return operation(`${of}.${name}`, `GET ${kind(of).path}/${name}`, {
        summary,
        access: 'key',
        ...(parameters && { query: parameters }),
        reply: Type.Object({ ...(!part.hasNoId && { id: Type.Integer() }), ...replyOf(part, of) }),
        cache: { seconds: cacheSeconds, ...(part.showsRatings && { tagsBy: ratedTagsOf(of) }) },
        dependsOnSite: part.dependsOnSite ?? false,
        ...(part.isWide && { isWide: true }),
        // The result has the id in any case: it says which record's changes invalidate a reply.
        async handle(context) {
          const id = await findRecord(context.db, of, context.params)
          return id === undefined ? undefined : { id, ...(await part.load(context, of, id)) }
        },
      })
    })
}

export const partOperations: readonly Operation[] = parts.flatMap(operationsOf)

const byId = new Map(partOperations.map((operation) => [operation.id, operation]))

/** The operation of a part of a kind. */
export const partOperation = <Of extends Kind, Name extends OperationPart<Of>>(of: Of, name: Name) =>
  byId.get(`${of}.${name}`) as Operation & { reply: TObject<{ id: TInteger } & PartReply<Of, Name>> }
