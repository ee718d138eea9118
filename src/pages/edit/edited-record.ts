import type { Kind, PartName } from '#src/catalogue/kinds.ts'
import type { Look } from '../components/small-head.ts'

/** What a form is about: a record, or one that is to be made. */
export type Edited = {
  kind: Kind
  /** 0 for a record that is to be made. */
  id: number
  name: string
  address: string
  look?: Look
  /** Where the form is sent. */
  action: string
  /** Where a new season or episode belongs. */
  numbering?: Readonly<Record<string, number>>
}

/** What is known of a new record already: fields by their names, and rows of parts. */
export type Given = {
  fields?: Readonly<Record<string, string>>
  /** What is open besides: a language with its texts, such as `de-DE`, or a section, such as `p.external_ids`. */
  open?: string
  rows?: readonly { part: PartName; cells: Readonly<Record<string, string>> }[]
}
