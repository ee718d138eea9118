import { Type } from 'typebox'
import type { GoneLine } from '#src/catalogue/edits/gone/gone-line.ts'
import { loadRecords, type StoredRecord } from '#src/catalogue/edits/record-loader.ts'
import { numberingOf } from '#src/catalogue/kinds.ts'
import type { RecordKind } from '#src/catalogue/record-kinds.ts'
import { allSources, householdSource, isBuiltInSource, type Source } from '#src/catalogue/sources.ts'
import { shownAddress } from '#src/contract/web-address.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, raw, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { describeEntries, isOfEveryCatalogue, losslessLineOf } from '#src/import/export.ts'
import { goneAmong, goneRecordLines } from '#src/import/gone-lines.ts'
import { knownAs } from './known-as.ts'
import type { PicturesOf } from './pictures.ts'
import {
  absentAmong,
  isNothing,
  leftOutAmong,
  namedAsRemoved,
  referencesOf,
  type Shared,
  sharedValues,
  withConsent,
  withoutLeftOut,
} from './sharing.ts'

/** Records that are read together. */
const PAGE_RECORDS = 250

/** What lines are made from. */
export type Publishing = {
  db: Database
  shared: Shared
  pictures: PicturesOf
  /** What comes from others is handed on, with the numbers that it has there. */
  republishes: boolean
}

/** The sources whose values leave the server, those of other instances only with `republish`. */
export async function sharedSources(db: Reader, republish: boolean): Promise<{ shared: Shared; sources: Source[] }> {
  const all = await allSources(db)
  const sources = all.filter(
    ({ id, redistributable, private_only }) =>
      redistributable && !private_only && id !== householdSource.id && (republish || !id.includes(':')),
  )
  return { shared: sharedOf(sources, all.length > sources.length), sources }
}

export function sharedOf(sources: readonly Source[], hasPrivate: boolean): Shared {
  const ids = new Set(sources.map(({ id }) => id))
  return { isShared: (id) => ids.has(id), sources: [...ids], hasPrivate }
}

export const sourceLines = (sources: readonly Source[]): object[] =>
  sources
    .filter(({ id }) => !isBuiltInSource(id))
    .map((source) => ({ kind: 'source', ...source, url: shownAddress(source.url) }))

/** The lines of all records of a kind that are published, page by page. */
export async function* wholeLines(publishing: Publishing, of: RecordKind): AsyncGenerator<object[]> {
  const { db } = publishing
  for (let after = 0; ; ) {
    const rows = await db.wide.all(
      Id,
      sql`select id from record where kind = ${of} and id > ${after} order by id ${limit(PAGE_RECORDS)}`,
    )
    if (rows.length === 0) return
    const ids = rows.map(({ id }) => id)
    yield (await linesOf(publishing, of, ids)).lines
    after = ids.at(-1) as number
  }
}

/** The lines of all records that are gone on purpose, page by page. */
export async function* wholeGone({ db, shared }: Publishing): AsyncGenerator<object[]> {
  for await (const lines of goneRecordLines(db.wide)) yield lines.map((line) => withoutRemover(line, shared))
}

function withoutRemover(line: GoneLine, { isShared }: Shared): GoneLine {
  if (line.source === undefined || isShared(line.source)) return line
  const { source: _private, ...others } = line
  return others
}

/**
 * The lines of changed records of a kind, by id, page by page, and lines for those that are not there any more.
 * `mayHaveLeft` says which of those that are not published may have been, whatever their source is.
 */
