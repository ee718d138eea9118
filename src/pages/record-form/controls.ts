import type { TSchema } from 'typebox'
import { dayPattern, maxTextLength } from '#src/catalogue/fields.ts'
import { momentPattern, timestamp, timestampPattern } from '#src/catalogue/line-entries.ts'
import type { RecordKind } from '#src/catalogue/record-kinds.ts'
import { codeIn, codesIn } from './codes.ts'

/**
 * How a value is typed. It follows from the schema of what may be stated, so that a new field or part has a control
 * without further ado.
 */
export type Control =
  | { is: 'text' | 'long'; mostLetters: number }
  | { is: 'number' | 'flag' | 'day' | 'moment' | 'country' | 'language' }
  | { is: 'choice'; options: readonly string[]; isNumber: boolean }
  /** Several values: texts one below the other, codes and numbers with commas. */
  | { is: 'list'; of: 'texts' | 'countries' | 'languages' | 'numbers' }
  | { is: 'record'; of: RecordKind }
  /** The groups of an order of episodes, as text. */
  | { is: 'groups' }
  /** An id that we make. Nobody types it. */
  | { is: 'made' }
  /** Anything else, as JSON. */
  | { is: 'structure' }

type Described = TSchema & {
  type?: string | readonly string[]
  pattern?: string
  enum?: readonly unknown[]
  items?: Described
  maxLength?: number
}

/** Texts from this length on have several lines. */
const longText = 5_000

const typesOf = ({ type }: Described): readonly string[] =>
  (typeof type === 'string' ? [type] : (type ?? [])).filter((name) => name !== 'null')

const isNullable = (schema: TSchema): boolean => [(schema as Described).type].flat().includes('null')

/** The control for values that fit a schema; `target` is the kind of the records that they refer to. */
export function controlOf(schema: TSchema, target?: RecordKind): Control {
  const described = schema as Described
  if (target) return { is: 'record', of: target }
  const [type] = typesOf(described)
  if (described.enum) return { is: 'choice', options: described.enum.map(String), isNumber: type !== 'string' }
  if (type === 'boolean') return { is: 'flag' }
  if (type === 'integer' || type === 'number') return { is: 'number' }
  if (type === 'string') return controlOfText(described)
  if (type === 'array' && described.items) return listControl(described.items)
  return { is: 'structure' }
}

function controlOfText({ pattern = '', maxLength = maxTextLength }: Described): Control {
  if (pattern === '^[0-9a-f]{24}$') return { is: 'made' }
  if (pattern.includes(momentPattern)) return { is: 'moment' }
  if (pattern.includes(dayPattern)) return { is: 'day' }
  if (pattern.includes('[A-Z]{2}')) return { is: 'country' }
  if (pattern.includes('[a-z]{2}')) return { is: 'language' }
  return { is: maxLength > longText ? 'long' : 'text', mostLetters: maxLength }
}

function listControl(items: Described): Control {
  const [type] = typesOf(items)
  if (type === 'integer' || type === 'number') return { is: 'list', of: 'numbers' }
  if (type !== 'string') return { is: 'structure' }
  const { is } = controlOfText(items)
  return { is: 'list', of: is === 'country' ? 'countries' : is === 'language' ? 'languages' : 'texts' }
}

/** Longest text of a field for a record, or of another field of one line. */
export const maxLineLength = 2_048
/** What stands behind the name of a record that was chosen: its id, or that it is to be made. */
const chosenForm = /#(\d{1,10}|new)$/

/** What a field for a record says: a name, and the record that was chosen. */
export function recordIn(text: string): { name: string; id: number | 'new' | undefined } {
  if (text.length > maxLineLength) return { name: text.trim(), id: undefined }
  const said = text.trim()
  const [all = '', chosen] = chosenForm.exec(said) ?? []
  const name = said.slice(0, said.length - all.length).trim()
  return { name, id: chosen === undefined ? undefined : chosen === 'new' ? 'new' : Number(chosen) }
}

