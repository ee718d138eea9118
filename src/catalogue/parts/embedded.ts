import { raw } from '#src/database/sql.ts'
import { RecordId, Small } from '../fields.ts'
import { columnsFrom, type LineEntry, lineEntries, readEntry, statedEntry } from '../line-entries.ts'
import type { Store } from '../part.ts'
import type { RecordKind } from '../record-kinds.ts'

/** A part whose entries refer to records. Details show those in full, lines name them by their ids. */
type Embedded = {
  /** The property of the line. */
  property: string
  table: string
  /** The table that is referred to; `<target>_id` is the column that does. */
  target: RecordKind
  changeKey: string
}

/** How the records that a title embeds in its details are stored, in the order of the line. */
export function embeddedStore({ property, table, target, changeKey }: Embedded) {
  const column = `${target}_id`
  const stated = { [column]: RecordId, position: Small }
  return {
    table,
    key: [column],
    columns: columnsFrom(stated),
    entry: () => statedEntry(stated),
    order: raw(`position, ${column}`),
    changeKeys: [changeKey],
    placeColumns: ['position'],
    references: { [column]: target },
    lines: () => ({ [property]: lineEntries({ id: RecordId }, { position: Small }) }),
    read(line) {
      const given: LineEntry[] | undefined = line[property]
      if (!given) return undefined
      const entries = given.map((embedded, place) => {
        const { id, ...entry } = readEntry(embedded, { id: 0, position: place })
        return { [column]: id, ...entry }
      })
      return { entries, isComplete: true }
    },
    write(entries) {
      if (entries.length === 0) return {}
      // A list from which an unknown record was left out has a gap, and lists of several sources share positions.
      const lines = entries.map(({ [column]: id, position, ...entry }, place) => {
        const placed = position !== place && { position }
        return { id, ...placed, ...entry }
      })
      return { [property]: lines }
    },
  } satisfies Store
}
