import type { XmlRecord } from '#src/file-formats/xml.ts'
import type { FileContext, Read } from './format.ts'

/** A file of XML, known by the name of its outermost element. */
export type XmlFormat = {
  root: string
  /** The elements that are read, and those in them whose texts are. */
  records: ReadonlySet<string>
  values: ReadonlySet<string>
  read(record: XmlRecord, context: FileContext): Generator<Read>
}

/** The text of a value of a record in one line, or an empty one. */
export const xmlText = ({ values }: XmlRecord, name: string): string =>
  values
    .get(name)
    ?.map(({ text }) => text.trim())
    .find((text) => text !== '') ?? ''
