import { Type } from 'typebox'
import { maxId } from '#src/contract/path-parameters.ts'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { isKind, type Kind, numberingOf } from '../kinds.ts'
import { findRecord } from '../part.ts'
import { type RecordKind, recordKind } from '../record-kinds.ts'
import { faultsOfEdit, type RecordFault, StatementError } from '../statements/check.ts'
import { shapeOf } from './kind-shape.ts'
import { checkMerge } from './merging/merge-records.ts'
import { checkMove } from './merging/move-record.ts'
import type { RecordEdit } from './record-edit.ts'

function refuse(faults: readonly RecordFault[]) {
  if (faults.length > 0) throw new StatementError(faults)
}

/** Throws a StatementError if any statement of an edit does not fit what can be stated about its record. */
export function checkStatements(records: readonly RecordEdit[]): void {
  refuse(records.flatMap((edit, record) => faultsOfEdit(edit).map((fault) => ({ record, ...fault }))))
  const named = new Set<string>()
  const repeated = records.flatMap(({ kind, id }, record) => {
    const name = `${kind} ${id}`
    if (id === undefined || !named.has(name)) {
      named.add(name)
      return []
    }
    return [{ record, place: 'id', reason: 'is the same as that of an earlier record in this edit' }]
  })
  refuse(repeated)
  const isWhole = ({ mergedInto, movedTo }: RecordEdit) => mergedInto !== undefined || movedTo !== undefined
  if (records.length > 1 && records.some(isWhole)) {
    const reason = 'is not alone in this edit, as a record that is merged or moved has to be'
    refuse(records.flatMap((one, record) => (isWhole(one) ? [{ record, place: '', reason }] : [])))
  }
}

/**
 * Throws a StatementError if an edit whose statements fit names records that do not exist, or numbers that are taken.
 * `ids` are the ids of its records. Nothing is written.
 */
export async function checkEdit(tx: Database, records: readonly RecordEdit[], ids: readonly number[]): Promise<void> {
  refuse(
    ids.flatMap((id, record) =>
      id > maxId ? [{ record, place: 'id', reason: 'cannot be given: all ids are in use' }] : [],
    ),
  )
  for (const { kind, id = 0, mergedInto, movedTo } of records) {
    if (mergedInto) await checkMerge(tx, kind, id, mergedInto.id)
    if (movedTo) await checkMove(tx, kind, id, movedTo)
  }
  refuse([...(await missingFields(tx, records)), ...(await faultsOfNumbers(tx, records, ids))])
  refuse(await missingReferences(tx, records, ids))
}

/** A new record needs the fields that every record of its kind has. */
async function missingFields(tx: Database, records: readonly RecordEdit[]) {
  const faults: RecordFault[] = []
  for (const [record, { kind: of, id, values = {}, isDeleted, mergedInto, movedTo }] of records.entries()) {
    const missing =
      isDeleted || mergedInto || movedTo ? [] : recordKind(of).required.filter((column) => values[column] === undefined)
    if (missing.length === 0) continue
    if (id !== undefined && (await tx.one(Id, sql`select id from ${raw(of)} where id = ${id}`))) continue
    for (const column of missing) faults.push({ record, place: `values.${column}`, reason: 'is missing' })
  }
  return faults
}

/** A new season or episode needs a parent, and numbers that no other one has; those of a known one stay as they are. */
async function faultsOfNumbers(tx: Database, records: readonly RecordEdit[], ids: readonly number[]) {
  const faults: RecordFault[] = []
  const claimed = new Set<string>()
  for (const [record, { kind: of, id, numbering, isDeleted, mergedInto, movedTo }] of records.entries()) {
    if (!isKind(of) || numberingOf(of).length === 0 || isDeleted || mergedInto || movedTo) continue
    const known = id === undefined ? undefined : await numbersOf(tx, of, id)
    const fault = (place: string, reason: string) => faults.push({ record, place, reason })
    if (known) {
      const changed = numberingOf(of).find((column) => numbering && numbering[column] !== known[column])
      if (changed) fault(`numbering.${changed}`, `cannot change: it is ${known[changed]}`)
      continue
    }
    if (!numbering) {
      fault('numbering', 'is missing')
      continue
    }
    const parent = await missingParent(tx, of, numbering, records, ids)
    if (parent)
      fault(`numbering.${parent}_${parent === 'series' ? 'id' : 'number'}`, `refers to a ${parent} that does not exist`)
    const name = JSON.stringify([of, ...numberingOf(of).map((column) => numbering[column])])
    if (claimed.has(name) || (await findRecord(tx, of, numbering)) !== undefined)
      fault(`numbering.${of}_number`, `is taken by another ${of}`)
    claimed.add(name)
  }
  return faults
}

