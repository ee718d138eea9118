import type { Database } from '#src/database/database.ts'
import type { PartName } from '../../kinds.ts'
import type { Entry } from '../../part.ts'
import type { RecordKind } from '../../record-kinds.ts'
import { survivorsOf } from '../gone/survivors.ts'
import { shapeOf } from '../kind-shape.ts'
import type { RecordEdit } from '../record-edit.ts'

/** Calls `see` with every record that an edit names, and returns the edit with the ids that it answers. */
function mapIds(edit: RecordEdit, see: (target: RecordKind, id: number) => number): RecordEdit {
  const { kind: of, id, values, numbering, parts, mergedInto, movedTo } = edit
  const { references, storedParts } = shapeOf(of)
  const ofValues = references.flatMap(({ column, target }) => {
    const named = values?.[column]
    return typeof named === 'number' ? [[column, see(target, named)] as const] : []
  })
  const ofPart = (name: PartName, entries: readonly Entry[]) => {
    const columns = storedParts.find((part) => part.name === name)?.references ?? []
    return entries.map((entry) => {
      const told = columns.flatMap(([column, target]) => {
        const named = entry[column]
        return typeof named === 'number' ? [[column, see(target, named)] as const] : []
      })
      return told.length > 0 ? { ...entry, ...Object.fromEntries(told) } : entry
    })
  }
  const inSeries = (place: Readonly<Record<string, number>> | undefined) =>
    place?.series_id === undefined ? place : { ...place, series_id: see('series', place.series_id) }
  return {
    ...edit,
    ...(id !== undefined && { id: see(of, id) }),
    ...(ofValues.length > 0 && { values: { ...values, ...Object.fromEntries(ofValues) } }),
    ...(numbering && { numbering: inSeries(numbering) as Record<string, number> }),
    ...(movedTo && { movedTo: inSeries(movedTo) as Record<string, number> }),
    ...(mergedInto && { mergedInto: { ...mergedInto, id: see(of, mergedInto.id) } }),
    ...(parts && {
      parts: Object.fromEntries(
        Object.entries(parts).map(([name, { put, remove }]) => [
          name,
          {
            ...(put && { put: ofPart(name as PartName, put) }),
            ...(remove && { remove: ofPart(name as PartName, remove) }),
          },
        ]),
      ),
    }),
  }
}

/** The records of an edit, in which ids of merged records mean their survivors. */
export async function withSurvivors(tx: Database, records: readonly RecordEdit[]): Promise<readonly RecordEdit[]> {
  const named = new Map<RecordKind, Set<number>>()
  for (const record of records)
    mapIds(record, (target, id) => {
      const ids = named.get(target)
      if (ids) ids.add(id)
      else named.set(target, new Set([id]))
      return id
    })
  const survivors = new Map<string, number>()
  for (const [target, ids] of named)
    for (const [id, survivor] of await survivorsOf(tx, target, [...ids])) survivors.set(`${target} ${id}`, survivor.id)
  if (survivors.size === 0) return records
  return records.map((record) => mapIds(record, (target, id) => survivors.get(`${target} ${id}`) ?? id))
}
