import { SaxesParser } from 'saxes'

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

/**
 * The elements at the top of an XML text, of which there may be several. It is read as a part of a document, which has
 * no document type and no entities but those that XML has itself, so that nothing outside of it is read and nothing
 * grows. Names are in lower case. `firstLine` is the line of the file on which the text begins.
 */
export function readXml(text: string, firstLine = 1): XmlElement[] {
  const roots: XmlElement[] = []
  const open: XmlElement[] = []
  let elements = 0
  let begun = firstLine
  const lineNow = () => parser.line + firstLine - 1
  const parser = new SaxesParser({ fragment: true, position: true })
  const refuse = (reason: string): never => {
    throw new XmlError(reason, lineNow())
  }
  parser.on('error', (error) => refuse(`is not XML: ${error.message.replace(/^\d+:\d+: /, '')}`))
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
  // Some programs write the declaration again before each element; a fragment has none.
  parser.write(text.replace(/<\?xml[^<>]*\?>/g, (declaration) => '\n'.repeat(lineEndsIn(declaration))))
  if (open.length > 0) refuse(`ends inside of <${open.at(-1)?.name}>`)
  parser.close()
  return roots
}

export const lineEndsIn = (text: string): number => text.match(/\r\n|\r|\n/g)?.length ?? 0

/** The text of a file, whatever it is encoded in. */
export function xmlTextOf(bytes: Buffer): string {
  if (bytes.length > maxXmlBytes) throw new XmlError(`is larger than ${maxXmlBytes} bytes`)
  const [first, second] = bytes
  const marked =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : undefined
  const declared = /^[\s\uFEFF]*<\?xml[^>]*encoding\s*=\s*["']([^"']+)["']/i.exec(bytes.toString('latin1', 0, 200))?.[1]
  const encoding = marked ?? declared ?? 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    throw new XmlError(
      error instanceof RangeError
        ? `has an encoding that is not known, ${encoding}`
        : `is not ${encoding.toUpperCase()}`,
    )
  }
}

/** The texts of the elements of a name inside an element, without blanks around them; empty ones are left out. */
export const textsOf = ({ children }: XmlElement, ...names: readonly string[]): string[] =>
  names.flatMap((name) =>
    children.flatMap((child) => (child.name === name && child.text.trim() !== '' ? [child.text.trim()] : [])),
  )

export const textOf = (element: XmlElement, ...names: readonly string[]): string | undefined =>
  textsOf(element, ...names)[0]

export const childrenOf = ({ children }: XmlElement, name: string): XmlElement[] =>
  children.filter((child) => child.name === name)
