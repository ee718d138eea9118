/** The most lines that a reply is shown with. */
export const MOST_LINES = 40
const LINE_CHARACTERS = 92
const TEXT_CHARACTERS = 70
const INDENT = 2

/** How much of a reply is shown: entries of lists, fields of objects, and how deep. */
type Measure = { entries: number; fields: number; depth: number }
const measures: readonly Measure[] = [
  { entries: 2, fields: 40, depth: 9 },
  { entries: 1, fields: 40, depth: 9 },
  { entries: 1, fields: 40, depth: 3 },
  { entries: 1, fields: 24, depth: 9 },
  { entries: 1, fields: 12, depth: 9 },
  { entries: 1, fields: 40, depth: 1 },
  { entries: 1, fields: 8, depth: 3 },
  { entries: 1, fields: 5, depth: 2 },
]

/** A reply in a few lines of JSON. Whatever is left out has an ellipsis in its place. */
export function abridged(value: unknown): string[] {
  for (const measure of measures) {
    const lines = written(value, measure, 0, '').split('\n')
    if (lines.length <= MOST_LINES) return lines
  }
  throw new Error('a reply does not become short enough')
}

/** A value, on one line if it fits there behind what stands before it. */
function written(value: unknown, measure: Measure, depth: number, before: string): string {
  if (typeof value === 'string') return JSON.stringify(shortened(value))
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const most = Array.isArray(value) ? measure.entries : measure.fields
  const all = Array.isArray(value) ? value.map((entry) => ['', entry] as const) : Object.entries(value)
  const left = all.length - most
  if (depth >= measure.depth && all.length > 0) return Array.isArray(value) ? '[…]' : '{ … }'
  const pieces = all.slice(0, most).map(([name, entry]) => {
    const named = Array.isArray(value) ? '' : `${JSON.stringify(name)}: `
    return `${named}${written(entry, measure, depth + 1, named)}`
  })
  if (left > 0) pieces.push(`… ${left} more`)
  if (all.length === 0) return `${open}${close}`
  const inOne = Array.isArray(value) ? `${open}${pieces.join(', ')}${close}` : `${open} ${pieces.join(', ')} ${close}`
  if (!inOne.includes('\n') && depth * INDENT + before.length + inOne.length <= LINE_CHARACTERS) return inOne
  const indent = ' '.repeat((depth + 1) * INDENT)
  return `${open}\n${indent}${pieces.join(`,\n${indent}`)}\n${' '.repeat(depth * INDENT)}${close}`
}

const shortened = (text: string): string =>
  text.length > TEXT_CHARACTERS ? `${text.slice(0, TEXT_CHARACTERS).trimEnd()}…` : text
