import { nextLocalId } from '#src/catalogue/edits/apply-edit.ts'
import type { RecordEdit } from '#src/catalogue/edits/record-edit.ts'
import type { RecordKind } from '#src/catalogue/record-kinds.ts'
import type { Database } from '#src/database/database.ts'

/** Most records that an edit makes on the spot. */
const maxCompanions = 1_000_000

/**
 * The number by which an edit names a record that it makes itself, until the record gets an id: when the edit counts,
 * which may be days after it was written. No value of the catalogue is as large.
 */
export const placeholder = (index: number): number => Number.MAX_SAFE_INTEGER - index

const isPlaceholder = (value: unknown): value is number =>
  typeof value === 'number' && value > Number.MAX_SAFE_INTEGER - maxCompanions

/** Gives ids to the records of an edit that are new, and names them where other records refer to them. */
export async function withIds(tx: Database, records: readonly RecordEdit[]): Promise<RecordEdit[]> {
  const ids = new Map<number, number>()
  const free = new Map<RecordKind, number>()
  const numbered: RecordEdit[] = []
  for (const record of records) {
    const { kind, id } = record
    if (id !== undefined && !isPlaceholder(id)) {
      numbered.push(record)
      continue
    }
    const own = free.get(kind) ?? (await nextLocalId(tx, kind))
    free.set(kind, own + 1)
    if (id !== undefined) ids.set(id, own)
    numbered.push({ ...record, id: own })
  }
  return replaced(numbered, ids) as RecordEdit[]
}

function replaced(value: unknown, ids: ReadonlyMap<number, number>): unknown {
  if (isPlaceholder(value)) return ids.get(value) ?? value
  if (Array.isArray(value)) return value.map((inner) => replaced(inner, ids))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replaced(inner, ids)]))
}

/** Whether a record of an edit is one that the edit makes. */
export const isMade = ({ id }: RecordEdit): boolean => id === undefined || isPlaceholder(id)
