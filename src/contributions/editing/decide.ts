import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { recordAct } from '#src/audit/acts.ts'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { presentIdOf, survivorsOf } from '#src/catalogue/edits/gone/survivors.ts'
import { entryKeyOf, shapeOf } from '#src/catalogue/edits/kind-shape.ts'
import { checkDeletion } from '#src/catalogue/edits/merging/dependents.ts'
import { withSurvivors } from '#src/catalogue/edits/merging/with-survivors.ts'
import type { RecordEdit } from '#src/catalogue/edits/record-edit.ts'
import { fieldKey } from '#src/catalogue/edits/record-loader.ts'
import { entryPlace } from '#src/catalogue/edits/replaced.ts'
import type { PartName } from '#src/catalogue/kinds.ts'
import type { Entry, Store } from '#src/catalogue/part.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { notify } from '#src/mail/notifications.ts'
import { lockAuthor } from '../authors.ts'
import { refuseLocked } from '../record-locks.ts'
import { findEditor, standingOf } from '../trust.ts'
import { isMade, withIds } from './new-ids.ts'
import { changesOf, type Difference, findPending, type Pending, type PendingChange, valuePlace } from './pending.ts'
import { applyPendingUndo } from './undo.ts'

/** An edit cannot be accepted as it is, because the record is not any more what its author saw. */
export class DiffersNow extends Error {
  readonly differences: readonly Difference[]
  /** A record that it changes has been deleted since. */
  readonly isGone: boolean
  constructor(differences: readonly Difference[], isGone: boolean) {
    super('The record has changed since the edit was written')
    this.differences = differences
    this.isGone = isGone
  }
}

/** What identifies differences: who decides about them has seen exactly these. */
export const digestOfDifferences = (differences: readonly Difference[]): string => {
  const seen = differences.map(({ kind, entity_id, place, present }) => [kind, entity_id, place, present])
  return createHash('sha256').update(JSON.stringify(seen)).digest('hex').slice(0, 16)
}

/** Whose values count where they differ, and which differences whoever says so has seen. */
export type Settlement = { seen: string; isAuthors: boolean }

type Decision = { id: number; moderator_id: number; title: string; now: Date }

/**
 * Lets a pending edit count, as an edit by its author. False if it does not wait any more, or is the moderator's own.
 * Throws DiffersNow if the values are not those that it was made against and nobody has settled that, and LockedRecord
 * if moderators have locked them for whoever accepts it.
 */
export async function acceptEdit(db: Database, decision: Decision, settlement?: Settlement): Promise<boolean> {
  if (settlement?.isAuthors !== false) return acceptOnce(db, decision, settlement)
  try {
    return await acceptOnce(db, decision)
  } catch (error) {
    if (!(error instanceof DiffersNow) || error.isGone) throw error
    if (digestOfDifferences(error.differences) !== settlement.seen) throw error
    return acceptOnce(db, decision, undefined, error.differences)
  }
}

/** `left` are differences where the present values stay. */
const acceptOnce = (
  db: Database,
  decision: Decision,
  settlement?: Settlement,
  left: readonly Difference[] = [],
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const { now, moderator_id, title } = decision
    const pending = await lockPending(tx, decision)
    if (!pending) return false
    const { account_id } = pending
    await refuseLockedTo(tx, moderator_id, pending, now)
    const { edit_id, differences } = pending.undoes
      ? await applyPendingUndo(tx, pending, pending.undoes, left, now)
      : await applyPending(tx, pending, left, now)
    const isSettled = settlement !== undefined && settlement.seen === digestOfDifferences(differences)
    if (differences.length > 0 && !isSettled) throw new DiffersNow(differences, false)
    await decide(tx, decision, { status: 'accepted', reason: '', edit_id: edit_id ?? null })
    await recordAct(tx, 'edit_accepted', { by: moderator_id, now }, { account_id, about: { title } })
    await notify(tx, { account_id, what: 'edit_accepted', about: { title, ...(edit_id && { edit_id }) }, now })
    return true
  })

/** Whoever may not change what moderators have locked cannot let others do it either. */
async function refuseLockedTo(tx: Database, judge_id: number, { records }: Pending, at: Date): Promise<void> {
  const judge = await findEditor(tx, judge_id)
  const standing = await standingOf(tx, { account_id: judge_id, role: judge?.role ?? 'member' }, 0)
  await refuseLocked(tx, standing, await withSurvivors(tx, records), at)
}

