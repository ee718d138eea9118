import { shapeOf } from '#src/catalogue/edits/kind-shape.ts'
import { type RecordKind, recordKindNames } from '#src/catalogue/record-kinds.ts'

/** Tables that belong to no record, each behind those that it refers to. */
export const commonTables = ['source', 'account', 'edit']

/** Tables with rows of the records of a kind, besides `record` and the kind's own: all begin with (kind, entity_id). */
export const tablesOfRecords = (of: RecordKind): string[] => [
  'translation',
  ...shapeOf(of).storedParts.map(({ store }) => store.table),
  ...['field_source', 'removed_entry', 'record_changed', 'change'],
]

/** Every table that an import fills, each behind those that it refers to. */
export const catalogueTables: string[] = [
  ...[...commonTables, 'record', ...recordKindNames],
  ...new Set(recordKindNames.flatMap(tablesOfRecords)),
]

/** Columns of the kind's own table that refer to records of the same kind, which may come later. */
export const ownReferences = (of: RecordKind): string[] =>
  shapeOf(of)
    .references.filter(({ target }) => target === of)
    .map(({ column }) => column)