async function numbersOf(tx: Database, of: Kind, id: number): Promise<Record<string, number> | undefined> {
  const columns = numberingOf(of)
  const row = Type.Object(Object.fromEntries(columns.map((column) => [column, Type.Integer()])))
  const found = await tx.one(row, sql`select ${raw(columns.join(', '))} from ${raw(of)} where id = ${id}`)
  return found as Record<string, number> | undefined
}

/** The kind of the parent that is neither in the catalogue nor in the edit. */
async function missingParent(
  tx: Database,
  of: Kind,
  { series_id, season_number }: Readonly<Record<string, number>>,
  records: readonly RecordEdit[],
  ids: readonly number[],
): Promise<'series' | 'season' | undefined> {
  const place = { series_id: series_id as number, season_number: season_number as number }
  const isMade = (kind: Kind, fits: (edit: RecordEdit, id: number) => boolean) =>
    records.some((edit, index) => edit.kind === kind && !edit.isDeleted && fits(edit, ids[index] as number))
  const hasSeries =
    isMade('series', (_, id) => id === series_id) || (await findRecord(tx, 'series', place)) !== undefined
  if (!hasSeries) return 'series'
  if (of === 'season') return undefined
  const isSeason = ({ numbering }: RecordEdit) =>
    numbering?.series_id === series_id && numbering?.season_number === season_number
  const hasSeason = isMade('season', isSeason) || (await findRecord(tx, 'season', place)) !== undefined
  return hasSeason ? undefined : 'season'
}

type Reference = { record: number; place: string; target: RecordKind | 'account'; id: number }

/** References to records, words and accounts that neither exist nor come with the edit. */
async function missingReferences(tx: Database, records: readonly RecordEdit[], ids: readonly number[]) {
  const made = new Map(records.map(({ kind, isDeleted }, index) => [isDeleted ? '' : `${kind} ${ids[index]}`, index]))
  // Records of one kind are written in the order of the edit.
  const isMade = ({ record, target, id }: Reference) => {
    const maker = made.get(`${target} ${id}`)
    return maker !== undefined && (records[record]?.kind !== target || maker <= record)
  }
  const references = [...referencesOf(records)].filter((reference) => !isMade(reference))
  const faults: RecordFault[] = []
  for (const [target, wanted] of Map.groupBy(references, (reference) => reference.target)) {
    const wantedIds = [...new Set(wanted.map(({ id }) => id))]
    const found = await tx.all(Id, sql`select id from ${raw(target)} where ${tx.engine.anyOf(raw('id'), wantedIds)}`)
    const present = new Set(found.map(({ id }) => id))
    for (const { record, place, id } of wanted)
      if (!present.has(id))
        faults.push({ record, place, reason: `refers to the ${target} ${id}, which does not exist` })
  }
  return faults
}

function* referencesOf(records: readonly RecordEdit[]): Generator<Reference> {
  for (const [record, { kind: of, values = {}, parts = {} }] of records.entries()) {
    for (const { column, target } of shapeOf(of).references) {
      const id = values[column]
      if (typeof id === 'number') yield { record, place: `values.${column}`, target, id }
    }
    for (const { name, store, references } of shapeOf(of).storedParts) {
      const columns = store.account ? [...references, [store.account, 'account'] as const] : references
      for (const [index, entry] of (parts[name]?.put ?? []).entries()) {
        for (const [column, target] of columns) {
          const id = entry[column]
          const isBrought = store.brings?.(entry) ?? false
          if (typeof id === 'number' && !isBrought)
            yield { record, place: `parts.${name}.put.${index}.${column}`, target, id }
        }
      }
    }
  }
}
