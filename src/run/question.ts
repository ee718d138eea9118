import { Compile } from 'typebox/compile'
import { type Asked, hasNoBodyOfItsOwn, ignoresWrong, type Operation } from '#src/contract/operation.ts'
import { isStorable, queryReader, type Standards, textOf, yesOrNo } from '#src/contract/parameters.ts'
import { pathText, readPathParameter } from '#src/contract/path-parameters.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { isJsonObject } from '#src/reference/json-object.ts'
import { wordTable } from '#src/reference/word-table.ts'

/**
 * A request to an operation: parameters as they are written in an address, and a body as it was parsed, or the error
 * why it could not be.
 */
export type Question = {
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, unknown>>
  body?: unknown
  /** What the key says about languages, if it says anything. */
  standards?: Standards | undefined
  /** Gets the names of parameters that are ignored because they cannot be read. */
  ignored?: string[] | undefined
}

/** Reads requests by the schemas of an operation, in this order: path, query, body. */
export function questionReader(operation: Operation): (question: Question) => Asked {
  const readQuery = queryReader(operation.query, {
    isIgnored: ignoresWrong(operation),
    refusal: operation.queryRefusal,
  })
  const readBody = bodyReader(operation)

  return (question) => {
    const params: Asked['params'] = {}
    for (const name of operation.params) params[name] = readPathParameter(name, pathText(question.params, name))
    const { query: queryTexts, standards, ignored } = question
    const query = readQuery(queryTexts, standards, ignored)
    return { params, queryTexts, standards, ignored, query, body: readBody(question.body, queryTexts) }
  }
}

const wholeNumber = (text: string): unknown => (/^\d{1,15}$/.test(text) ? Number(text) : text)
const anyNumber = (text: string): unknown => (/^-?\d{1,9}(\.\d{1,6})?$/.test(text) ? Number(text) : text)

/**
 * Some clients send numbers and booleans as strings. They are converted if the meaning is clear, and otherwise stay
 * strings.
 */
const fromText: Readonly<Record<string, (text: string) => unknown>> = wordTable({
  integer: wholeNumber,
  number: anyNumber,
  boolean: (text) => yesOrNo(text) ?? text,
})

const PAYLOAD_TOO_LARGE = 413

/** A body that says nothing of its own may be anything that is not too long. */
function passOver(body: unknown): undefined {
  if ((body as { statusCode?: number } | undefined)?.statusCode === PAYLOAD_TOO_LARGE && body instanceof Error)
    throw body
}

/**
 * Reads a body that fits the operation's schema; unknown fields are ignored. Some clients send every parameter in the
 * query, so missing texts are taken from there.
 */
function bodyReader({
  body: schema,
  query,
  bodyRefusal,
}: Operation): (body: unknown, texts: Record<string, unknown>) => unknown {
  if (!schema) return passOver
  const compiled = Compile(schema)
  const isRepeated = hasNoBodyOfItsOwn({ body: schema, query })
  const namesOf = (wanted: string) =>
    Object.keys(schema.properties).filter((name) => (schema.properties[name] as { type?: string }).type === wanted)
  const [fromQuery, booleans] = [namesOf('string'), namesOf('boolean')]
  const readers = Object.entries(schema.properties).flatMap(([name, property]) => {
    const read = fromText[(property as { type?: string }).type ?? '']
    return read ? [[name, read] as const] : []
  })
  return (body, texts) => {
    const isRead = !(body instanceof Error) && isJsonObject(body)
    if (!isRead && isRepeated) passOver(body)
    else if (body instanceof Error) throw body
    else if (!isRead && body !== undefined) throw new ApiError(bodyRefusal)
    const fields: Record<string, unknown> = isRead ? { ...body } : {}
    for (const name of fromQuery) {
      const text = textOf(texts, name)
      if (fields[name] === undefined && text !== undefined) fields[name] = text
    }
    for (const [name, read] of readers) if (typeof fields[name] === 'string') fields[name] = read(fields[name])
    for (const name of booleans)
      if (typeof fields[name] === 'number') fields[name] = yesOrNo(String(fields[name])) ?? fields[name]
    const isWhole = Object.values(fields).every((value) => typeof value !== 'string' || isStorable(value))
    if (!isWhole || !compiled.Check(fields)) throw new ApiError(bodyRefusal)
    return fields
  }
}
