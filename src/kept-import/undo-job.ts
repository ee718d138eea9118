import { Type } from 'typebox'
import { countItems, removeItem } from '#src/contributions/lists/items.ts'
import { changeList, deleteListRow, findList } from '#src/contributions/lists/lists.ts'
import { bringReview, type ReviewedTitle, removeReview, reviewBy } from '#src/contributions/reviews.ts'
import type { Database } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { lockKeeper } from '#src/kept/keeper.ts'
import { type MarkedKind, removeMark } from '#src/kept/marks.ts'
import { type RatedKind, removeRatings, setRatings } from '#src/kept/ratings.ts'
import { removeWatched, type WatchedKind } from '#src/kept/watched.ts'
import { noteUndone, type Outcome, type UndoableEntry, undoableEntries } from './entries.ts'
import { followMerges } from './follow-merges.ts'
import { importJob } from './import-job.ts'
import { setStage } from './imports.ts'
import { maxImportLists } from './lists.ts'

/** Entries that are undone in one step. */
const UNDONE_AT_ONCE = 100

const Input = Type.Object({ import_id: Type.Integer(), entries: Type.Integer() })
const State = Type.Object({ before: Type.Integer(), done: Type.Integer() })

type Undoing = { tx: Database; import_id: number; account_id: number; now: Date }

/** Whether what the import has written still stands there. */
const isAsWritten = ({ what, value, now_value, now_at, written_at }: UndoableEntry) =>
  now_at === written_at && (what !== 'rating' || now_value === value)

/** Whether there is nothing any more, as there was nothing before. */
const isGone = ({ outcome, now_at }: UndoableEntry) => outcome === 'new' && now_at === null

/** Gives back what was there before; what was changed by hand since stays. */
async function undo(
  undoing: Undoing,
  entries: readonly UndoableEntry[],
): Promise<{ number: number; outcome: Outcome }[]> {
  const { tx, account_id } = undoing
  const own = entries.filter(isAsWritten)
  const ratings = own.filter(({ what }) => what === 'rating')
  const recordOf = ({ kind, entity_id }: UndoableEntry) => ({ kind: kind as RatedKind, entity_id })
  const before = ratings.flatMap((entry) => {
    const { before_value: value, before_at: at } = entry
    return value === null || at === null ? [] : [{ ...recordOf(entry), value, at }]
  })
  if (before.length > 0) await setRatings(tx, { account_id }, before)
  const first = ratings.filter(({ before_value }) => before_value === null)
  if (first.length > 0) await removeRatings(tx, { account_id }, first.map(recordOf))
  for (const { what, kind, entity_id } of own) {
    const title = { kind: kind as MarkedKind, entity_id }
    if (what === 'watchlist') await removeMark(tx, 'watchlist', account_id, title)
    if (what === 'favourite') await removeMark(tx, 'favorite', account_id, title)
  }
  const watched = own.flatMap(({ what, kind, entity_id, written_at }) =>
    what === 'watched' ? [{ kind: kind as WatchedKind, entity_id, watched_at: written_at }] : [],
  )
  if (watched.length > 0) await removeWatched(tx, account_id, watched)
  await undoLists(undoing, own)
  for (const entry of own) if (entry.what === 'review') await undoReview(undoing, entry)
  return entries.map((entry) => ({
    number: entry.number,
    outcome: isAsWritten(entry) || isGone(entry) ? 'undone' : 'kept',
  }))
}

/** Removes a review, or gives it the text, the language and the time that it had. */
async function undoReview({ tx, account_id, now }: Undoing, entry: UndoableEntry) {
  const about = { kind: entry.kind as ReviewedTitle['kind'], entity_id: entry.entity_id }
  const review = await reviewBy(tx, account_id, about)
  if (!review) return
  const { before_text: content, before_language, before_at } = entry
  if (content === null || before_at === null) return void (await removeReview(tx, review, now))
  const { created_at } = review
  // What was written before this was kept has the language that it has by now.
  const iso_639_1 = before_language ?? review.iso_639_1
  await bringReview(tx, account_id, about, { content, iso_639_1, created_at, updated_at: before_at }, now)
}

/** The first of some entries, up to and including the first review: each is an edit of its own. */
function upToReview(entries: readonly UndoableEntry[]): readonly UndoableEntry[] {
  const first = entries.findIndex((entry) => entry.what === 'review' && isAsWritten(entry))
  return first === -1 ? entries : entries.slice(0, first + 1)
}

const ImportList = Type.Object({
  number: Type.Integer(),
  name: Type.String(),
  list_id: Type.Integer(),
  is_made: Type.Boolean(),
})

const listsOf = (tx: Database, import_id: number) =>
  tx.all(
    ImportList,
    sql`
    select number, name, list_id, is_made from kept_import_list
    where import_id = ${import_id} and list_id is not null order by number ${limit(maxImportLists)}`,
  )

/** Takes entries off their lists. */
async function undoLists({ tx, import_id, account_id, now }: Undoing, entries: readonly UndoableEntry[]) {
  const listed = entries.filter(({ what }) => what === 'listed')
  if (listed.length === 0) return
  const lists = new Map((await listsOf(tx, import_id)).map(({ number, list_id }) => [number, list_id]))
  for (const [number, of] of Map.groupBy(listed, ({ list_number }) => list_number)) {
    const id = lists.get(number ?? 0)
    if (id === undefined) continue
    await changeList(tx, { id, account_id, now }, async () => {
      for (const { kind, entity_id } of of) await removeItem(tx, id, { kind: kind as MarkedKind, entity_id })
    })
  }
}

/** Deletes the lists that the import has made, unless something was put on them or they were described since. */
async function deleteLists({ tx, import_id, account_id }: Undoing) {
  for (const { name, list_id, is_made } of await listsOf(tx, import_id)) {
    const list = is_made ? await findList(tx, list_id) : undefined
    if (!list || list.account_id !== account_id || list.name !== name || list.visibility !== 'private') continue
    if ((await countItems(tx, list_id)) === 0) await deleteListRow(tx, list_id)
  }
}

/** Undoes an import as a whole, from its end to its beginning. */
export const undoJob = importJob({
  name: 'undo_kept_import',
  input: Input,
  state: State,
  async step(_db, { account_id, input: { import_id, entries }, state, now }) {
    return async (tx) => {
      await lockKeeper(tx, { account_id })
      const undoing = { tx, import_id, account_id, now }
      if (state.done === 0) await followMerges(tx, import_id)
      const found = await undoableEntries(tx, import_id, state.before, UNDONE_AT_ONCE)
      const some = upToReview(found)
      await noteUndone(tx, import_id, await undo(undoing, some))
      const isDone = found.length < UNDONE_AT_ONCE && some.length === found.length
      if (isDone) await deleteLists(undoing)
      const done = state.done + some.length
      return {
        state: { before: some.at(-1)?.number ?? state.before, done },
        progress: { phase: 'undoing', done, total: entries },
        isDone,
      }
    }
  },
  ended: (tx, { input: { import_id } }, ending, { now, failure }) =>
    setStage(
      tx,
      import_id,
      { stage: ending === 'done' ? 'undone' : 'written', failure: ending === 'cancelled' ? 'cancelled' : failure },
      now,
    ),
})
