import assert from 'node:assert/strict'
import { JSDOM } from 'jsdom'
import type { Reply } from './visitor.ts'

/** A window costs more than any page that is read in it. */
const { DOMParser, FormData } = new JSDOM().window

/** The fields of a form as a browser would send them, in their order, without buttons. */
export type Fields = [name: string, value: string][]

/** Reads the form of a page that is sent to an address, or the only one with these fields. */
export function fieldsIn({ body }: Reply, selector = 'form[data-edit]'): Fields {
  const form = new DOMParser().parseFromString(body, 'text/html').querySelector<HTMLFormElement>(selector)
  assert.ok(form, `there is no form in ${body}`)
  return [...new FormData(form)].map(([name, value]) => [name, String(value)])
}

/** The fields with other values; those that are not there are added. */
export function filled(fields: Fields, values: Readonly<Record<string, string>>): Fields {
  const rest = new Map(Object.entries(values))
  const changed = fields.map(([name, value]): [string, string] => {
    const given = rest.get(name)
    rest.delete(name)
    return [name, given ?? value]
  })
  return [...changed, ...rest]
}

/** The name of the field in the row of a part that has such a text in another of its fields. */
export function rowWith(fields: Fields, part: string, text: string): string {
  const [name] = fields.find(([name, value]) => name.startsWith(`p.${part}.`) && value.startsWith(text)) ?? []
  assert.ok(name, `${part} has no row with ${text}`)
  return name.split('.').slice(0, 3).join('.')
}
