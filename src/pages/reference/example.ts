import type { Dialect } from '#src/contract/dialects.ts'
import type { OperationPlace, Parameter, Schema } from './contract.ts'
import { schemaOf } from './contract.ts'
import { exampleFor, placeholders, places, type Request, YOUR_KEY, YOUR_SESSION, YOUR_TOKEN } from './requests.ts'

/** A value that a shape allows, to show what one looks like. */
function sampleOf(schema: Schema, shapes: ReadonlyMap<string, Schema>): unknown {
  const { $ref, examples, default: standard, enum: words, const: only, anyOf, type, properties, items } = schema
  if ($ref) return sampleOf(shapes.get($ref.split('/').at(-1) as string) ?? {}, shapes)
  if (examples?.[0] !== undefined) return examples[0]
  if (only !== undefined) return only
  if (standard !== undefined) return standard
  if (words) return words[0]
  if (anyOf) return sampleOf(anyOf[0] as Schema, shapes)
  const first = typeof type === 'string' ? type : (type?.find((one) => one !== 'null') ?? 'string')
  if (first === 'array') return items ? [sampleOf(items, shapes)] : []
  if (first === 'object')
    return Object.fromEntries(
      Object.entries(properties ?? {})
        .filter(([name]) => (schema.required ?? []).includes(name))
        .map(([name, value]) => [name, sampleOf(value, shapes)]),
    )
  if (first === 'integer' || first === 'number') return schema.minimum ?? 1
  return first === 'boolean' ? true : 'text'
}

/** A request as it is sent: the same in each language. */
export type Sent = {
  method: string
  /** With its query: `/3/movie/1?language=de-DE`. */
  address: string
  /** What the header `Authorization` has behind `Bearer`. */
  bearer: string
  body: string | undefined
}

type Place = Pick<OperationPlace, 'method' | 'path' | 'operation'>

/** Scopes that no session has, so that examples are sent with an access token. */
const scopesOfTokens = ['edit', 'moderate']
const scopesOf = ({ operation }: Place) => operation.security.flatMap(({ token }) => token ?? [])
const usesToken = (place: Place, { moderator }: Request) =>
  moderator === true || scopesOf(place).some((scope) => scopesOfTokens.includes(scope))
const usesSession = ({ operation }: Place) => operation.security.some((scheme) => Object.hasOwn(scheme, 'session'))

/** The values that stand for the parameters of an operation, by name. */
export function valuesOf(
  { operation }: Place,
  { params = {}, query = {} }: Request,
  shapes: ReadonlyMap<string, Schema>,
  { wireWord }: Dialect,
): ReadonlyMap<Parameter, string> {
  const shownFor = ({ name, in: where, required, schema }: Parameter): string | undefined => {
    const given = where === 'path' ? (params[name] ?? places[name]) : query[name]
    if (given !== undefined) return wireWord(String(given))
    return required ? String(sampleOf(schema, shapes)) : undefined
  }
  return new Map(
    operation.parameters.flatMap((parameter) => {
      const value = shownFor(parameter)
      return value === undefined ? [] : [[parameter, value] as const]
    }),
  )
}

/** What the body of an operation is shown with. */
export function bodyOf(
  { operation }: Place,
  { body, query }: Request,
  shapes: ReadonlyMap<string, Schema>,
): string | undefined {
  const schema = operation.requestBody && schemaOf(operation.requestBody)
  if (!schema || (body === undefined && query !== undefined)) return undefined
  return JSON.stringify(body ?? sampleOf(schema, shapes), undefined, 2).replace(/"(YOUR_[A-Z_]+)"/g, bareNumber)
}

/** A word that stands for a number has no quotation marks. */
const bareNumber = (text: string, word: string) => (placeholders[word]?.isNumber ? word : text)

/** A request to an operation. */
export function sentTo(place: Place, request: Request, shapes: ReadonlyMap<string, Schema>, dialect: Dialect): Sent {
  const values = [...valuesOf(place, request, shapes, dialect)]
  const inPath = values.filter(([parameter]) => parameter.in === 'path')
  const path = inPath.reduce(
    (text, [{ name }, value]) => text.replace(`{${name}}`, encodeURIComponent(value)),
    place.path,
  )
  const query = new URLSearchParams(
    values.filter(([parameter]) => parameter.in === 'query').map(([{ name }, value]) => [name, value]),
  )
  // Rating as a guest is the one request with another session.
  for (const [name, value] of Object.entries(request.query ?? {})) if (!query.has(name)) query.set(name, String(value))
  const isByToken = usesToken(place, request)
  if (!isByToken && usesSession(place) && !query.has('guest_session_id')) query.set('session_id', YOUR_SESSION)
  return {
    method: place.method,
    address: `${path}${query.size > 0 ? `?${query}` : ''}`,
    bearer: isByToken ? YOUR_TOKEN : YOUR_KEY,
    body: bodyOf(place, request, shapes),
  }
}

/** The request that an operation is shown with. */
export const exampleOf = (place: Place, shapes: ReadonlyMap<string, Schema>, dialect: Dialect): Sent =>
  sentTo(place, exampleFor(place.operation.operationId), shapes, dialect)
