import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { contracts, operations } from '#src/interface.ts'
import { dialects } from './dialects.ts'
import { openapi } from './openapi.ts'
import { operation } from './operation.ts'

const watchlist = '/3/account/{account_id}/watchlist'
const sessions = '/3/authentication/session/new'

/** The codes of statuses in the replies of an operation, by HTTP status. */
function codesOf(dialect: keyof typeof dialects, path: string, method: string) {
  const responses = openapi(operations, dialects[dialect]).paths[path]?.[method]?.responses ?? {}
  return Object.fromEntries(
    Object.entries(responses).map(([http, { description }]) => [
      http,
      (description.match(/\d+(?=: )/g) ?? []).map(Number),
    ]),
  )
}

test('a write is documented with the statuses that it has in the dialect', () => {
  const refusals = { 400: [47], 401: [7, 10, 3, 36], 404: [34], 422: [5], 429: [25] }
  assert.deepEqual(codesOf('neutral', watchlist, 'post'), { 200: [1, 13], ...refusals })
  assert.deepEqual(codesOf('common', watchlist, 'post'), { 200: [13], 201: [1, 12], ...refusals })
})

test('a query that does not fit is documented with the refusal of its operation', () => {
  assert.deepEqual(codesOf('neutral', sessions, 'get'), { 200: [], 401: [7, 10, 17], 429: [25] })
})

test('a title stands for one shape', () => {
  const twice = (one: object, other: object) => () => {
    const shapes = [one, other].map((properties) => Type.Object({ ...properties }, { title: 'Twice' }))
    const made = shapes.map((reply, index) =>
      operation(`test.number_${index}`, 'GET /3/test', {
        summary: '',
        access: 'key',
        reply,
        handle: async () => undefined,
      }),
    )
    return openapi(made, dialects.neutral)
  }
  assert.doesNotThrow(twice({ id: Type.Integer() }, { id: Type.Integer() }))
  assert.throws(twice({ id: Type.Integer() }, { id: Type.String() }), /^Error: Two different shapes .* title Twice$/)
})

test('each contract has the paths of its own base address', () => {
  const bases = contracts.map((contract) => [
    contract.name,
    new Set(contract.operations.map(({ path }) => /^\/(3|commons\/\d+)\//.exec(path)?.[0])),
  ])
  assert.deepEqual(bases, [
    ['interface', new Set(['/3/'])],
    ['commons', new Set(['/commons/1/'])],
  ])
})

const words = (id: string) => id.toLowerCase().replace(/[^a-z0-9]/g, '')

test('ids of operations become names of functions, each once in both documents', () => {
  const documents = contracts.map((contract) => openapi(contract.operations, dialects.neutral))
  const described = documents.flatMap(({ paths }) => Object.values(paths).flatMap((methods) => Object.values(methods)))
  const ids = described.map(({ operationId }) => operationId)
  assert.deepEqual(
    ids.filter((id) => !/^[a-z][a-z_]*\.[a-z][a-z_]*$/.test(id)),
    [],
  )
  assert.equal(new Set(ids.map(words)).size, ids.length)
})

test('fields of any name are written as generators of client code read them', () => {
  const shape = (reply: object, patterns: object) => {
    const made = operation('test.fields', 'GET /3/test', {
      ...{ summary: '', access: 'key' as const, handle: async () => undefined },
      reply: Type.Object({ ...reply }, { title: 'Fields', patternProperties: patterns as never }),
    })
    return openapi([made], dialects.neutral).components.schemas.Fields
  }
  const id = Type.Integer()
  const fields = (more: object) => ({ type: 'object', ...more, title: 'Fields' })
  const patterns = { '^[A-Z]{2}$': id }
  const written = { ...fields({ propertyNames: { type: 'string', pattern: '^[A-Z]{2}$' }, additionalProperties: id }) }
  const { properties: _, ...without } = shape({}, patterns) as { properties?: object }
  assert.deepEqual(without, written)
  const { properties: __, ...any } = shape({}, { '^.*$': id }) as { properties?: object }
  assert.deepEqual(any, fields({ additionalProperties: id }))
  const beside = { required: ['id'], properties: { id }, 'x-pattern-properties': patterns }
  assert.deepEqual(shape({ id }, patterns), fields(beside))
})
