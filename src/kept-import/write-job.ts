import { Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { addItems } from '#src/contributions/lists/items.ts'
import { changeList, createList } from '#src/contributions/lists/lists.ts'
import { bringReview, type ReviewedTitle } from '#src/contributions/reviews.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { lockKeeper } from '#src/kept/keeper.ts'
import { isRefused } from '#src/kept/kept-entry.ts'
import { addMarks, type MarkedKind, type MarkList } from '#src/kept/marks.ts'
import { type RatedKind, setRatings } from '#src/kept/ratings.ts'
import type { WatchedKind } from '#src/kept/watched.ts'
import type { WatchedTime } from '#src/kept/watched-time.ts'
import { primaryTranslations } from '#src/reference/reference.ts'
import { type DueEntry, dueEntries, noteWritten, type Outcome } from './entries.ts'
import { followMerges } from './follow-merges.ts'
import { importJob } from './import-job.ts'
import { setStage } from './imports.ts'
import { linkLists } from './lists.ts'
import { addFitting, watchedIn } from './watched.ts'

/** Entries that are written in one step. A review is an edit, which takes as long as many of them: it ends the step. */
const WRITTEN_AT_ONCE = 200

/** Of entries in all, and reviews that are to be published: none if absent. */
const Input = Type.Object({
  import_id: Type.Integer(),
  entries: Type.Integer(),
  reviews: Type.Optional(Type.Integer()),
})
const State = Type.Object({ after: Type.Integer(), done: Type.Integer(), published: Type.Optional(Type.Integer()) })

type Writing = { tx: Database; import_id: number; account_id: number; now: Date }

/** When something was rated or added: as the file says, unless that is still to come. */
const timeOf = ({ at }: DueEntry, now: Date): string => (at !== null && at < now.toISOString() ? at : now.toISOString())

/** When something was watched; entries that do not say so are not matched. */
function watchedTimeOf({ entry }: DueEntry, now: Date): WatchedTime | undefined {
  const time = isRefused(entry) ? undefined : watchedIn(entry, now)
  return typeof time === 'object' ? time : undefined
}

const isWritten = ({ effect }: DueEntry) => effect === 'new' || effect === 'changed'

const marks = { watchlist: 'watchlist', favourite: 'favorite' } as const satisfies Record<string, MarkList>

/** Writes some entries; returns those for which there is no room. */
async function write(writing: Writing, due: readonly DueEntry[]): Promise<ReadonlySet<number>> {
  const { tx, account_id, now } = writing
  const ofWhat = Map.groupBy(due.filter(isWritten), ({ what }) => what)
  const ratings = (ofWhat.get('rating') ?? []).map((entry) => ({
    ...{ kind: entry.kind as RatedKind, entity_id: entry.entity_id, value: entry.value as number },
    at: timeOf(entry, now),
  }))
  if (ratings.length > 0) await setRatings(tx, { account_id }, ratings)
  for (const what of ['watchlist', 'favourite'] as const) {
    const added = (ofWhat.get(what) ?? []).map((entry) => ({
      ...{ kind: entry.kind as MarkedKind, entity_id: entry.entity_id, created_at: timeOf(entry, now) },
    }))
    if (added.length > 0) await addMarks(tx, marks[what], account_id, added)
  }
  const unwatched = await writeWatched(writing, ofWhat.get('watched') ?? [])
  return unwatched.union(await writeLists(writing, ofWhat.get('listed') ?? []))
}

/** Notes what was watched; returns entries for which there is no room. */
async function writeWatched({ tx, account_id, now }: Writing, due: readonly DueEntry[]): Promise<ReadonlySet<number>> {
  const entries = due.flatMap((entry) => {
    const { kind, entity_id, series_id } = entry
    const time = watchedTimeOf(entry, now)
    return time ? [{ kind: kind as WatchedKind, entity_id, series_id, ...time }] : []
  })
  const room = due.length === 0 ? 0 : await addFitting(tx, account_id, entries, now)
  return new Set(due.slice(room).map(({ number }) => number))
}

const ImportList = Type.Object({
  name: Type.String(),
  description: Type.String(),
  list_id: nullable(Type.Integer()),
  iso_639_1: Type.String(),
})

/** Puts entries on their lists, which are made if the account has none of that name. */
async function writeLists(writing: Writing, due: readonly DueEntry[]): Promise<ReadonlySet<number>> {
  const { tx, import_id, account_id, now } = writing
  const full = new Set<number>()
  if (due.length > 0) await linkLists(tx, import_id, account_id)
  for (const [number, entries] of Map.groupBy(due, ({ list_number }) => list_number)) {
    const list_id = number === null ? undefined : await listOf(writing, number)
    const items = entries.map((entry) => ({
      ...{ kind: entry.kind as MarkedKind, entity_id: entry.entity_id, created_at: timeOf(entry, now) },
    }))
    const room =
      list_id === undefined
        ? 0
        : await changeList(tx, { id: list_id, account_id, now }, () => addItems(tx, list_id, items))
    for (const { number } of entries.slice(room ?? 0)) full.add(number)
  }
  return full
}

/** The list of the account for a list of an import; undefined if the account has too many. */
async function listOf({ tx, import_id, account_id, now }: Writing, number: number): Promise<number | undefined> {
  const list = await tx.one(
    ImportList,
    sql`
    select l.name, l.description, l.list_id, coalesce(nullif(a.iso_639_1, ''), 'en') as iso_639_1
    from kept_import_list l join account a on a.id = ${account_id}
    where l.import_id = ${import_id} and l.number = ${number}`,
  )
  if (!list) return undefined
  if (list.list_id !== null) return list.list_id
  const { name, description, iso_639_1 } = list
  const text = { name, description, iso_639_1, visibility: 'private' } as const
  try {
    const list_id = await createList(tx, account_id, text, now)
    await tx.run(sql`
      update kept_import_list set list_id = ${list_id}, is_made = ${true}
      where import_id = ${import_id} and number = ${number}`)
    return list_id
  } catch (error) {
    if (error instanceof ApiError && error.status === 'too_many_lists') return undefined
    throw error
  }
}

/** The languages of reviews. */
const languages = new Set(primaryTranslations.map((tag) => tag.slice(0, 2)))
const OwnLanguage = Type.Object({ iso_639_1: Type.String() })

/** Publishes a review, in its own language or in that of the account. */
async function publish({ tx, account_id, now }: Writing, entry: DueEntry): Promise<void> {
  const own = await tx.one(OwnLanguage, sql`select iso_639_1 from account where id = ${account_id}`)
  const said = isRefused(entry.entry) ? undefined : entry.entry.language
  const iso_639_1 = [said, own?.iso_639_1].find((each) => each !== undefined && languages.has(each)) ?? 'en'
  const about = { kind: entry.kind as ReviewedTitle['kind'], entity_id: entry.entity_id }
  const at = timeOf(entry, now)
  const text = { content: entry.review_text ?? '', iso_639_1, created_at: at, updated_at: at }
  await bringReview(tx, account_id, about, text, now)
}

/** The first of some entries, up to and including the first one that is a review to be published. */
function upToReview(due: readonly DueEntry[]): readonly DueEntry[] {
  const first = due.findIndex((entry) => entry.what === 'review' && isWritten(entry))
  return first === -1 ? due : due.slice(0, first + 1)
}

/** Writes the matched entries of an import. */
export const writeJob = importJob({
  name: 'write_kept_import',
  input: Input,
  state: State,
  async step(_db, { account_id, input: { import_id, entries, reviews = 0 }, state, now }) {
    return async (tx) => {
      await lockKeeper(tx, { account_id })
      if (state.done === 0) await followMerges(tx, import_id)
      const { published = 0 } = state
      const some = { after: state.after, most: WRITTEN_AT_ONCE, withReviews: published < reviews }
      const found = await dueEntries(tx, import_id, some)
      const due = upToReview(found)
      const writing = { tx, import_id, account_id, now }
      const full = await write(writing, due)
      // Last, because an edit takes the lock of the change log, with which nothing else is waited for.
      const review = due.findLast((entry) => entry.what === 'review' && isWritten(entry))
      if (review) await publish(writing, review)
      const notes = due.map((entry) => {
        const { number, effect, before_value, before_at, before_text, before_language } = entry
        const outcome: Outcome = full.has(number) ? 'full' : effect
        const at = entry.what === 'watched' ? watchedTimeOf(entry, now)?.watched_at : timeOf(entry, now)
        const written_at = isWritten(entry) ? (at ?? null) : null
        return { number, outcome, before_value, before_at, before_text, before_language, written_at }
      })
      await noteWritten(tx, import_id, notes)
      const done = state.done + due.length
      return {
        state: { after: due.at(-1)?.number ?? state.after, done, published: published + (review ? 1 : 0) },
        progress: { phase: 'writing', done, total: entries },
        isDone: found.length < WRITTEN_AT_ONCE && due.length === found.length,
      }
    }
  },
  // What was written before it was cancelled stays, and can be undone.
  ended: (tx, { input: { import_id } }, ending, { now, failure }) =>
    setStage(tx, import_id, { stage: 'written', failure: ending === 'cancelled' ? 'cancelled' : failure }, now),
})
