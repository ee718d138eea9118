import { isDeepStrictEqual } from 'node:util'

/** Differences that a message names; the others are counted. */
const mostNamed = 10
/** Longest value in a message, in characters. */
const maxValueLength = 60

type Json = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

function* drifts(committed: unknown, generated: unknown, path: string): Generator<string> {
  if (isDeepStrictEqual(committed, generated)) return
  if (!isObject(committed) || !isObject(generated)) {
    yield `${path}: ${short(committed)} is now ${short(generated)}`
    return
  }
  for (const name of new Set([...Object.keys(committed), ...Object.keys(generated)])) {
    const inner = path ? `${path} › ${name}` : name
    if (!Object.hasOwn(generated, name)) yield `${inner}: is gone`
    else if (!Object.hasOwn(committed, name)) yield `${inner}: is new`
    else yield* drifts(committed[name], generated[name], inner)
  }
}

function short(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text
}

/** What to do about a generated file of JSON that is not as it was committed, and why; undefined if it is. */
export function driftOf(file: string, committed: string, generated: string): string | undefined {
  if (committed === generated) return undefined
  const found = [...drifts(JSON.parse(committed), JSON.parse(generated), '')]
  if (found.length === 0) found.push('only the order or the white space differs')
  const more = found.length > mostNamed ? [`… and ${found.length - mostNamed} more`] : []
  const lines = [...found.slice(0, mostNamed), ...more].map((line) => `  ${line}`)
  return [`${file} is not up to date: run \`npm run docs\` and read the difference.`, ...lines].join('\n')
}