/** Writes a pending edit, and says where the values were not those that it was made against. */
async function applyPending(tx: Database, pending: Pending, left: readonly Difference[], at: Date) {
  const { account_id, source_id, note, source_url } = pending
  const records = without(await withSurvivors(tx, await withIds(tx, pending.records)), left)
  const meant = await survivorsIn(tx, pending.changes)
  await checkDeletions(tx, pending.records, records)
  const { edit_id } = await applyEdit(tx, { account_id, source_id, note, source_url, at, records })
  const changes = edit_id === undefined ? [] : await changesOf(tx, edit_id)
  const known = new Set(
    pending.records.flatMap((record, index) => {
      if (isMade(record)) return []
      const { kind, id, mergedInto } = records[index] as RecordEdit
      return [id, mergedInto?.id].map((each) => `${kind} ${each}`)
    }),
  )
  const isKnown = ({ kind, entity_id }: PendingChange) => known.has(`${kind} ${entity_id}`)
  if (changes.some((change) => change.action === 'created' && isKnown(change))) throw new DiffersNow([], true)
  const then = new Map(pending.changes.map((change) => [valuePlace(meant(change)), change]))
  const differences = changes.flatMap((change): Difference[] => {
    if (!isKnown(change) || change.place === '') return []
    const { original_value: present } = change
    const before = then.get(valuePlace(change))
    // What was as the author wanted it, and is not any more, has changed, too.
    const original_value = before ? before.original_value : change.value
    return isDeepStrictEqual(original_value, present) ? [] : [{ ...change, original_value, present }]
  })
  return { edit_id, differences }
}

/**
 * More may depend on a record now than goes with it in one transaction; merges are checked where they are made. Who
 * meant a record that was merged since does not lose the survivor.
 */
async function checkDeletions(
  tx: Database,
  stated: readonly RecordEdit[],
  records: readonly RecordEdit[],
): Promise<void> {
  for (const [index, { kind, id, isDeleted }] of records.entries()) {
    if (!isDeleted || id === undefined) continue
    if (stated[index]?.id !== id) throw new DiffersNow([], true)
    if ((await presentIdOf(tx, kind, id)) === id) await checkDeletion(tx, kind, id)
  }
}

/** Records that were merged since mean their survivors. */
async function survivorsIn(tx: Database, changes: readonly PendingChange[]) {
  const survivors = new Map<string, number>()
  for (const [kind, some] of Map.groupBy(changes, (change) => change.kind)) {
    const ids = [...new Set(some.map(({ entity_id }) => entity_id))]
    for (const [id, survivor] of await survivorsOf(tx, kind, ids)) survivors.set(`${kind} ${id}`, survivor.id)
  }
  return (change: PendingChange): PendingChange => {
    const entity_id = survivors.get(`${change.kind} ${change.entity_id}`) ?? change.entity_id
    return entity_id === change.entity_id ? change : { ...change, entity_id }
  }
}

/** Records of an edit without what it states about some values. */
function without(records: readonly RecordEdit[], left: readonly Difference[]): RecordEdit[] {
  const places = new Set(left.map(valuePlace))
  return records.map((record) => {
    const { kind, id, values = {}, texts = [], parts = {}, isDeleted, mergedInto, movedTo } = record
    // What becomes of a whole record stands beside no values.
    if (isDeleted || mergedInto || movedTo) return record
    const isLeft = (place: string) => places.has(`${kind} ${id} ${place}`)
    const keptOf = (stated: Readonly<Record<string, unknown>>, language: readonly [string?, string?] = []) =>
      Object.fromEntries(Object.entries(stated).filter(([column]) => !isLeft(fieldKey(column, ...language))))
    const stores = new Map(shapeOf(kind).storedParts.map(({ name, store }) => [name, store]))
    const keptEntries = (name: PartName, entries: readonly Entry[] = []) =>
      entries.filter((entry) => !isLeft(entryPlace(name, entryKeyOf(stores.get(name) as Store, entry))))
    return {
      ...record,
      values: keptOf(values),
      texts: texts.map((text) => ({ ...text, texts: keptOf(text.texts, [text.iso_639_1, text.iso_3166_1]) })),
      parts: Object.fromEntries(
        Object.entries(parts).map(([name, { put, remove }]) => {
          const part = name as PartName
          return [part, { put: keptEntries(part, put), remove: keptEntries(part, remove) }]
        }),
      ),
    }
  })
}

