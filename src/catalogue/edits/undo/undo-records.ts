import { isDeepStrictEqual } from 'node:util'
import { Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { isKind, numberingOf, type PartName } from '../../kinds.ts'
import { findRecord } from '../../part.ts'
import type { RecordKind } from '../../record-kinds.ts'
import type { RankOf } from '../../sources.ts'
import { type Change, change, movedChange } from '../change.ts'
import { deleteRecords } from '../delete-records.ts'
import { type Difference, differenceOf, type Logging } from '../difference.ts'
import { fateBefore, presentSurvivors } from '../gone/gone.ts'
import { countImageVotes } from '../gone/kept-aside.ts'
import { withoutReviewsElsewhere } from '../gone/reviews.ts'
import type { Fate } from '../gone/survivors.ts'
import { loadRecords, type StoredRecord } from '../record-loader.ts'
import { numberingPlace, snapshotOf } from '../replaced.ts'
import { write } from '../steps.ts'
import { type Decision, decide, type LeftReason, type LeftValue, LoggedChange } from './decide.ts'
import { type Before, entryBefore, entryOf, giveBack, recordIn, restored, restoring } from './restore.ts'
import { changesIn, editsIn, type UndoScope } from './scope.ts'
import { goneAmong, inUse, type Use, usesBefore, usesOfRecord, withoutGone } from './uses.ts'

/** A value that stays, with its record. */
export type Left = LeftValue & { kind: RecordKind; id: number }

export type Undoing = {
  scope: UndoScope
  rankOf: RankOf
  /** The edit of this undo, once there is one. Its own changes are nobody else's. */
  edit_id(): number | undefined
  /** Records that this transaction has brought back (true) or removed (false). */
  turns: Map<string, boolean>
  open(): Promise<number>
}

/** What undoing does to some records: rows for the change log, and what stays as it is. */
export type Undone = { changes: Change[]; left: Left[] }

const Turn = Type.Object({ entity_id: Type.Integer(), action: Type.String() })

/** Records that this undo has brought back (true) or removed (false). */
async function turnsOf(tx: Database, of: RecordKind, ids: readonly number[], { edit_id, turns: now }: Undoing) {
  const turns = await tx.all(
    Turn,
    sql`
    select entity_id, action from change ${tx.engine.through('change_by_record')}
    where kind = ${of} and ${tx.engine.anyOf(raw('entity_id'), ids)} and edit_id = ${edit_id() ?? 0}
      and action in ('created', 'destroyed')
    order by seq`,
  )
  const known = new Map(turns.map(({ entity_id, action }) => [entity_id, action === 'created']))
  for (const id of ids) {
    const turn = now.get(`${of} ${id}`)
    if (turn !== undefined) known.set(id, turn)
  }
  return known
}

/** The changes of records of a kind. Reviews that are not undone are left out: they keep nothing else. */
function changesOf(tx: Database, of: RecordKind, ids: readonly number[], { scope, edit_id }: Undoing) {
  const own = edit_id() ?? 0
  return tx.all(
    LoggedChange,
    sql`
    select c.seq, c.edit_id, e.account_id, c.entity_id, c.place, c.action, c.original_value, c.replaced,
      (${editsIn(scope)}) is true as is_undone
    from change c join edit e on e.id = c.edit_id
    where c.kind = ${of} and ${tx.engine.anyOf(sql`c.entity_id`, ids)} and c.edit_id <> ${own}
      and (c.place <> '' or c.action in ('created', 'destroyed')) and (not (${editsIn(scope)}) or (${changesIn(scope)}))
    order by c.seq`,
  )
}

/**
 * The parts that undoing may touch; undefined if it may be all of them, because records come or go. The rest of a
 * record stays as it is, and need not be known.
 */
function partsIn(of: RecordKind, changes: readonly LoggedChange[]): ReadonlySet<PartName> | undefined {
  const undone = changes.filter(({ is_undone }) => is_undone)
  if (undone.some(({ action }) => action === 'created' || action === 'destroyed')) return undefined
  return new Set(undone.flatMap(({ place }) => entryOf(of, place)?.part.name ?? []))
}

/** What should become of records of a kind. */
async function decisionsAbout(
  tx: Database,
  of: RecordKind,
  ids: readonly number[],
  { changes, stored }: { changes: readonly LoggedChange[]; stored: ReadonlyMap<number, StoredRecord> },
  undoing: Undoing,
) {
  const turns = await turnsOf(tx, of, ids, undoing)
  const byRecord = Map.groupBy(changes, ({ entity_id }) => entity_id)
  const decisions = ids.map((id): [number, Decision] => {
    const wasThere = turns.has(id) ? !turns.get(id) : stored.has(id)
    return [id, decide(byRecord.get(id) ?? [], wasThere)]
  })
  return { decisions, broughtBack: new Set([...turns].filter(([, isBack]) => isBack).map(([id]) => id)) }
}

/**
 * Restores values of records of a kind, and brings back those that were deleted. It may run again for a record, and
 * then restores references to others that have come back since.
 */
export async function giveBackRecords(
  tx: Database,
  of: RecordKind,
  ids: readonly number[],
  undoing: Undoing,
): Promise<Undone> {
  const logged = await changesOf(tx, of, ids, undoing)
  const stored = await loadRecords(tx, of, ids, partsIn(of, logged))
  const { decisions, broughtBack } = await decisionsAbout(tx, of, ids, { changes: logged, stored }, undoing)
  const left: Left[] = []
  const bases = new Map<number, StoredRecord>()
  for (const [id, { record }] of decisions) {
    const isBack = record.is === 'bring back'
    const whole = isBack ? recordIn(of, id, record.snapshot) : stored.get(id)
    const base =
      isBack && whole ? await withOwnReviews(tx, whole, broughtBack.has(id) ? stored.get(id) : undefined) : whole
    if (base) bases.set(id, base)
  }
  const uses = decisions.flatMap(([id, { record, values }]) => [
    ...(record.is === 'bring back' ? usesOfRecord(bases.get(id) as StoredRecord) : []),
    ...values.flatMap((before) => usesBefore(of, before)),
  ])
  const isGone = await goneAmong(tx, uses)
  const differences: Difference[] = []
  const claimed = new Set<string>()
  for (const [id, decision] of decisions) {
    const leave = (place: string, reason: LeftReason) => left.push({ kind: of, id, place, reason, edit_id: null })
    for (const value of decision.left) left.push({ kind: of, id, ...value })
    const base = bases.get(id)
    if (!base || (decision.record.is !== 'bring back' && decision.values.length === 0)) continue
    const before = stored.get(id)
    if (!before && !(await hasPlace(tx, of, base, claimed))) {
      leave('', 'no_place')
      continue
    }
    const { whole, places } = decision.record.is === 'bring back' ? withoutGone(base, isGone) : asItIs(base)
    // What is missing when a record comes back may come back after it.
    if (broughtBack.has(id)) for (const place of places) leave(place, 'reference_gone')
    const draft = restoring(whole)
    for (const value of decision.values) {
      const reason = reasonToLeave(of, value, isGone)
      if (reason) leave(value.place, reason)
      else giveBack(draft, value)
    }
    const target = await placed(tx, of, restored(draft), before, claimed)
    if (!target) {
      leave(numberingPlace, 'no_place')
      continue
    }
    const logging = { rankOf: undoing.rankOf, isThorough: true }
    const isReplaced = before !== undefined && decision.record.is === 'bring back' && !broughtBack.has(id)
    const difference = isReplaced ? replacement(before, target, logging) : differenceOf(before, target, logging)
    // Bringing back a record is one row of the change log, whatever is completed later.
    const changes = broughtBack.has(id) ? [] : notingMoves(difference?.changes ?? [], decision.values)
    if (difference) differences.push({ ...difference, changes })
  }
  const changes = differences.length > 0 ? await write(tx, of, differences, await undoing.open()) : []
  const withImages = differences.filter(({ entries }) => entries.some(({ store }) => store.table === 'image'))
  if (withImages.length > 0)
    await countImageVotes(
      tx,
      of,
      withImages.map(({ record: { id } }) => id),
    )
  return { changes, left }
}

const asItIs = (whole: StoredRecord): { whole: StoredRecord; places: string[] } => ({ whole, places: [] })

/** A record that somebody created again in place of one that comes back: what belongs to both stays where it is. */
function replacement(before: StoredRecord, target: StoredRecord, logging: Logging): Difference {
  const { kind: of, id } = target
  const changes = [
    change(of, id, '', 'destroyed', { replaced: { record: snapshotOf(before) } }),
    change(of, id, '', 'created'),
  ]
  const same = { ...sameRecord, record: target }
  return { ...(differenceOf(before, target, logging) ?? same), hasOtherZeros: true, changes }
}

const none = { put: new Map(), deleted: new Map() }
const sameRecord = {
  ...{ isNew: false, changes: [], hasOtherColumns: false, hasOtherZeros: false },
  ...{ translations: none, owners: none, entries: [], removed: [] },
}

/** A record that comes back, with the reviews that came back with it, or are to. */
const withOwnReviews = (tx: Database, whole: StoredRecord, back: StoredRecord | undefined) => {
  if (!back) return withoutReviewsElsewhere(tx, whole)
  return { ...whole, entries: new Map(whole.entries).set('reviews', back.entries.get('reviews') ?? new Map()) }
}

/** The same record where it belongs; undefined if that place is gone or taken. One that comes back was checked. */
async function placed(
  tx: Database,
  of: RecordKind,
  target: StoredRecord,
  before: StoredRecord | undefined,
  claimed: Set<string>,
): Promise<StoredRecord | undefined> {
  if (!before || isDeepStrictEqual(before.numbering, target.numbering)) return target
  return (await hasPlace(tx, of, target, claimed)) ? target : undefined
}

/** Reviews that a merge has moved go back with it, and an undo of that takes them along again. */
function notingMoves(changes: readonly Change[], values: readonly Before[]): readonly Change[] {
  const moved = new Set(values.filter(({ replaced }) => replaced.moved).map(({ place }) => place))
  if (moved.size === 0) return changes
  return changes.map((change) => (moved.has(change.place) ? movedChange(change) : change))
}

function reasonToLeave(of: RecordKind, before: Before, isGone: (use: Use) => boolean): LeftReason | undefined {
  if (usesBefore(of, before).some(isGone)) return 'reference_gone'
  if (!before.place.startsWith('reviews [') || before.replaced.moved) return undefined
  // What its author has removed does not come back.
  const author = entryBefore(before)?.account_id
  return author !== undefined && author === before.account_id ? 'removed_by_author' : undefined
}

/** Whether the season or the series of a record is there, and nothing else has its number. */
async function hasPlace(tx: Database, of: RecordKind, { numbering }: StoredRecord, claimed: Set<string>) {
  if (!isKind(of) || numberingOf(of).length === 0) return true
  const name = JSON.stringify(Object.values(numbering))
  if (claimed.has(name) || (await findRecord(tx, of, numbering)) !== undefined) return false
  if ((await findRecord(tx, of === 'season' ? 'series' : 'season', numbering)) === undefined) return false
  claimed.add(name)
  return true
}

/** Removes records of a kind that the undone edits have made, unless something else needs them. */
export async function removeMade(
  tx: Database,
  of: RecordKind,
  ids: readonly number[],
  undoing: Undoing,
): Promise<Undone> {
  const changes = await changesOf(tx, of, ids, undoing)
  const stored = await loadRecords(tx, of, ids, new Set())
  const { decisions } = await decisionsAbout(tx, of, ids, { changes, stored }, undoing)
  const fates = new Map<number, Fate>()
  const made = decisions.flatMap(([id, { record }]) => {
    if (record.is !== 'remove' || !stored.has(id)) return []
    const fate = record.before && fateBefore(record.before)
    if (fate) fates.set(id, fate)
    return [id]
  })
  if (made.length === 0) return { changes: [], left: [] }
  const used = await inUse(tx, of, made)
  const leave = (id: number, reason: LeftReason): Left => ({ kind: of, id, place: '', reason, edit_id: null })
  const left = [...used].map((id) => leave(id, 'in_use'))
  const again = await fatesNow(tx, of, fates)
  const isLost = (id: number) => fates.has(id) && !again.has(id)
  for (const id of made) if (!used.has(id) && isLost(id)) left.push(leave(id, 'reference_gone'))
  const removed = made.filter((id) => !used.has(id) && !isLost(id))
  if (removed.length === 0) return { changes: [], left }
  await undoing.open()
  const ofRemoved = new Map([...again].filter(([id]) => removed.includes(id)))
  return { changes: await deleteRecords(tx, of, removed, undoing.rankOf, ofRemoved), left }
}

/** Fates of records that leave again: a merged one goes to the record that its survivor is now, if that exists. */
async function fatesNow(tx: Database, of: RecordKind, fates: ReadonlyMap<number, Fate>): Promise<Map<number, Fate>> {
  const pairs = [...fates].flatMap(([id, fate]) => (fate.is === 'merged' ? [{ id, into_id: fate.into_id }] : []))
  const present = new Map((await presentSurvivors(tx, of, pairs)).map(({ id, into_id }) => [id, into_id]))
  return new Map(
    [...fates].flatMap(([id, fate]): [number, Fate][] => {
      if (fate.is === 'removed') return [[id, fate]]
      const into_id = present.get(id)
      return into_id === undefined || into_id === id ? [] : [[id, { ...fate, into_id }]]
    }),
  )
}
