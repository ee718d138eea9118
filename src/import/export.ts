import { emptyText, shapeOf } from '#src/catalogue/edits/kind-shape.ts'
import { fieldKey, loadRecords, type StoredRecord } from '#src/catalogue/edits/record-loader.ts'
import { householdLicence } from '#src/catalogue/licences.ts'
import type { Entry } from '#src/catalogue/part.ts'
import { type RecordKind, recordKind, recordKindNames } from '#src/catalogue/record-kinds.ts'
import { allSources, householdSource, isBuiltInSource, referenceSource } from '#src/catalogue/sources.ts'
import { shownAddress } from '#src/contract/web-address.ts'
import type { Database } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { goneRecordLines } from './gone-lines.ts'
import type { LineKind } from './line.ts'
import { holderOf, provenanceOf } from './provenance.ts'

/** Records that are loaded together. */
const PAGE_RECORDS = 500

/** The kinds of lines in the order of an export: each after those that it refers to. */
export const exportedKinds: readonly LineKind[] = ['source', ...recordKindNames, 'gone']

/**
 * The catalogue as lines, page by page, each line with its end. Lines contain only what is stored, so that nothing
 * computed becomes a fact; empty values are left out. Sources are always included.
 */
export async function* exportLines(db: Database, wanted: readonly LineKind[] = exportedKinds): AsyncGenerator<string> {
  for (const of of exportedKinds) {
    if (of === 'source') yield await sourceLines(db)
    else if (!wanted.includes(of)) continue
    else if (of === 'gone') yield* goneTexts(db)
    else yield* recordLines(db, of)
  }
}

async function* goneTexts(db: Database): AsyncGenerator<string> {
  for await (const lines of goneRecordLines(db)) yield textOf(lines)
}

const textOf = (lines: readonly object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('')

async function sourceLines(db: Database): Promise<string> {
  const sources = await allSources(db)
  return textOf(
    sources
      .filter(({ id }) => !isBuiltInSource(id) && id !== householdSource.id)
      .map((source) => ({ kind: 'source', ...source, url: shownAddress(source.url) })),
  )
}

async function* recordLines(db: Database, of: RecordKind): AsyncGenerator<string> {
  for (let after = 0; ; ) {
    const rows = await db.all(
      Id,
      sql`select id from record where kind = ${of} and id > ${after} order by id ${limit(PAGE_RECORDS)}`,
    )
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return
    const stored = await loadRecords(db, of, ids)
    await describeEntries(db, of, stored)
    // One may have been deleted just before it was read.
    const records = ids.flatMap((id) => stored.get(id) ?? [])
    yield textOf(
      records
        .filter((record) => !isOfEveryCatalogue(record))
        .map(forOthers)
        .map(losslessLineOf),
    )
    after = ids.at(-1) as number
  }
}

export async function describeEntries(db: Database, of: RecordKind, records: ReadonlyMap<number, StoredRecord>) {
  for (const { name, store } of shapeOf(of).storedParts) {
    if (!store.describe) continue
    const entries = [...records.values()].flatMap((record) => [...(record.entries.get(name)?.values() ?? [])])
    if (entries.length > 0) await store.describe(db, entries)
  }
}

/** A record without what nobody outside of a household may have. */
export function forOthers(record: StoredRecord): StoredRecord {
  const images = record.entries.get('images')
  const isOfHousehold = ({ licence, source_id }: Entry) =>
    licence === householdLicence || source_id === householdSource.id
  if (!images?.values().some(isOfHousehold)) return record
  const shared = new Map([...images].filter(([, image]) => !isOfHousehold(image)))
  return { ...record, entries: new Map([...record.entries, ['images', shared]]) }
}

/** The line of a record. */
export function lineOf(record: StoredRecord): Record<string, unknown> {
  const { kind: of, id, source_id } = record
  const line: Record<string, unknown> = { kind: of, id, ...record.numbering }
  for (const [column, { empty, lineName, write }] of Object.entries(recordKind(of).fields)) {
    const value = record.values[column]
    // An unknown number or flag looks like one that was stated as 0 or false.
    const isExplicit = record.zeros.has(column) || record.owners.has(fieldKey(column))
    const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0)
    if (isEmpty || (value === empty && !isExplicit)) continue
    const written = write ? write(value) : value
    // An address that is none is not handed out.
    if (written !== '') line[lineName ?? column] = written
  }
  Object.assign(line, translationsOf(record))
  for (const { name, write } of shapeOf(of).storedParts) {
    const entries = [...(record.entries.get(name)?.values() ?? [])].map((entry) => {
      const { source_id: source, ...columns } = entry
      return source === source_id ? columns : ({ ...columns, source } as Entry & { source: string })
    })
    if (entries.length > 0) Object.assign(line, write(entries, line))
  }
  return { ...line, source: source_id }
}

/** The line of a record that also says who gave what, and what was removed. */
export function losslessLineOf(record: StoredRecord): Record<string, unknown> {
  const line = lineOf(record)
  return { ...line, ...provenanceOf(record, line) }
}

/** A genre of the reference lists about which nobody else has stated anything. */
export const isOfEveryCatalogue = ({ source_id, owners, translations }: StoredRecord) =>
  source_id === referenceSource && owners.size + translations.size === 0

function translationsOf(record: StoredRecord): object {
  const { source_id, translations } = record
  if (translations.size === 0) return {}
  const sorted = [...translations].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, translation]) => translation)
  const entries = sorted.map((translation) => ({
    iso_3166_1: translation.iso_3166_1,
    iso_639_1: translation.iso_639_1,
    ...(holderOf(record, translation) === source_id ? {} : { source: holderOf(record, translation) }),
    data: Object.fromEntries(
      Object.entries(translation.texts)
        .map(([name, text]) => [name, name === 'homepage' ? shownAddress(String(text)) : text] as const)
        .filter(([name, text]) => text !== emptyText(name)),
    ),
  }))
  return { translations: { translations: entries } }
}
