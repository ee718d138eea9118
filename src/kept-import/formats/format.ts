import type { Row } from '#src/file-formats/csv.ts'
import { shown } from '#src/file-formats/limits.ts'
import type { DayOrder } from '#src/file-formats/numbered-days.ts'
import type { KeptEntry, KeptList, Refused } from '#src/kept/kept-entry.ts'
import type { ReadChoices } from './whose.ts'

export type Read = KeptEntry | Refused

/** What a format knows of the file that it reads. */
export type FileContext = {
  /** The path inside of an archive, or the name of the file. */
  file: string
  /** Paths of all files that were given together, in lower case. */
  siblings: readonly string[]
  /** Lists of Trakt by their number, which stands in the names of other files. */
  lists: Map<string, KeptList>
  /** Whether the days of a table have their day or their month first, where another day of it shows that. */
  dayOrder?: DayOrder
  /** What the person who brings the file says about it. */
  choices: ReadChoices
  /** When it is read: what is said to have been watched, without a day, was watched by then. */
  readAt: string | undefined
}

/** A file that is a table. */
export type TableFormat = {
  /** Its first row is one like the others. */
  hasNoHeader?: true
  /** Columns that are not named here are nothing that anybody keeps. */
  hasMore?: true
  /** The place of the column that says who has watched something, where several people may have. */
  whoIn?(header: readonly string[]): number
  /** Columns with days that may have their day or their month first, in lower case. */
  dayColumns?: readonly string[]
  /** Columns that it reads or leaves out on purpose, in lower case. */
  columns: readonly string[]
  recognises(header: readonly string[]): boolean
  read(rows: AsyncIterable<Row>, header: readonly string[], context: FileContext): AsyncGenerator<Read>
}

/** The last part of a path, in lower case. */
export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1).toLowerCase()

export const refused = (file: string, line: number, reason: Refused['reason'], value?: unknown): Refused => ({
  place: { file, line },
  reason,
  ...(value === undefined ? {} : { value: shown(value) }),
})

/** A list of which only the name is known. */
export const listOf = (name: string): KeptList => ({ name, description: '', isRanked: false })

/** The cell of a column, without blanks around it. */
export function cellsOf(header: readonly string[], { cells }: Row): (column: string) => string {
  return (column) => (cells[header.indexOf(column)] ?? '').trim()
}

export const isBlankRow = ({ cells }: Row): boolean => cells.every((cell) => cell.trim() === '')

/** An entry without what it does not have. */
export function entryOf(entry: { [Name in keyof KeptEntry]: KeptEntry[Name] | undefined }): KeptEntry {
  const given = Object.entries(entry).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as KeptEntry
}
