import { shown } from './limits.ts'
import { UnreadableError } from './text.ts'

/**
 * An entry of a list: of the one that the file is, or of one that a property of the file's object is, or of an object
 * in it that wraps such lists.
 */
export type Element = {
  property: string
  number: number
  /** The line on which it begins. */
  line: number
  value: Record<string, unknown>
}

/** Longer names of properties are none that is known. */
const maxWord = 100
/** Brackets inside of each other: each one that is open takes memory, and no file that is known has a tenth of them. */
export const maxJsonDepth = 100

/**
 * The entries of a file of JSON, one at a time. What else the file has is passed over, whatever it is: names and
 * addresses of a person are not even read. An entry that is too long, or that is none, is reported. `wrappers` are the
 * names of properties whose objects are looked into.
 */
export async function* elementsOf(
  text: AsyncIterable<string>,
  maxElement: number,
  onRefused: (number: number, reason: 'line_too_long' | 'broken_line', value: string | undefined, line: number) => void,
  wrappers: readonly string[] = [],
): AsyncGenerator<Element> {
  const scanner = openScanner(maxElement, onRefused, wrappers)
  for await (const piece of text) yield* scanner.add(piece)
  scanner.end()
}

/** Finds entries by brackets and quotation marks; nothing but the entry that is being read is kept. */
function openScanner(maxElement: number, onRefused: Parameters<typeof elementsOf>[2], wrappers: readonly string[]) {
  const brackets = openBrackets(wrappers)
  let inString = false
  let isEscaped = false
  /** The string that was read last in the object around lists: the name of the property whose value follows. */
  let word = ''
  let property = ''
  let number = 0
  let hasBegun = false
  /** The line that is read, and that on which the entry began. */
  let line = 1
  let begun = 1
  const element = openElement(maxElement)
  const { isAroundLists, isBetweenEntries } = brackets

  function readString(sign: string) {
    if (isEscaped) isEscaped = false
    else if (sign === '\\') isEscaped = true
    else if (sign === '"') inString = false
    else if (isAroundLists() && word.length < maxWord) word += sign
  }
  function take(): Element | undefined {
    number++
    const value = element.take()
    if (typeof value === 'object') return { property, number, line: begun, value }
    if (value === 'line_too_long') onRefused(number, value, undefined, begun)
    else onRefused(number, 'broken_line', value, begun)
    return undefined
  }

  return {
    *add(piece: string): Generator<Element> {
      element.begin(piece)
      for (let at = 0; at < piece.length; at++) {
        const sign = piece[at] as string
        if (sign === '\n') line++
        if (inString) readString(sign)
        else if (sign === '"') {
          inString = true
          if (isAroundLists()) word = ''
        } else if (sign === ':' && isAroundLists()) {
          property = word
          number = 0
        } else if (sign === '[' || sign === '{') {
          if (sign === '{' && isBetweenEntries()) {
            element.open(at)
            begun = line
          }
          brackets.open(sign, property)
          hasBegun = true
        } else if (sign === ']' || sign === '}') {
          brackets.close(sign)
          if (!element.isOpen() || !isBetweenEntries()) continue
          element.close(at + 1)
          const taken = take()
          if (taken) yield taken
        }
      }
      element.endPiece()
    },
    end() {
      if (!hasBegun || brackets.areOpen() || inString) throw new UnreadableError('broken_json')
    },
  }
}

/** The brackets that are open. `wrappers` are names of objects around lists, besides the file's own object. */
function openBrackets(wrappers: readonly string[]) {
  const open: string[] = []
  let wrapped = 0
  const listDepth = () => (open[0] === '[' ? 1 : 2 + wrapped)
  const isAroundLists = () => open.length === 1 + wrapped
  return {
    isAroundLists,
    isBetweenEntries: () => open.length === listDepth() && open[listDepth() - 1] === '[',
    areOpen: () => open.length > 0,
    /** Opens a bracket behind the name of a property. */
    open(sign: string, property: string) {
      if (sign === '{' && open[0] === '{' && isAroundLists() && wrappers.includes(property)) wrapped++
      if (open.length >= maxJsonDepth) throw new UnreadableError('broken_json')
      open.push(sign)
    },
    close(sign: string) {
      if ((open.pop() === '[') !== (sign === ']')) throw new UnreadableError('broken_json')
      if (wrapped > 0 && open.length === wrapped) wrapped--
    },
  }
}

/** The text of the entry that is being read, which may come in several pieces. */
function openElement(most: number) {
  let piece = ''
  let start: number | undefined
  let kept: string[] = []
  let length = 0
  const keep = (text: string) => {
    length += text.length
    if (length <= most) kept.push(text)
  }
  return {
    begin(next: string) {
      piece = next
      if (start !== undefined) start = 0
    },
    open(at: number) {
      start = at
      kept = []
      length = 0
    },
    isOpen: () => start !== undefined,
    close(end: number) {
      keep(piece.slice(start, end))
      start = undefined
    },
    endPiece() {
      if (start !== undefined) keep(piece.slice(start))
    },
    /** The entry, or what is wrong with it: the reason, or the text that is none. */
    take(): Element['value'] | string {
      if (length > most) return 'line_too_long'
      const source = kept.join('')
      try {
        return JSON.parse(source)
      } catch {
        return shown(source)
      }
    },
  }
}