/** Refuses a pending edit, and tells its author why. False if it does not wait any more. */
export const refuseEdit = (db: Database, decision: Decision & { reason: string }): Promise<boolean> =>
  db.transaction(async (tx) => {
    const { now, moderator_id, title, reason } = decision
    const pending = await lockPending(tx, decision, lockAccount)
    if (!pending) return false
    const { account_id } = pending
    await decide(tx, decision, { status: 'refused', reason, edit_id: null })
    await recordAct(tx, 'edit_refused', { by: moderator_id, reason, now }, { account_id, about: { title } })
    await notify(tx, { account_id, what: 'edit_refused', about: { title, reason }, now })
    return true
  })

/** Accepting needs an author who may write; the edits of others can only be refused. */
async function lockPending(tx: Database, { id, moderator_id }: Decision, lock = lockAuthor) {
  const found = await findPending(tx, id)
  if (!found || found.account_id === moderator_id) return undefined
  await lock(tx, found.account_id)
  // Somebody else may have decided meanwhile.
  return findPending(tx, id)
}

/** The same for an account that may be suspended. */
const lockAccount = async (tx: Database, account_id: number): Promise<void> =>
  void (await tx.run(sql`update account set username = username where id = ${account_id}`))

type Outcome = { status: 'accepted' | 'refused'; reason: string; edit_id: number | null }

const decide = (tx: Database, { id, now }: Decision, { status, reason, edit_id }: Outcome) =>
  tx.run(sql`
    update pending_edit set status = ${status}, reason = ${reason}, decided_at = ${now.toISOString()},
      edit_id = ${edit_id}
    where id = ${id}`)

/** Asks the author of a pending edit something; it goes on pending. False if it does not wait any more. */
export const askAuthor = (db: Database, decision: Decision & { question: string }): Promise<boolean> =>
  db.transaction(async (tx) => {
    const { id, now, moderator_id, title, question } = decision
    const pending = await lockPending(tx, decision)
    if (!pending) return false
    const { account_id } = pending
    await tx.run(sql`
      update pending_edit set question = ${question}, asked_by = ${moderator_id}, answer = '' where id = ${id}`)
    await recordAct(
      tx,
      'edit_questioned',
      { by: moderator_id, reason: question, now },
      { account_id, about: { title } },
    )
    await notify(tx, { account_id, what: 'edit_question', about: { title, reason: question }, now })
    return true
  })

type OwnEdit = { id: number; account_id: number; title: string; now: Date }

/** Answers what the author of a pending edit was asked. False if nothing was asked, or it does not wait any more. */
export const answerQuestion = (db: Database, { id, account_id, title, now, answer }: OwnEdit & { answer: string }) =>
  db.transaction(async (tx): Promise<boolean> => {
    await lockAuthor(tx, account_id)
    const pending = await findPending(tx, id)
    if (pending?.account_id !== account_id || pending.question === '') return false
    await tx.run(sql`update pending_edit set answer = ${answer} where id = ${id}`)
    const { asked_by } = pending
    if (asked_by !== null) await tellAsker(tx, asked_by, { title, reason: answer }, now)
    return true
  })

/** Whoever has asked may have left since. */
async function tellAsker(tx: Database, asked_by: number, about: { title: string; reason: string }, now: Date) {
  const reader = await tx.one(Id, sql`select id from account where id = ${asked_by} and deleted_at is null`)
  if (reader) await notify(tx, { account_id: asked_by, what: 'edit_answered', about, now })
}

/** Takes back one's own edit while it waits. False if it does not wait any more. */
export const withdrawEdit = (db: Database, { id, account_id }: Pick<OwnEdit, 'id' | 'account_id'>) =>
  db.transaction(async (tx): Promise<boolean> => {
    await lockAuthor(tx, account_id)
    const deleted = await tx.run(sql`
      delete from pending_edit where id = ${id} and account_id = ${account_id} and status = 'waiting'`)
    return deleted === 1
  })
