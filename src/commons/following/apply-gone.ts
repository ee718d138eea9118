import { Type } from 'typebox'
import type { Change } from '#src/catalogue/edits/change.ts'
import { deleteRecords } from '#src/catalogue/edits/delete-records.ts'
import { differenceOf } from '#src/catalogue/edits/difference.ts'
import { checkMerge, mergeRecords } from '#src/catalogue/edits/merging/merge-records.ts'
import { loadRecords, type StoredRecord } from '#src/catalogue/edits/record-loader.ts'
import { openEdit, write } from '#src/catalogue/edits/steps.ts'
import { inUse } from '#src/catalogue/edits/undo/uses.ts'
import { appendChanges } from '#src/catalogue/edits/write.ts'
import { makeAuthors } from '#src/catalogue/parts/review-authors.ts'
import { type RecordKind, recordKind } from '#src/catalogue/record-kinds.ts'
import { allSources, rankOfSources } from '#src/catalogue/sources.ts'
import { StatementError } from '#src/catalogue/statements/check.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { proposeWhole } from '#src/contributions/editing/merge-and-delete.ts'
import type { Database } from '#src/database/database.ts'
import { isConstraintViolation } from '#src/database/errors.ts'
import { raw, sql } from '#src/database/sql.ts'
import { withoutStated } from '#src/import/removal/without-stated.ts'
import type { NumbersHere } from './numbers-here.ts'
import type { Gone } from './staging/stage-gone.ts'
import { eachApart, type Failed } from './unforeseen.ts'

/** Records of which values are withdrawn in one transaction. */
const goneAtOnce = 50

type Following = { source_id: string; name: string }
type Applying = {
  db: Database
  following: Following
  /** All sources here that are the publisher's. */
  sources: ReadonlySet<string>
  numbers: NumbersHere
  now: () => Date
  failed: Failed
  /** Gets records about which nobody says anything any more, and which something here still names. */
  waiting: Waiting
}

/** Records that go once nothing names them any more, by kind. */
export type Waiting = Map<RecordKind, Set<number>>

/** The edit by which records go, once there is one. */
export type GoneEdit = { edit_id: number | undefined; note: string }

const Touched = Type.Object({ entity_id: Type.Integer() })

/** Records of a kind, among `ids`, that somebody else than the publisher has changed here. */
export async function changedHere(db: Database, of: RecordKind, ids: readonly number[], source_id: string) {
  const rows = await db.all(
    Touched,
    sql`
    select distinct c.entity_id from change c ${db.engine.through('change_by_record')} join edit e on e.id = c.edit_id
    where c.kind = ${of} and ${db.engine.anyOf(raw('c.entity_id'), ids)} and e.source_id <> ${source_id}`,
  )
  return new Set(rows.map(({ entity_id }) => entity_id))
}

/**
 * Applies what is gone at the publisher, of one kind: a merge there is a merge here if nobody here has changed either
 * record, or else a proposal; of what is deleted there, or merged into one that was deleted here, the publisher's
 * values go, and the record if nobody else states anything. What several of its records are here stays as long as one
 * of them is there. Returns how many have gone.
 */
export async function applyGone(gone: readonly Gone[], applying: Applying, edit: GoneEdit): Promise<number> {
  const { db, numbers } = applying
  await numbers.know((wish) => {
    for (const { of, id, into } of gone) {
      wish(of, id)
      if (into !== undefined) wish(of, into)
    }
  })
  let count = 0
  for (const [of, some] of Map.groupBy(gone, (one) => one.of)) {
    const deleted: number[] = []
    const all = some.flatMap(({ id }) => numbers.of(of, id) ?? [])
    const shared = new Set(await numbers.shared(of, all))
    for (const { id, into } of some) {
      const here = numbers.of(of, id)
      const isNowhere = into === undefined || numbers.isFresh(of, into)
      const target = isNowhere ? undefined : numbers.of(of, into)
      if (here === undefined) continue
      const isOneOfSeveral = shared.has(here) && (await numbers.shared(of, [here])).length > 0
      if (isOneOfSeveral || here === target) await forget(db, of, id, applying.following)
      else if (target === undefined) deleted.push(here)
      else count += await mergeHere({ of, id, here, target }, applying, edit)
    }
    count += await withdrawAll(of, deleted, applying, edit)
  }
  return count
}

/** Withdraws the values of records, some at a time. */
export async function withdrawAll(
  of: RecordKind,
  ids: readonly number[],
  applying: Omit<Applying, 'numbers'>,
  edit: GoneEdit,
): Promise<number> {
  const { db, failed } = applying
  let count = 0
  for (let at = 0; at < ids.length; at += goneAtOnce)
    count += await eachApart(
      ids.slice(at, at + goneAtOnce),
      (some) => db.transaction((tx) => withdraw(tx, of, some, applying, edit)),
      failed,
    )
  return count
}

/** Forgets which record here one of the publisher was that is none any more: if it comes back, it is one again. */
const forget = (tx: Database, of: RecordKind, id: number, { source_id }: Following) =>
  tx.run(sql`delete from source_key where source_id = ${source_id} and kind = ${of} and source_key = ${String(id)}`)

/** A record of the publisher that is another one there now, and the numbers of both here. */
type Merged = { of: RecordKind; id: number; here: number; target: number }