/** The text of a field for a record. */
export const recordText = (name: string, id: number | 'new'): string => `${name} #${id}`

/** Kinds that are made on the spot where a name is that of nothing in the catalogue. */
export const makeable: ReadonlySet<RecordKind> = new Set(['person', 'company', 'network', 'collection', 'keyword'])

/** A value as its control shows it. Records are shown as their ids; whoever knows their names adds them. */
export function shown(control: Control, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (control.is === 'flag') return value === true ? 'on' : ''
  if (control.is === 'record') return recordText('', value as number).trim()
  if (control.is === 'moment') return String(value).replace(/T00:00:00\.000Z$/, '')
  if (control.is === 'list') return (value as unknown[]).join(control.of === 'texts' ? '\n' : ', ')
  if (control.is === 'structure' || control.is === 'groups') return JSON.stringify(value, null, 1)
  return lines(String(value))
}

/** Browsers send line breaks in their own way. */
const lines = (text: string) => text.replace(/\r\n?/g, '\n')

/** What was typed in the form in which it is shown: codes as they are written, lists with the same signs. */
export function tidy(control: Control, text: string): string {
  if (control.is === 'country') return codeIn('countries', text)
  if (control.is === 'language') return codeIn('languages', text)
  return control.is === 'list' ? shown(control, listIn(control.of, lines(text))) : lines(text)
}

/** What was typed, as it is compared with what is shown. Of a record, only which one it is counts. */
export function compared(control: Control, text: string): string {
  if (control.is !== 'record') return lines(text).trim()
  const { name, id } = recordIn(text)
  return id === undefined || id === 'new' ? text.trim() : recordText('', id).trim() || name
}

const timestampForm = new RegExp(timestampPattern)

/** The value that was typed. What does not fit is returned as it is, so that the check of the statement names it. */
export function read(control: Control, schema: TSchema, typed: string): unknown {
  const text = lines(typed).trim()
  if (control.is === 'flag') return text !== ''
  if (control.is === 'list') return listIn(control.of, text)
  if (text === '') return emptyOf(schema)
  if (control.is === 'number' || (control.is === 'choice' && control.isNumber)) return numberIn(text)
  if (control.is === 'record') return recordValue(control.of, text)
  if (control.is === 'moment') return timestampForm.test(text) ? timestamp(text) : text
  if (control.is === 'country') return codeIn('countries', text)
  if (control.is === 'language') return codeIn('languages', text)
  if (control.is === 'structure') return structureIn(text)
  return text
}

/** A record that is made together with the one that refers to it. */
export class NewRecord {
  readonly of: RecordKind
  readonly name: string
  constructor(of: RecordKind, name: string) {
    this.of = of
    this.name = name
  }
}

function recordValue(of: RecordKind, text: string): unknown {
  const { name, id } = recordIn(text)
  return id === 'new' ? new NewRecord(of, name) : (id ?? text)
}

const numberIn = (text: string): number | string =>
  /^-?\d{1,15}([.,]\d{1,6})?$/.test(text) ? Number(text.replace(',', '.')) : text

function listIn(of: 'texts' | 'countries' | 'languages' | 'numbers', text: string): unknown[] {
  if (of === 'countries' || of === 'languages') return codesIn(of, text)
  const parts = text.split(of === 'texts' ? '\n' : /[\s,;]+/).map((part) => part.trim())
  const said = parts.filter(Boolean)
  return of === 'numbers' ? said.map(numberIn) : said
}

function structureIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** What a column holds if nothing is typed. */
export function emptyOf(schema: TSchema): unknown {
  if (isNullable(schema)) return null
  const [type] = typesOf(schema as Described)
  if (type === 'string') return ''
  if (type === 'boolean') return false
  if (type === 'array') return []
  return type === 'object' ? {} : 0
}
