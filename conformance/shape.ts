/**
 * What a reply has to look like:
 *
 * - a text names words of `words` below, of which one has to fit: `'path|null'`; `=movie` is that very text
 * - `[shape]` is a list of it, `some(shape)` one that is not empty
 * - an object has exactly these keys. `name?` may be missing, `name@common` is only in the common dialect, and
 *   `<country>` stands for any number of keys which are codes of countries
 * - `either(…)` is one of several shapes
 */
export type Shape = string | readonly [Shape] | Either | Some | { readonly [key: string]: Shape }

export class Either {
  readonly shapes: readonly Shape[]
  constructor(shapes: readonly Shape[]) {
    this.shapes = shapes
  }
}
export class Some {
  readonly row: Shape
  constructor(row: Shape) {
    this.row = row
  }
}
export const either = (...shapes: Shape[]): Shape => new Either(shapes)
export const some = (row: Shape): Shape => new Some(row)
export const orNull = (shape: Shape): Shape => either(shape, 'null')

/** How the fields of a dialect are called on the wire, and whether it has the fields that only the common one has. */
export type WireNames = { readonly hasCommonFields: boolean; wireName(name: string): string }

const fits = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value)
const whole = (value: unknown, least: number, most: number) =>
  Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most
const isNumber = (value: unknown, least: number, most: number, decimals: number) =>
  typeof value === 'number' && value >= least && value <= most && value === Number(value.toFixed(decimals))

/** Whether a text such as 2026-02-29T10:00:00Z is a time that exists. */
const isTime = (text: string) => {
  const time = new Date(text)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text.slice(0, 19))
}
const time = (pattern: RegExp, asISO: (text: string) => string) => (value: unknown) =>
  typeof value === 'string' && pattern.test(value) && isTime(asISO(value))

const words: Readonly<Record<string, (value: unknown) => boolean>> = {
  any: () => true,
  null: (value) => value === null,
  true: (value) => value === true,
  false: (value) => value === false,
  bool: (value) => typeof value === 'boolean',
  int: (value) => whole(value, -Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
  id: (value) => whole(value, 1, 2 ** 31 - 1),
  count: (value) => whole(value, 0, Number.MAX_SAFE_INTEGER),
  number: (value) => typeof value === 'number',
  gender: (value) => whole(value, 0, 3),
  release_type: (value) => whole(value, 1, 6),
  group_type: (value) => whole(value, 1, 7),
  video_size: (value) => [360, 480, 720, 1080, 2160].includes(value as number),
  average: (value) => isNumber(value, 0, 10, 3),
  popularity: (value) => isNumber(value, 0, Number.MAX_SAFE_INTEGER, 4),
  rating: (value) => isNumber(value, 0.5, 10, 1),
  aspect_ratio: (value) => isNumber(value, 0, 1000, 3),
  text: (value) => typeof value === 'string',
  empty: (value) => value === '',
  path: fits(/^\/[^/\s]\S*$/),
  png_path: fits(/^\/[^/\s]\S*\.png$/),
  address: fits(/^https?:\/\/\S+$/),
  base_address: fits(/^https?:\/\/\S+\/$/),
  language: fits(/^[a-z]{2}$/),
  language_tag: fits(/^[a-z]{2}-[A-Z]{2}$/),
  country: fits(/^[A-Z]{2}$/),
  hex24: fits(/^[0-9a-f]{24}$/),
  hex32: fits(/^[0-9a-f]{32}$/),
  hex40: fits(/^[0-9a-f]{40}$/),
  /** 2026-11-23 */
  date: time(/^\d{4}-\d\d-\d\d$/, (text) => `${text}T00:00:00Z`),
  /** 2026-11-23T10:00:00.000Z */
  timestamp: time(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, (text) => text),
  /** 2026-11-23 10:00:00 UTC */
  utc_time: time(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/, (text) => `${text.slice(0, 19).replace(' ', 'T')}Z`),
}

const keyPatterns: Readonly<Record<string, RegExp>> = { '<country>': /^[A-Z]{2}(-[A-Z0-9]{1,3})?$/ }

/** Everything in which a value differs from a shape: where, and how. Empty if it fits. */
export function differences(value: unknown, shape: Shape, names: WireNames, place = ''): string[] {
  if (typeof shape === 'string') return wordDifferences(value, shape, names, place)
  if (shape instanceof Either) return eitherDifferences(value, shape, names, place)
  if (shape instanceof Some || Array.isArray(shape)) {
    if (!Array.isArray(value)) return [`${placeName(place)} is ${shown(value)} and not a list`]
    if (shape instanceof Some && value.length === 0) return [`${placeName(place)} is an empty list`]
    const row = shape instanceof Some ? shape.row : (shape[0] as Shape)
    return value.flatMap((item, at) => differences(item, row, names, `${place}[${at}]`))
  }
  return objectDifferences(value, shape as { readonly [key: string]: Shape }, names, place)
}

function wordDifferences(value: unknown, shape: string, names: WireNames, place: string): string[] {
  const fitting = shape.split('|').some((word) => {
    if (word.startsWith('=')) return value === names.wireName(word.slice(1))
    const test = words[word]
    if (!test) throw new Error(`There is no word ${word}.`)
    return test(value)
  })
  return fitting ? [] : [`${placeName(place)} is ${shown(value)}, not ${shape.split('|').join(' or ')}`]
}

/** Of several shapes the one counts that fits, or else the one whose `media_type` fits, or else the closest. */
function eitherDifferences(value: unknown, { shapes }: Either, names: WireNames, place: string): string[] {
  const tried = shapes.map((shape) => ({ shape, found: differences(value, shape, names, place) }))
  const type = (value as { media_type?: unknown } | null)?.media_type
  const named = tried.find(({ shape }) => type && (shape as { media_type?: Shape }).media_type === `=${type}`)
  const [closest] = tried.toSorted((a, b) => a.found.length - b.found.length)
  return closest?.found.length === 0 ? [] : ((named ?? closest)?.found ?? [])
}

function objectDifferences(
  value: unknown,
  shape: { readonly [key: string]: Shape },
  names: WireNames,
  place: string,
): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [`${placeName(place)} is ${shown(value)} and not an object`]
  const left = new Map(Object.entries(value))
  const found: string[] = []
  for (const [written, inner] of Object.entries(shape)) {
    const [, word = '', isOptional, dialect] = /^(.*?)(\?)?(@common)?$/.exec(written) ?? []
    if (dialect && !names.hasCommonFields) continue
    const pattern = keyPatterns[word]
    const keys = pattern ? [...left.keys()].filter((key) => pattern.test(key)) : [names.wireName(word)]
    for (const key of keys) {
      const at = place === '' ? key : `${place}.${key}`
      if (left.has(key)) found.push(...differences(left.get(key), inner, names, at))
      else if (!isOptional) found.push(`${at} is missing`)
      left.delete(key)
    }
  }
  const inPlace = (key: string) => (place === '' ? key : `${place}.${key}`)
  return [...found, ...[...left.keys()].map((key) => `${inPlace(key)} is not in the shape`)]
}

const placeName = (place: string) => (place === '' ? 'the reply' : place)

const LONGEST_SHOWN = 60

function shown(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object' && value !== null) return 'an object'
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text
}

/** Two values of JSON are the same; the order of keys means nothing. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((value, at) => isSame(value, b[at]))
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>]
  const keys = Object.keys(left)
  return (
    Array.isArray(a) === Array.isArray(b) &&
    keys.length === Object.keys(right).length &&
    keys.every((key) => key in right && isSame(left[key], right[key]))
  )
}