async function mergeHere(
  { of, id: there, here: id, target: into_id }: Merged,
  { db, following, sources, now, failed }: Applying,
  edit: GoneEdit,
): Promise<number> {
  const { source_id } = following
  const touched = await changedHere(db, of, [id, into_id], source_id)
  try {
    if (touched.size > 0) {
      await propose(db, { of, id, into_id }, following, now())
      return 0
    }
    const made = await db.transaction(async (tx) => {
      await checkMerge(tx, of, id, into_id)
      const rankOf = rankOfSources(await allSources(tx))
      const opened = { edit_id: edit.edit_id }
      const open = async () =>
        (opened.edit_id ??= await openEdit(tx, originOf(source_id, edit.note), now().toISOString()))
      // What the publisher says of the survivor is all that it says: only what others have said of this one goes there.
      const [record] = (await loadRecords(tx, of, [id])).values()
      const left = record && withoutStated(record, sources, [{ values: { [recordKind(of).title]: '' } }])
      const difference = left && differenceOf(record, left, { rankOf, isThorough: true })
      const changes = difference ? await write(tx, of, [difference], await open()) : []
      for (const each of await mergeRecords(tx, { of, id, into: { id: into_id }, by: source_id, rankOf, open }))
        changes.push(each)
      if (changes.length > 0) await appendChanges(tx, changes, await open(), now().toISOString())
      await forget(tx, of, there, following)
      return opened.edit_id
    })
    edit.edit_id = made
    return 1
  } catch (error) {
    // One of them is not here, or too much depends on it.
    if (error instanceof StatementError) return 0
    if (!isConstraintViolation(error)) throw error
    failed(error)
    return 0
  }
}

const originOf = (source_id: string, note: string) => ({ account_id: null, source_id, note })

/** Has somebody look at a merge; the author is an account that stands for the publisher. */
async function propose(
  db: Database,
  { of, id, into_id }: { of: RecordKind; id: number; into_id: number },
  { source_id, name }: Following,
  now: Date,
): Promise<void> {
  const author: { source_id: string; username: string; name: string; account_id?: number } = {
    ...{ source_id, username: name, name },
  }
  await db.transaction((tx) => makeAuthors(tx, [author], now))
  if (author.account_id === undefined) return
  if (await isProposed(db, author.account_id, id, into_id)) return
  try {
    await proposeWhole(db, {
      ...{ account_id: author.account_id, source_id, source_url: '', at: now },
      note: `${name} has merged these two.`,
      record: { kind: of, id, mergedInto: { id: into_id } },
    })
  } catch (error) {
    // As many wait as can: the next whole dump says it again.
    if (!(error instanceof ApiError)) throw error
  }
}

const Proposed = Type.Object({ records: Type.Array(Type.Unsafe<{ id?: number; mergedInto?: { id: number } }>({})) })

async function isProposed(db: Database, account_id: number, id: number, into_id: number): Promise<boolean> {
  const rows = await db.all(
    Proposed,
    sql`select records from pending_edit where account_id = ${account_id} order by id desc limit 1000`,
  )
  return rows.some(({ records }) => records.some((record) => record.id === id && record.mergedInto?.id === into_id))
}

/** Takes what the publisher has stated about records out of them, and those away about which nobody says anything. */
async function withdraw(
  tx: Database,
  of: RecordKind,
  ids: readonly number[],
  { sources, following: { source_id }, now, waiting }: Omit<Applying, 'db' | 'failed' | 'numbers'>,
  edit: GoneEdit,
): Promise<number> {
  const rankOf = rankOfSources(await allSources(tx))
  const stored = await loadRecords(tx, of, ids)
  if (stored.size === 0) return 0
  const used = await inUse(tx, of, [...stored.keys()])
  const isOurs = (record: StoredRecord) => !used.has(record.id) && !hasOthers(record, sources)
  const gone = [...stored.values()].filter(isOurs).map(({ id }) => id)
  const named = [...stored.values()].filter((record) => !isOurs(record) && !hasOthers(record, sources))
  if (named.length > 0) waiting.set(of, new Set([...(waiting.get(of) ?? []), ...named.map(({ id }) => id)]))
  const differences = [...stored.values()].flatMap((record) =>
    isOurs(record)
      ? []
      : (differenceOf(record, withoutStated(record, sources, []), { rankOf, isThorough: true }) ?? []),
  )
  if (gone.length + differences.length === 0) return 0
  const at = now().toISOString()
  const edit_id = edit.edit_id ?? (await openEdit(tx, originOf(source_id, edit.note), at))
  const changes: Change[] = differences.length > 0 ? await write(tx, of, differences, edit_id) : []
  const fates = new Map(gone.map((id) => [id, { is: 'removed' as const, source_id }]))
  if (gone.length > 0) for (const each of await deleteRecords(tx, of, gone, rankOf, fates)) changes.push(each)
  await appendChanges(tx, changes, edit_id, at)
  return gone.length
}

/** Whether anybody else has said something about a record. */
function hasOthers({ source_id, owners, translations, entries }: StoredRecord, sources: ReadonlySet<string>): boolean {
  const isOther = ({ source_id }: { source_id: string }) => !sources.has(source_id)
  return (
    !sources.has(source_id) ||
    owners.values().some(isOther) ||
    translations.values().some(isOther) ||
    entries.values().some((of) => of.values().some(isOther))
  )
}
