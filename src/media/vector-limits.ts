import { SaxesParser } from 'saxes'
import { PictureError } from './refusals.ts'

/** Bytes of a drawing. A megabyte has more lines than a logo needs. */
export const maxDrawingBytes = 1_048_576
/** Elements of a drawing. */
export const maxDrawingElements = 5_000
/** Elements inside one another. */
export const maxDrawingDepth = 50
/** Elements that are drawn once everything that one part of a drawing takes from another is counted again. */
export const maxDrawnElements = 20_000

/** Elements below an id, and the ids that they refer to, once for each time. */
type Part = { elements: number; uses: string[] }

/**
 * Refuses a drawing that is more work to read or to draw than a logo is worth. It is read as a stream, which takes
 * milliseconds, before anything builds a document from it. Throws a `PictureError`.
 */
export function refuseHeavyDrawing(content: Buffer): void {
  if (content.length > maxDrawingBytes) throw new PictureError('too_many_bytes')
  const whole: Part = { elements: 0, uses: [] }
  const parts = new Map<string, Part>()
  const open: (Part | undefined)[] = []
  const parser = new SaxesParser()
  parser.on('error', () => {
    throw new PictureError('damaged')
  })
  parser.on('doctype', (text) => {
    if (/<!ENTITY/i.test(text)) throw new PictureError('unsafe')
  })
  parser.on('opentag', ({ attributes }) => {
    const { id } = attributes
    const part = id === undefined ? undefined : partOf(parts, id)
    open.push(part)
    whole.elements++
    if (whole.elements > maxDrawingElements || open.length > maxDrawingDepth) throw new PictureError('too_complex')
    const uses = Object.values(attributes).flatMap(idsIn)
    for (const around of [whole, ...open]) {
      if (!around) continue
      if (around !== whole) around.elements++
      around.uses.push(...uses)
    }
  })
  parser.on('closetag', () => void open.pop())
  parser.write(content.toString('utf8').replace(/^\ufeff/, '')).close()
  countDrawn(whole, parts)
}

/** The first element with an id is the one that counts. */
function partOf(parts: Map<string, Part>, id: string): Part | undefined {
  if (parts.has(id)) return undefined
  const part = { elements: 0, uses: [] }
  parts.set(id, part)
  return part
}

/** The ids that a value refers to: `#id` as a whole, or any number of `url(#id)`. */
function idsIn(value: string): string[] {
  const whole = /^#(.+)$/.exec(value.trim())?.[1]
  if (whole !== undefined) return [whole]
  return [...value.matchAll(/url\(\s*["']?#([^"')]+)/g)].map(([, id]) => (id as string).trim())
}

/** Counts what is drawn with everything that is used again; a part that uses itself never ends. */
function countDrawn(whole: Part, parts: ReadonlyMap<string, Part>): void {
  const counted = new Map<Part, number>()
  const underWay = new Set<Part>()
  function drawn(part: Part): number {
    const known = counted.get(part)
    if (known !== undefined) return known
    if (underWay.has(part)) throw new PictureError('too_complex')
    underWay.add(part)
    let elements = part.elements
    for (const id of part.uses) {
      const used = parts.get(id)
      if (used) elements += drawn(used)
      if (elements > maxDrawnElements) throw new PictureError('too_complex')
    }
    underWay.delete(part)
    counted.set(part, elements)
    return elements
  }
  drawn(whole)
}
