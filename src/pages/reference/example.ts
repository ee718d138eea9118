import type { OperationPlace, Parameter, Schema } from './contract.ts'
import { schemaOf } from './contract.ts'

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

/** The value that stands for a parameter in an example. */
export const exampleOf = ({ schema }: Parameter, shapes: ReadonlyMap<string, Schema>): string =>
  String(sampleOf(schema, shapes))

type Example = { path: string; query: string; needsSession: boolean; body: string | undefined }

/** A request that says no more than it has to. */
export function requestOf({ path, operation }: OperationPlace, shapes: ReadonlyMap<string, Schema>): Example {
  const { parameters, requestBody, security } = operation
  const needed = parameters.filter(({ required }) => required)
  const filled = needed
    .filter((parameter) => parameter.in === 'path')
    .reduce((text, parameter) => text.replace(`{${parameter.name}}`, exampleOf(parameter, shapes)), path)
  const query = new URLSearchParams(
    needed.filter((parameter) => parameter.in === 'query').map((each) => [each.name, exampleOf(each, shapes)]),
  ).toString()
  const body = requestBody && schemaOf(requestBody)
  return {
    path: filled,
    query,
    needsSession: security.some((scheme) => Object.hasOwn(scheme, 'session')),
    body: body && JSON.stringify(sampleOf(body, shapes), undefined, 2),
  }
}

const session = 'session_id=YOUR_SESSION'

/** The request for a terminal. */
export function curlOf(site: string, { method }: OperationPlace, { path, query, needsSession, body }: Example): string {
  const all = [query, needsSession && session].filter(Boolean).join('&')
  const lines = [
    `curl${method === 'GET' ? '' : ` --request ${method}`} '${site}${path}${all && `?${all}`}'`,
    "--header 'Authorization: Bearer YOUR_KEY'",
    ...(body === undefined
      ? []
      : ["--header 'Content-Type: application/json'", `--data '${body.replace(/'/g, "'\\''")}'`]),
  ]
  return lines.join(' \\\n  ')
}

/** The same for JavaScript. */
export function fetchOf(
  site: string,
  { method }: OperationPlace,
  { path, query, needsSession, body }: Example,
): string {
  const all = [query, needsSession && session].filter(Boolean).join('&')
  const type = body === undefined ? '' : ", 'Content-Type': 'application/json'"
  return [
    `const reply = await fetch('${site}${path}${all && `?${all}`}', {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    `  headers: { Authorization: 'Bearer YOUR_KEY'${type} },`,
    ...(body === undefined ? [] : [`  body: JSON.stringify(${body.replaceAll('\n', '\n  ')}),`]),
    '})',
    'const found = await reply.json()',
  ].join('\n')
}
