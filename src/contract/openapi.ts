import { isDeepStrictEqual } from 'node:util'
import type { TSchema } from 'typebox'
import { accessRefusals, admitsGuests, needsSession } from './access.ts'
import { MARK } from './cache-tags.ts'
import type { Dialect } from './dialects.ts'
import { hasNoBodyOfItsOwn, ignoresWrong, type Operation, Status } from './operation.ts'
import { queryRefusals } from './parameters.ts'
import { isIdParameter, pathParameterSchema } from './path-parameters.ts'
import { type StatusName, statuses } from './statuses.ts'

type Schema = { [keyword: string]: unknown }

const securitySchemes = {
  apikey: { type: 'apiKey', in: 'query', name: 'api_key', description: 'The key, in the query.' },
  bearer: { type: 'http', scheme: 'bearer', description: 'The same key, in the header Authorization.' },
  token: {
    type: 'http',
    scheme: 'bearer',
    description: 'A personal access token: the key and the session of its owner in one.',
  },
  session: { type: 'apiKey', in: 'query', name: 'session_id', description: 'The session of a user.' },
  guest: { type: 'apiKey', in: 'query', name: 'guest_session_id', description: 'The session of a guest.' },
}

export const info = {
  title: 'Reelcommons',
  version: '1.0.0',
  summary: 'A catalogue of film and television',
  description:
    'Version 3 of the interface. Every error has an HTTP status of 400 or more and the same body, the status envelope.',
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
}

/**
 * The contract of all operations as an OpenAPI 3.1 document. Shapes with a title are listed once and referred to; a
 * title that stands for two different ones is a mistake.
 */
export function openapi(operations: readonly Operation[], dialect: Dialect, about: typeof info = info) {
  const schemas: Record<string, Schema> = {}
  const paths: Record<string, Record<string, ReturnType<typeof describe>>> = {}
  const place = (schema: TSchema) => named(dialect.schema(schema) as Schema, schemas)
  place(Status)
  for (const operation of operations) {
    const { method, path } = operation
    const described = describe(operation, dialect, place)
    paths[path] = { ...paths[path], [method.toLowerCase()]: described }
    if (operation.stream !== undefined) paths[operation.stream] = { get: asStream(described) }
  }
  return {
    openapi: '3.1.0',
    info: about,
    servers: [{ url: '/' }],
    security: [{ apikey: [] }, { bearer: [] }, { token: [] }],
    tags: [...new Set(operations.map(({ group }) => group))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes,
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  }
}

function describe(operation: Operation, dialect: Dialect, place: (schema: TSchema) => Schema) {
  const { id, group, summary, params, query, body, access, scope, reply, answers } = operation
  const required = new Set(query.required as string[] | undefined)
  const queryParameters = Object.entries(query.properties).map(([name, property]) => {
    const { description, ...schema } = property as Schema & { enum?: string[]; default?: unknown }
    if (schema.enum) schema.enum = schema.enum.map(dialect.wireWord)
    const isRequired = required.has(name) && schema.default === undefined
    return { name, in: 'query', required: isRequired, ...(description ? { description } : {}), schema }
  })
  const pathParameters = params.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: pathParameterSchema(name),
  }))
  const sessions = needsSession(access) ? ['session', ...(admitsGuests(access) ? ['guest'] : [])] : [undefined]
  const security: Record<string, string[]>[] = sessions.flatMap((session) =>
    ['apikey', 'bearer'].map((scheme) => ({ [scheme]: [], ...(session !== undefined && { [session]: [] }) })),
  )
  security.push({ token: needsSession(access) ? [scope] : [] })
  return {
    operationId: operationIdOf(id),
    summary,
    tags: [group],
    security,
    parameters: [...pathParameters, ...queryParameters],
    ...(body ? { requestBody: { required: true, content: json(place(body)) } } : {}),
    responses: {
      ...(answers.length === 0 && { 200: { description: 'Success', content: json(place(reply)) } }),
      ...statusReplies(refusalsOf(operation), dialect),
      ...statusReplies(answers, dialect, place(reply)),
    },
  }
}

