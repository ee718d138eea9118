import { kindPlaces, type OwnKind, pathBelow } from '#src/catalogue/own-kinds.ts'
import { placesOf } from '#src/contributions/editing/names.ts'
import type { Reader } from '#src/database/database.ts'
import type { RecordChange } from './told.ts'

type Of = Pick<RecordChange, 'kind' | 'id' | 'gone' | 'into'>

/** The paths of the pages of records, by kind and id: of one that was merged, that of its survivor. */
export async function pathsOf(db: Reader, records: readonly Of[]): Promise<Map<string, string>> {
  const paths = new Map<string, string>()
  for (const { kind, id, gone, into } of records)
    if (Object.hasOwn(kindPlaces, kind) && (!gone || into !== null))
      paths.set(`${kind} ${id}`, `/${kindPlaces[kind as OwnKind]}/${into ?? id}`)
  for (const kind of ['season', 'episode'] as const) {
    const there = records.filter((record) => record.kind === kind && !record.gone)
    if (there.length === 0) continue
    const placed = await placesOf(
      db,
      kind,
      there.map(({ id }) => id),
    )
    for (const place of placed.values()) paths.set(`${kind} ${place.id}`, pathBelow(kind, place))
  }
  return paths
}