export async function* changedLines(
  publishing: Publishing,
  of: RecordKind,
  ids: readonly number[],
  mayHaveLeft: (id: number) => boolean,
) {
  for (let at = 0; at < ids.length; at += PAGE_RECORDS) {
    const page = ids.slice(at, at + PAGE_RECORDS)
    const { lines, unpublished, absent } = await linesOf(publishing, of, page)
    const left = unpublished
      .filter(({ id, source_id }) => publishing.shared.isShared(source_id) || mayHaveLeft(id))
      .map(({ id }) => id)
    const told = new Map((await goneAmong(publishing.db, of, absent)).map((line) => [line.id, line]))
    const gone = [...absent, ...left]
      .sort((a, b) => a - b)
      .map((id): object => {
        const line = told.get(id)
        return line ? withoutRemover(line, publishing.shared) : { kind: 'gone', of, id }
      })
    yield { lines, gone }
  }
}

/**
 * The lines of records; those of them that do not exist, and those that are not published any more, because their title
 * is now that of a source that stays here.
 */
async function linesOf({ db, shared, pictures, republishes }: Publishing, of: RecordKind, ids: readonly number[]) {
  const stored = await loadRecords(db.wide, of, ids)
  await describeEntries(db.wide, of, stored)
  const all = ids.flatMap((id) => stored.get(id) ?? [])
  const absent = ids.filter((id) => !stored.has(id))
  const own = all.filter((record) => !isOfEveryCatalogue(record))
  const filtered = own.map((record) => ({ record, kept: sharedValues(record, shared) }))
  const published = filtered.filter(({ record, kept }) => !isNothing(record, kept, shared))
  const isLeftOut = await leftOutBeside(
    db.wide,
    published.map(({ kept }) => kept),
    shared,
  )
  const seasons = await leftOutSeasons(db.wide, of, own, shared)
  const isBelow = ({ numbering }: StoredRecord) =>
    numberingOf(of).length > 0 && (isLeftOut('series', Number(numbering.series_id)) || seasons.has(placeOf(numbering)))
  const there = published.filter(({ kept }) => !isBelow(kept))
  const agreed = await withConsent(
    db.wide,
    there.map(({ record, kept }) => withoutLeftOut(kept, record, isLeftOut)),
  )
  const shown = new Set(agreed.map(({ id }) => id))
  const numbers = republishes ? await knownAs(db.wide, of, [...shown]) : new Map<number, never>()
  const lines: object[] = []
  for (const record of agreed) {
    const known_as = numbers.get(record.id)
    lines.push({ ...(await pictures(losslessLineOf(record))), ...(known_as && { known_as }) })
  }
  return { lines, unpublished: own.filter(({ id }) => !shown.has(id)), absent }
}

/** Which of the records that others name are left out. */
async function leftOutBeside(db: Reader, records: readonly StoredRecord[], shared: Shared) {
  const leftOut = new Map<RecordKind, Set<number>>()
  if (shared.hasPrivate)
    for (const [target, ids] of referencesOf(records))
      leftOut.set(target, await leftOutAmong(db, target, [...ids], shared))
  for (const [target, ids] of namedAsRemoved(records)) {
    const absent = await absentAmong(db, target, [...ids])
    leftOut.set(target, absent.union(leftOut.get(target) ?? new Set()))
  }
  return (target: RecordKind, id: number) => leftOut.get(target)?.has(id) ?? false
}

const Season = Type.Object({ id: Type.Integer(), series_id: Type.Integer(), season_number: Type.Integer() })
const placeOf = ({ series_id, season_number }: Readonly<Record<string, number>>) => `${series_id} ${season_number}`

/** The places of seasons that are left out, of which no episodes are published. */
async function leftOutSeasons(db: Reader, of: RecordKind, records: readonly StoredRecord[], shared: Shared) {
  if (of !== 'episode' || !shared.hasPrivate || records.length === 0) return new Set<string>()
  const series = [...new Set(records.map(({ numbering }) => Number(numbering.series_id)))]
  const seasons = await db.all(
    Season,
    sql`select id, series_id, season_number from season where ${db.engine.anyOf(raw('series_id'), series)}`,
  )
  const leftOut = await leftOutAmong(
    db,
    'season',
    seasons.map(({ id }) => id),
    shared,
  )
  return new Set(seasons.filter(({ id }) => leftOut.has(id)).map(placeOf))
}