/** Generators of client code make names of it, so it has letters, digits, `_` and one dot. */
const operationIdOf = (id: string) => id.replaceAll('/', '_')

const waits = 'wait'

/** The same as server-sent events: each has the reply as its data, and `next` as its id. */
function asStream(described: ReturnType<typeof describe>): ReturnType<typeof describe> {
  const { operationId, summary, parameters, responses } = described
  const { 200: success, ...refusals } = responses as Record<string, ReturnType<typeof statusReplies>[string]>
  const content = { 'text/event-stream': success?.content['application/json'] }
  return {
    ...described,
    operationId: `${operationId}_stream`,
    summary: `${summary}: a stream of server-sent events with such replies, which goes on after \`Last-Event-ID\``,
    parameters: parameters.filter(({ name }) => name !== waits),
    responses: { 200: { description: 'Success', content }, ...refusals } as unknown as typeof responses,
  }
}

/** The refusals of an operation: those that follow from its access, path and parameters, and its own. */
export function refusalsOf(operation: Operation): StatusName[] {
  const { params, query, queryRefusal, body, bodyRefusal, access, refusals } = operation
  const names: StatusName[] = ['invalid_key', 'key_suspended', 'too_many_requests', ...refusals]
  if (params.some(isIdParameter)) names.push('invalid_id', 'not_found')
  for (const refusal of queryRefusals(query, ignoresWrong(operation))) names.push(queryRefusal ?? refusal)
  if (body && !hasNoBodyOfItsOwn(operation)) names.push(bodyRefusal, 'invalid_input')
  for (const each of accessRefusals(access)) names.push(each)
  return [...new Set(names)]
}

/** The replies that are a status, by their HTTP status. */
function statusReplies(
  names: readonly StatusName[],
  dialect: Dialect,
  schema: Schema = { $ref: '#/components/schemas/Status' },
) {
  const lines = names.map((name) => {
    const [http, code, message] = statuses[dialect.status(name)]
    return { http, line: `${code}: ${message}` }
  })
  return Object.fromEntries(
    [...Map.groupBy(lines, ({ http }) => http)].map(([http, group]) => [
      http,
      {
        description: [...new Set(group.map(({ line }) => line))].join(' / '),
        content: json(schema),
      },
    ]),
  )
}

const json = (schema: Schema) => ({ 'application/json': { schema } })

/** Replaces every shape that has a title by a reference, and adds the shape to `schemas`. */
function named(schema: Schema, schemas: Record<string, Schema>): Schema {
  const placed: Schema = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === MARK) continue
    if (keyword === 'properties') placed[keyword] = eachNamed(value as Record<string, Schema>, schemas)
    else if (keyword === 'patternProperties') {
      const fields = eachNamed(value as Record<string, Schema>, schemas)
      Object.assign(placed, fieldsOfPatterns(fields, Object.keys(schema.properties ?? {}).length > 0))
    } else if (keyword === 'items') placed[keyword] = named(value as Schema, schemas)
    else if (keyword === 'anyOf') placed[keyword] = (value as Schema[]).map((option) => named(option, schemas))
    else placed[keyword] = value
  }
  const { title } = schema
  if (typeof title !== 'string') return placed
  const known = schemas[title]
  if (known && !isDeepStrictEqual(known, placed)) throw new Error(`Two different shapes have the title ${title}`)
  schemas[title] = placed
  return { $ref: `#/components/schemas/${title}` }
}

const eachNamed = (fields: Record<string, Schema>, schemas: Record<string, Schema>) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, named(field, schemas)]))

const ANY_NAME = '^.*$'

/**
 * Fields whose names follow a pattern, in words that generators of client code read: they know no `patternProperties`
 * and make anything of it. Beside fields with names, `additionalProperties` would become a type of these as well, so
 * that only our own pages are told there.
 */
function fieldsOfPatterns(fields: Record<string, Schema>, hasNames: boolean): Schema {
  const [only, ...more] = Object.entries(fields)
  if (!only || hasNames || more.length > 0) return { 'x-pattern-properties': fields }
  const [pattern, field] = only
  return { ...(pattern !== ANY_NAME && { propertyNames: { type: 'string', pattern } }), additionalProperties: field }
}
