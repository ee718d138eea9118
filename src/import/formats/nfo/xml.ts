import { atFirstUse } from '#src/package-root.ts'
import { mend, placeIn } from './mend.ts'

const saxes = atFirstUse<typeof import('saxes')>('saxes')

/** A file is read as a whole; a longer one is refused. */
export const maxXmlBytes = 4_194_304
/** Elements inside of each other. */
export const maxXmlDepth = 32
/** Elements of one file. */
export const maxXmlElements = 50_000

/** Why a file cannot be read; the message is the end of a sentence about it. */
export class XmlError extends Error {
  override name = 'XmlError'
  readonly line: number
  constructor(reason: string, line = 0) {
    super(reason)
    this.line = line
  }
}

export type XmlElement = {
  name: string
  /** The line of the file on which it begins; 0 if no file has it. */
  line: number
  attributes: Readonly<Record<string, string>>
  children: XmlElement[]
  /** The text inside, that of elements inside left out. */
  text: string
}

/** What an XML text has: the elements at its top, of which there may be several, and the text around them. */
type XmlText = { roots: XmlElement[]; around: string }

/**
 * Reads an XML text as a part of a document, which has no document type and no entities that anything declares, so
 * that nothing outside of it is read and nothing grows. Slips of those who write it are mended first. Names are in
 * lower case. `firstLine` is the line of the file on which the text begins.
 */
export function readXml(text: string, firstLine = 1): XmlText {
  const roots: XmlElement[] = []
  const open: XmlElement[] = []
  let elements = 0
  let begun = firstLine
  const wellFormed = text.toWellFormed()
  const { xml, around } = mend(wellFormed)
  const lineNow = () => parser.line + firstLine - 1
  const parser = new (saxes().SaxesParser)({ fragment: true, position: true })
  const refuse = (reason: string): never => {
    throw new XmlError(reason, lineNow())
  }
  parser.on('error', ({ message }) => {
    const before = wellFormed.slice(0, placeIn(wellFormed, Math.max(0, parser.position - 1)))
    const character = before.length - Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r'))
    const reason = message.replace(/^\d+:\d+: |\.$/g, '')
    throw new XmlError(`is not XML: ${reason}, at character ${character}`, firstLine + lineEndsIn(before))
  })
  parser.on('opentagstart', () => {
    begun = lineNow()
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length >= maxXmlDepth) refuse(`has more than ${maxXmlDepth} elements inside of each other`)
    if (++elements > maxXmlElements) refuse(`has more than ${maxXmlElements} elements`)
    const element = {
      name: name.toLowerCase(),
      line: begun,
      attributes: attributes as Record<string, string>,
      children: [],
      text: '',
    }
    ;(open.at(-1)?.children ?? roots).push(element)
    open.push(element)
  })
  const add = (text: string) => {
    const inside = open.at(-1)
    if (inside) inside.text += text
  }
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('closetag', () => void open.pop())
  parser.write(xml)
  if (open.length > 0) refuse(`ends inside of <${open.at(-1)?.name}>`)
  parser.close()
  if (roots.length === 0) refuse('is not XML: it has no element')
  return { roots, around }
}

export const lineEndsIn = (text: string): number => text.match(/\r\n|\r|\n/g)?.length ?? 0

/** The text of a file, whatever it is encoded in. */
export function xmlTextOf(bytes: Buffer): string {
  if (bytes.length > maxXmlBytes) throw new XmlError(`is larger than ${maxXmlBytes} bytes`)
  const encoding = encodingOf(bytes)
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof RangeError) throw new XmlError(`has an encoding that is not known, ${encoding}`)
    if (/^utf-?8$/i.test(encoding)) return mixedText(bytes)
    throw new XmlError(`is not ${encoding.toUpperCase()}`)
  }
}

/** What a file begins with that has two bytes for each character, with a mark or without. */
const wide: readonly [beginning: readonly number[], encoding: string][] = [
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
  [[0x3c, 0], 'utf-16le'],
  [[0, 0x3c], 'utf-16be'],
]

function encodingOf(bytes: Buffer): string {
  const known = wide.find(([beginning]) => beginning.every((byte, at) => bytes[at] === byte))
  if (known) return known[1]
  const beginning = bytes.toString('latin1', 0, 200)
  const declared = /^(?:\u00ef\u00bb\u00bf)?\s*<\?xml[^>]*encoding\s*=\s*["']([^"']+)["']/i.exec(beginning)?.[1]
  // Whoever declares two bytes for each character in a declaration of one has not written them.
  return declared === undefined || /^utf-?16|^ucs-?2|^utf-?32|^unicode$/i.test(declared) ? 'utf-8' : declared
}

/** Characters of several bytes in UTF-8, some of them at a time, or a byte of none. */
const ofUtf8 = new RegExp(
  `((?:${[
    ...['[\xc2-\xdf][\x80-\xbf]', '\xe0[\xa0-\xbf][\x80-\xbf]', '[\xe1-\xec\xee\xef][\x80-\xbf]{2}'],
    ...['\xed[\x80-\x9f][\x80-\xbf]', '\xf0[\x90-\xbf][\x80-\xbf]{2}', '[\xf1-\xf3][\x80-\xbf]{3}'],
    '\xf4[\x80-\x8f][\x80-\xbf]{2}',
  ].join('|')}){1,100})|[\x80-\xff]`,
  'g',
)
/** What the bytes from 128 on stand for in Latin-1 as it is written today. */
const latin = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 128 }, (_, at) => 128 + at))

/** A text in UTF-8 in which some program has written bytes of Latin-1. */
const mixedText = (bytes: Buffer): string =>
  bytes
    .toString('latin1')
    .replace(ofUtf8, (part, isUtf8) =>
      isUtf8 === undefined ? (latin[part.charCodeAt(0) - 128] as string) : Buffer.from(part, 'latin1').toString(),
    )

/** The texts of the elements of a name inside an element, in one line; empty ones are left out. */
export const textsOf = ({ children }: XmlElement, ...names: readonly string[]): string[] =>
  names.flatMap((name) =>
    children.flatMap((child) => {
      const text = child.name === name ? child.text.replace(/(?:<br\s*\/?>|\s)+/gi, ' ').trim() : ''
      return text === '' ? [] : [text]
    }),
  )

export const textOf = (element: XmlElement, ...names: readonly string[]): string | undefined =>
  textsOf(element, ...names)[0]

/** A text of several lines, of which the breaks may be those of HTML. */
export function proseOf({ children }: XmlElement, ...names: readonly string[]): string | undefined {
  const texts = names.flatMap((name) => children.filter((child) => child.name === name))
  return texts.map(({ text }) => text.replace(/<br\s*\/?>/gi, '\n').trim()).find((text) => text !== '')
}

export const childrenOf = ({ children }: XmlElement, name: string): XmlElement[] =>
  children.filter((child) => child.name === name)
