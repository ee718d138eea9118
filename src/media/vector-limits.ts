import { atFirstUse } from '#src/package-root.ts'
import { PictureError } from './refusals.ts'

const saxes = atFirstUse<typeof import('saxes')>('saxes')

/** Bytes of a drawing. A megabyte has more lines than a logo needs. */
const maxDrawingBytes = 1_048_576
/** Elements of a drawing, with its comments and whatever else has a node of its own. */
export const maxDrawingElements = 5_000
/** Attributes of an element. */
export const maxElementAttributes = 200
/** Elements inside one another. */
export const maxDrawingDepth = 50
/** References of all elements of a drawing to others: `url(#id)`, or the `#id` of a link. */
export const maxDrawingUses = 20_000
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
  let nodes = 0
  let attributesOfOne = 0
  const countNode = () => {
    nodes++
    if (nodes > maxDrawingElements) throw new PictureError('too_complex')
  }
  const parts = new Map<string, Part>()
  const open: (Part | undefined)[] = []
  const parser = new (saxes().SaxesParser)()
  parser.on('error', () => {
    throw new PictureError('damaged')
  })
  parser.on('doctype', (text) => {
    if (/<!ENTITY/i.test(text)) throw new PictureError('unsafe')
  })
  parser.on('comment', countNode)
  parser.on('processinginstruction', countNode)
  parser.on('cdata', countNode)
  parser.on('opentagstart', () => {
    attributesOfOne = 0
  })
  parser.on('attribute', () => {
    attributesOfOne++
    if (attributesOfOne > maxElementAttributes) throw new PictureError('too_complex')
  })
  parser.on('opentag', ({ attributes }) => {
    countNode()
    const { id } = attributes
    const part = id === undefined ? undefined : partOf(parts, id)
    open.push(part)
    whole.elements++
    if (open.length > maxDrawingDepth) throw new PictureError('too_complex')
    const around = open.filter((part) => part !== undefined)
    for (const part of around) part.elements++
    for (const [name, value] of Object.entries(attributes))
      for (const id of idsIn(name, value)) {
        whole.uses.push(id)
        if (whole.uses.length > maxDrawingUses) throw new PictureError('too_complex')
        for (const part of around) part.uses.push(id)
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

/** The ids that an attribute refers to: the `#id` of a link, or any number of `url(#id)`. */
function* idsIn(name: string, value: string): Generator<string> {
  if (/(^|:)href$/i.test(name)) {
    const target = value.trim()
    if (target.startsWith('#')) yield target.slice(1)
  }
  for (const [, id] of value.matchAll(/url\(\s*["']?#([^"')]+)/g)) yield (id as string).trim()
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
