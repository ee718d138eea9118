import { type Static, Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { empty, limit, type Sql, sql } from '#src/database/sql.ts'
import type { KeptEntry, Refused } from '#src/kept/kept-entry.ts'
import type { Guess, MatchedKind } from '#src/matching/wanted-title.ts'

/** Entries of a file that are kept; what comes after them is refused. */
export const maxImportEntries = 50_000

/** Whether an entry is matched yet, and whether a person has to decide. Only what is matched is written. */
export const entryStatuses = ['open', 'matched', 'uncertain', 'unmatched', 'skipped', 'refused'] as const
type EntryStatus = (typeof entryStatuses)[number]

/**
 * What writing an entry does: something new, another value than before, or nothing, because it is there already, stands
 * in the file once more and later, is no longer in the catalogue, or has no room.
 */
type Effect = 'new' | 'changed' | 'same' | 'repeated' | 'gone' | 'full'
/** What was done with an entry; after undoing, `undone`, or `kept` where it was changed by hand since. */
export type Outcome = Effect | 'undone' | 'kept'

/** The kinds of record with which people may do something. */
const keptKinds: Readonly<Record<KeptEntry['what'], readonly MatchedKind[]>> = {
  rating: ['movie', 'series', 'episode'],
  watchlist: ['movie', 'series'],
  favourite: ['movie', 'series'],
  listed: ['movie', 'series'],
  watched: ['movie', 'episode'],
  review: ['movie', 'series'],
}

/** Whether people may do this with records of this kind here. */
export const isKept = (what: KeptEntry['what'], kind: MatchedKind): boolean => keptKinds[what].includes(kind)
/** Whether people may do this with any record here. */
export const isEverKept = (what: KeptEntry['what']): boolean => keptKinds[what].length > 0

export const What = Type.Unsafe<KeptEntry['what']>({ type: 'string' })
const Status = Type.Unsafe<EntryStatus>({ type: 'string' })
const Kind = Type.Unsafe<MatchedKind | null>({ type: ['string', 'null'] })

/** What a file says about one thing, as it is stored. */
type Said = KeptEntry | Refused
const Said = Type.Unsafe<Said>({ type: 'object' })
const Others = Type.Unsafe<Guess[]>({ type: 'array' })

export const EntryRow = Type.Object({
  import_id: Type.Integer(),
  number: Type.Integer(),
  entry: Said,
  what: What,
  value: nullable(Type.Number()),
  at: nullable(Type.String()),
  list_number: nullable(Type.Integer()),
  status: Status,
  reason: Type.String(),
  kind: Kind,
  entity_id: nullable(Type.Integer()),
  others: Others,
  certainty: Type.Number(),
  review_text: nullable(Type.String()),
  outcome: Type.String(),
  about: Type.String(),
})
export const entryTable = { name: 'kept_import_entry', key: ['import_id', 'number'], row: EntryRow }

export const ShownEntry = Type.Object({
  number: Type.Integer(),
  entry: Said,
  what: What,
  value: nullable(Type.Number()),
  at: nullable(Type.String()),
  status: Status,
  reason: Type.String(),
  kind: Kind,
  entity_id: nullable(Type.Integer()),
  others: Others,
  effect: Type.Unsafe<Effect>({ type: 'string' }),
  outcome: Type.Unsafe<Outcome | ''>({ type: 'string' }),
  before_value: nullable(Type.Number()),
})
export type ShownEntry = Static<typeof ShownEntry>

/**
 * Another matched entry of the import says the same of the same record, later. Watched again is not the same; watched
 * at no known time is said by every entry that knows one.
 */
const isRepeated = sql`exists (
  select 1 from kept_import_entry later
  where later.import_id = e.import_id and later.kind = e.kind and later.entity_id = e.entity_id and later.what = e.what
    and later.status = 'matched' and later.list_number is not distinct from e.list_number
    and (e.what <> 'watched' or e.at is null or later.at = e.at)
    and (coalesce(later.at, ''), later.number) > (coalesce(e.at, ''), e.number))`

/**
 * The account has watched what an entry says: at the same time, at any if the entry knows none, or, before the import,
 * on the same day if only the day is known of one of the two, which noon stands for.
 */
const isWatched = sql`(e.what = 'watched' and exists (
  select 1 from watched seen
  where seen.account_id = i.account_id and seen.kind = e.kind and seen.entity_id = e.entity_id
    and (e.at is null or seen.watched_at = e.at or (seen.created_at < i.changed_at
      and substr(seen.watched_at, 1, 10) = substr(e.at, 1, 10)
      and (seen.watched_at like '%T12:00:00.000Z' or e.at like '%T12:00:00.000Z')))))`

/** What writing an entry `e` would do now, for an account. */
export const effect = sql`
  case
    when record.id is null then 'gone'
    when ${isRepeated} then 'repeated'
    when e.what = 'rating' and rating.value <> e.value then 'changed'
    when e.what = 'review' and review.content <> e.review_text then 'changed'
    when coalesce(rating.created_at, watchlist.created_at, favorite.created_at, item.created_at, review.created_at)
      is not null
      or ${isWatched} then 'same'
    else 'new'
  end`

/** An entry with what the account keeps of the same record. */
export const kept = sql`
  from kept_import_entry e
  join kept_import i on i.id = e.import_id
  left join record on record.kind = e.kind and record.id = e.entity_id
  left join rating on e.what = 'rating' and rating.account_id = i.account_id and rating.kind = e.kind
    and rating.entity_id = e.entity_id
  left join watchlist on e.what = 'watchlist' and watchlist.account_id = i.account_id and watchlist.kind = e.kind
    and watchlist.entity_id = e.entity_id
  left join favorite on e.what = 'favourite' and favorite.account_id = i.account_id and favorite.kind = e.kind
    and favorite.entity_id = e.entity_id
  left join review on e.what = 'review' and review.kind = e.kind and review.entity_id = e.entity_id and review.id = (
    select r.id from review r where r.account_id = i.account_id and r.kind = e.kind and r.entity_id = e.entity_id
    order by r.created_at, r.id limit 1)
  left join kept_import_list l on l.import_id = e.import_id and l.number = e.list_number
  left join list_item item on e.what = 'listed' and item.list_id = l.list_id and item.kind = e.kind
    and item.entity_id = e.entity_id`

export const shown = sql`e.number, e.entry, e.what, e.value, e.at, e.status, e.reason, e.kind, e.entity_id, e.others,
  case when e.status = 'matched' then ${effect} else '' end as effect, e.outcome,
  case when e.outcome = '' then rating.value else e.before_value end as before_value`

/**
 * What entries are chosen by: whether they are matched, or what was done with them. Those that wait are matched and not
 * written: nobody has said that reviews are to be published, or it was cancelled.
 */
export type EntryFilter = { status: EntryStatus } | { outcome: Outcome } | { isWaiting: true }

function where(filter: EntryFilter): Sql {
  if ('isWaiting' in filter) return sql`and e.status = 'matched' and e.outcome = ''`
  return 'status' in filter ? sql`and e.status = ${filter.status}` : sql`and e.outcome = ${filter.outcome}`
}

/** Some entries of an import, in the order of the file. */
export const entriesOf = (
  db: Reader,
  import_id: number,
  filter: EntryFilter,
  { first, most }: { first: number; most: number },
): Promise<ShownEntry[]> =>
  db.wide.all(
    ShownEntry,
    sql`
    select ${shown} ${kept}
    where e.import_id = ${import_id} ${where(filter)} order by e.number ${limit(most)} offset ${first}`,
  )

export const entryOf = (db: Reader, import_id: number, number: number): Promise<ShownEntry | undefined> =>
  db.one(ShownEntry, sql`select ${shown} ${kept} where e.import_id = ${import_id} and e.number = ${number}`)

const Due = Type.Object({
  number: Type.Integer(),
  what: What,
  value: nullable(Type.Number()),
  at: nullable(Type.String()),
  list_number: nullable(Type.Integer()),
  kind: Type.String(),
  entity_id: Type.Integer(),
  series_id: nullable(Type.Integer()),
  effect: Type.Unsafe<Effect>({ type: 'string' }),
  before_value: nullable(Type.Number()),
  before_at: nullable(Type.String()),
  review_text: nullable(Type.String()),
  before_text: nullable(Type.String()),
  before_language: nullable(Type.String()),
  entry: Said,
})
/** An entry that is to be written, with what stands there before. */
export type DueEntry = Static<typeof Due>

/** The next entries that are to be written, with reviews or without those that would be published. */
export const dueEntries = (
  tx: Database,
  import_id: number,
  { after, most, withReviews }: { after: number; most: number; withReviews: boolean },
): Promise<DueEntry[]> =>
  tx.all(
    Due,
    sql`
    select e.number, e.what, e.value, e.at, e.list_number, e.kind, e.entity_id, episode.series_id, ${effect} as effect,
      rating.value as before_value, coalesce(rating.updated_at, review.updated_at) as before_at, e.review_text,
      review.content as before_text, review.iso_639_1 as before_language, e.entry
    ${kept} left join episode on e.kind = 'episode' and episode.id = e.entity_id
    where e.import_id = ${import_id} and e.status = 'matched' and e.outcome = '' and e.number > ${after}
      ${withReviews ? empty : sql`and not (e.what = 'review' and ${effect} in ('new', 'changed'))`}
    order by e.number ${limit(most)}`,
  )

const Written = Type.Object({
  number: Type.Integer(),
  outcome: Type.String(),
  before_value: nullable(Type.Number()),
  before_at: nullable(Type.String()),
  before_text: nullable(Type.String()),
  before_language: nullable(Type.String()),
  written_at: nullable(Type.String()),
})

/** Notes what was done with entries. */
export const noteWritten = (tx: Database, import_id: number, written: readonly Static<typeof Written>[]) =>
  written.length === 0
    ? Promise.resolve(0)
    : tx.run(sql`
    update kept_import_entry set outcome = w.outcome, before_value = w.before_value, before_at = w.before_at,
      before_text = w.before_text, before_language = w.before_language, written_at = w.written_at
    from ${tx.engine.rows(Written, written)} as w
    where kept_import_entry.import_id = ${import_id} and kept_import_entry.number = w.number`)

const Undoable = Type.Object({
  number: Type.Integer(),
  what: What,
  value: nullable(Type.Number()),
  list_number: nullable(Type.Integer()),
  kind: Type.String(),
  entity_id: Type.Integer(),
  outcome: Type.Unsafe<Outcome>({ type: 'string' }),
  before_value: nullable(Type.Number()),
  before_at: nullable(Type.String()),
  before_text: nullable(Type.String()),
  before_language: nullable(Type.String()),
  written_at: Type.String(),
  now_value: nullable(Type.Number()),
  now_at: nullable(Type.String()),
})
/** An entry that was written, with what stands there now. */
export type UndoableEntry = Static<typeof Undoable>

/** The next entries that are to be undone, the last one first. */
export const undoableEntries = (
  tx: Database,
  import_id: number,
  before: number,
  most: number,
): Promise<UndoableEntry[]> =>
  tx.all(
    Undoable,
    sql`
    select e.number, e.what, e.value, e.list_number, e.kind, e.entity_id, e.outcome, e.before_value, e.before_at,
      e.before_text, e.before_language, e.written_at, rating.value as now_value,
      coalesce(rating.updated_at, watchlist.created_at, favorite.created_at, item.created_at, watched.watched_at,
        review.updated_at) as now_at
    ${kept}
    left join watched on e.what = 'watched' and watched.account_id = i.account_id and watched.kind = e.kind
      and watched.entity_id = e.entity_id and watched.watched_at = e.written_at
    where e.import_id = ${import_id} and e.outcome in ('new', 'changed') and e.number < ${before}
    order by e.number desc ${limit(most)}`,
  )

const Undone = Type.Object({ number: Type.Integer(), outcome: Type.String() })

export const noteUndone = (tx: Database, import_id: number, undone: readonly Static<typeof Undone>[]) =>
  undone.length === 0
    ? Promise.resolve(0)
    : tx.run(sql`
    update kept_import_entry set outcome = u.outcome from ${tx.engine.rows(Undone, undone)} as u
    where kept_import_entry.import_id = ${import_id} and kept_import_entry.number = u.number`)
