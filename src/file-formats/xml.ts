import { atFirstUse } from '#src/package-root.ts'
import { UnreadableError } from './text.ts'

const saxes = atFirstUse<typeof import('saxes')>('saxes')

/** Elements inside of each other. */
export const maxXmlDepth = 32
/** Values of one name that are read of a record. */
export const maxXmlValues = 20

type XmlValue = { text: string; attributes: Readonly<Record<string, string>> }

/** A record of a file of XML: the texts of the elements in it that were asked for. */
export type XmlRecord = {
  name: string
  /** The line on which it begins. */
  line: number
  values: ReadonlyMap<string, readonly XmlValue[]>
  /** The record that it is in, as far as it was read by then. */
  within?: XmlRecord
}

/** What is read of a file: elements that are records, and those in them that are their values, in lower case. */
type XmlShape = { records: ReadonlySet<string>; values: ReadonlySet<string> }

/**
 * The records of a file of XML, however long it is: nothing is kept but the values of those that are open. As in all
 * XML that we read, there are no document types and no entities that anything declares, so that nothing outside of the
 * file is read and nothing grows; a `&` that begins nothing stands for itself. A record that is too long is reported.
 */
export async function* recordsOf(
  text: AsyncIterable<string>,
  shape: XmlShape,
  maxRecord: number,
  onTooLong: (line: number) => void,
): AsyncGenerator<XmlRecord> {
  const reader = new RecordReader(shape, maxRecord, onTooLong)
  const mend = openMender()
  try {
    for await (const piece of text) {
      reader.write(mend(piece))
      yield* reader.found.splice(0)
    }
    reader.write(mend('', true))
  } catch (error) {
    // What came before the fault is read.
    yield* reader.found.splice(0)
    throw error
  }
  yield* reader.found.splice(0)
  reader.end()
}

/** What the parser may complain about in a text that can be read nevertheless. */
const forgiven =
  /entity|disallowed character\.$|^\d+:\d+: an XML declaration must|processing instructions are not allowed/

type OpenRecord = XmlRecord & { values: Map<string, XmlValue[]>; depth: number; length: number }

class RecordReader {
  readonly found: XmlRecord[] = []
  /** A part of a document, in which a document type is an error, has no entities but those of XML. */
  private readonly parser = new (saxes().SaxesParser)({ fragment: true, position: true })
  private readonly open: OpenRecord[] = []
  private depth = 0
  private value: (XmlValue & { name: string }) | undefined
  /** How much was read, and where the last tag or text ended. */
  private written = 0
  private last = 0
  private line = 1
  private readonly shape: XmlShape
  private readonly maxRecord: number
  private readonly onTooLong: (line: number) => void

  constructor(shape: XmlShape, maxRecord: number, onTooLong: (line: number) => void) {
    this.shape = shape
    this.maxRecord = maxRecord
    this.onTooLong = onTooLong
    const { parser } = this
    parser.on('error', ({ message }) => {
      if (!forgiven.test(message)) throw new UnreadableError('broken_xml')
    })
    parser.on('opentagstart', () => {
      this.line = parser.line
    })
    parser.on('opentag', ({ name, attributes }) => this.begin(name.toLowerCase(), attributes as XmlValue['attributes']))
    parser.on('text', (text) => this.add(text))
    parser.on('cdata', (text) => this.add(text))
    parser.on('closetag', () => this.finish())
  }

  write(text: string) {
    this.parser.write(text)
    this.written += text.length
    // What is between two tags is in memory as a whole.
    if (this.written - this.last > this.maxRecord) throw new UnreadableError('broken_xml')
  }

  end() {
    if (this.depth > 0) throw new UnreadableError('broken_xml')
    this.parser.close()
  }

  private begin(name: string, attributes: XmlValue['attributes']) {
    this.last = this.parser.position
    if (++this.depth > maxXmlDepth) throw new UnreadableError('broken_xml')
    const record = this.open.at(-1)
    if (this.shape.records.has(name)) {
      const within = record === undefined ? {} : { within: record }
      this.open.push({ name, line: this.line, values: new Map(), depth: this.depth, length: 0, ...within })
    } else if (record?.depth === this.depth - 1 && this.shape.values.has(name))
      this.value = { name, text: '', attributes }
  }

  private add(text: string) {
    this.last = this.parser.position
    const record = this.open.at(-1)
    if (!record || !this.value || this.depth !== record.depth + 1) return
    record.length += text.length
    if (record.length <= this.maxRecord) this.value.text += text
  }

  private finish() {
    this.last = this.parser.position
    const record = this.open.at(-1)
    if (record?.depth === this.depth) {
      this.open.pop()
      if (record.length > this.maxRecord) this.onTooLong(record.line)
      else this.found.push(record)
    } else if (record?.depth === this.depth - 1 && this.value) {
      const { name, ...value } = this.value
      const known = record.values.get(name) ?? []
      if (known.length < maxXmlValues) record.values.set(name, [...known, value])
      this.value = undefined
    }
    this.depth--
  }
}

/** Longest name or number of a character, between `&` and `;`. */
const maxReference = 32
/** As much of a text as may be the beginning of something that goes on in the next piece. */
const heldBack = 40
const bare = /&(?!#?\w{1,31};)/g

/** Writes `&amp;` for each `&` that begins nothing, piece by piece; in character data every `&` stands for itself. */
function openMender(): (piece: string, isEnd?: boolean) => string {
  let rest = ''
  let isData = false
  return (piece, isEnd = false) => {
    const text = rest + piece
    const end = isEnd ? text.length : cutOf(text)
    const mended: string[] = []
    let at = 0
    while (at < end) {
      const mark = isData ? ']]>' : '<![CDATA['
      const found = text.indexOf(mark, at)
      const isFound = found !== -1 && found < end
      const part = text.slice(at, isFound ? found + mark.length : end)
      mended.push(isData ? part : part.replace(bare, '&amp;'))
      if (isFound) isData = !isData
      at += part.length
    }
    rest = text.slice(at)
    return mended.join('')
  }
}

function cutOf(text: string): number {
  const cut = Math.max(0, text.length - heldBack)
  const begun = text.lastIndexOf('&', cut)
  return begun > cut - maxReference - 2 && begun >= 0 ? begun : cut
}

/** The name of the element that a text of XML begins with, in lower case. */
export const rootOf = (start: string): string | undefined => /<([a-z][\w.-]*)/i.exec(start)?.[1]?.toLowerCase()
