import { type Html, html } from '../html.ts'
import type { RenderContext } from '../page.ts'
import type { Schema } from './contract.ts'

/** What shapes are written with: the words of a language, and where shapes with a name are. */
export type Writing = Pick<RenderContext, 'texts'> & { toShape(name: string): string }

const nameIn = (ref: string) => ref.split('/').at(-1) as string

/** A type in one line: `string | null`, `Image[]`, `"asc" | "desc"`. Shapes with a name are links. */
export function typeOf(schema: Schema, writing: Writing): Html {
  const { $ref, anyOf, enum: words, const: only, type, items } = schema
  if ($ref) return html`<a href="${writing.toShape(nameIn($ref))}">${nameIn($ref)}</a>`
  if (anyOf) return html`${anyOf.map((one, index) => html`${index > 0 && ' | '}${typeOf(one, writing)}`)}`
  if (words) return html`${words.map((word) => JSON.stringify(word)).join(' | ')}`
  if (only !== undefined) return html`${JSON.stringify(only)}`
  const types = typeof type === 'string' ? [type] : (type ?? ['any'])
  return html`${types.map((one, index) => {
    const separator = index > 0 && ' | '
    return one === 'array' && items ? html`${separator}${arrayOf(items, writing)}` : html`${separator}${one}`
  })}`
}

const arrayOf = (items: Schema, writing: Writing): Html => {
  const isOne = items.$ref !== undefined || typeof items.type === 'string'
  return isOne && !items.enum ? html`${typeOf(items, writing)}[]` : html`(${typeOf(items, writing)})[]`
}

/** What a value may be besides its type. */
function limitsOf({ minimum, maximum, minLength, maxLength, minItems, maxItems, format }: Schema, writing: Writing) {
  const { reference } = writing.texts
  const between = (least: number | undefined, most: number | undefined, unit = '') =>
    least === undefined && most === undefined ? '' : `${reference.between(least, most)}${unit}`
  return [
    format ?? '',
    between(minimum, maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum),
    between(minLength, maxLength, reference.characters),
    between(minItems, maxItems, reference.entries),
  ].filter(Boolean)
}

/** A description of the contract, in which code stands between accents. */
export const withCode = (text: string): Html[] =>
  text.split('`').map((piece, index) => (index % 2 === 1 ? html`<code>${piece}</code>` : html`${piece}`))

/** What follows the name of a field or parameter. */
export function about(schema: Schema, writing: Writing, description = schema.description): Html {
  const { reference } = writing.texts
  const standard = schema.default === undefined ? '' : reference.standard(JSON.stringify(schema.default))
  const notes = [...limitsOf(schema, writing), standard].filter(Boolean).join(' · ')
  const noted = notes && html` <span class="note">${notes}</span>`
  const said = description && html`<span class="said" lang="en">${withCode(description)}</span>`
  return html`<code class="type">${typeOf(schema, writing)}</code>${noted}${said}`
}

/** The fields of a shape, with those of shapes inside it; nothing for what has no fields. */
export function fieldsOf(schema: Schema, writing: Writing): Html {
  const { properties, additionalProperties, required = [], items, anyOf } = schema
  if (items) return fieldsOf(items, writing)
  if (anyOf) return html`${anyOf.map((one) => fieldsOf(one, writing))}`
  const unnamed = [...Object.values(schema['x-pattern-properties'] ?? {}), additionalProperties].filter(
    (field) => field !== undefined,
  )
  const fields = [
    ...Object.entries(properties ?? {}),
    ...unnamed.map((field) => [writing.texts.reference.anyName, field] as const),
  ]
  if (fields.length === 0) return html``
  return html`<ul class="shape">${fields.map(([name, field]) => {
    const isOptional = properties && Object.hasOwn(properties, name) && !required.includes(name)
    return html`<li><code>${name}</code> ${about(field, writing)}${
      isOptional && html` <span class="note">${writing.texts.reference.optional}</span>`
    }${fieldsOf(field, writing)}</li>`
  })}</ul>`
}
