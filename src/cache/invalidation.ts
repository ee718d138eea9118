import { Type } from 'typebox'
import { imageVotesAfter, maxLoggedVotes } from '#src/catalogue/image-votes.ts'
import { isKind, type Kind, kindNames, ownerOf } from '#src/catalogue/kinds.ts'
import { parts } from '#src/catalogue/parts/index.ts'
import { maxLoggedRatings, ratedAfter } from '#src/catalogue/rated-titles.ts'
import { type RecordKind, recordKindNames } from '#src/catalogue/record-kinds.ts'
import { type Referral, referralsOf } from '#src/catalogue/referrals.ts'
import { RATED, ratedTag, recordTag, revisionTag, type Tag } from '#src/contract/cache-tags.ts'
import type { Database } from '#src/database/database.ts'
import type { Position } from '#src/database/revisions.ts'
import { limit, raw, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { type LoggedRevision, revisions, type ShownRevision, shownRevisions } from '#src/database/topics.ts'
import type { Invalidation, LastChange } from './reply-cache.ts'

/** Up to this many changes are followed one by one; for more, as after an import, whole kinds are invalidated. */
export const MAX_SINGLE_CHANGES = 1_000

/** Tags of replies that show entries found without their record. */
const partTags = parts.flatMap(({ store }) => store?.tag ?? [])

/** Everything that can change. */
export const everything: Invalidation = {
  tags: new Map([...partTags, ...shownRevisions.map(revisionTag)].map((tag) => [tag, {}])),
  kinds: new Map(recordKindNames.map((kind) => [kind, {}])),
}

type InvalidationDraft = { tags: Map<Tag, LastChange>; kinds: Map<string, LastChange> }

const adding =
  (lastChanges: Map<string, LastChange>) =>
  (name: string, lastChange: LastChange): void =>
    void lastChanges.set(name, { ...lastChanges.get(name), ...lastChange })
type Add = ReturnType<typeof adding>

/** Revisions with a log that says which records changed: how many rows it holds, and what they invalidate. */
const logs: Readonly<
  Record<
    LoggedRevision,
    { size: number; add(db: Database, from: number, to: number, into: InvalidationDraft): Promise<void> }
  >
> = { votes: { size: maxLoggedVotes, add: addVoted }, ratings: { size: maxLoggedRatings, add: addRated } }
const isLogged = (name: ShownRevision): name is LoggedRevision => revisions[name] === 'by record'

/** What has changed after `from`, up to `to`. */
export async function invalidationBetween(db: Database, from: Position, to: Position): Promise<Invalidation> {
  const invalidation: InvalidationDraft = { tags: new Map(), kinds: new Map() }
  for (const name of shownRevisions) {
    if (to[name] === from[name]) continue
    if (isLogged(name)) await logs[name].add(db, from[name], to[name], invalidation)
    else invalidation.tags.set(revisionTag(name), { [name]: to[name] })
  }
  if (to.seq > from.seq + MAX_SINGLE_CHANGES) await addKinds(db, from.seq, to.seq, adding(invalidation.kinds))
  else if (to.seq > from.seq) await addRecords(db, from.seq, adding(invalidation.tags))
  return invalidation
}

/** The position from which changes can be followed one by one. */
export const lookBackFrom = (position: Position): Position => ({
  ...position,
  seq: Math.max(0, position.seq - MAX_SINGLE_CHANGES),
  ...Object.fromEntries(
    Object.entries(logs).map(([name, { size }]) => [
      name,
      // Less than the log holds: new rows overwrite the oldest ones meanwhile.
      Math.max(0, position[name as LoggedRevision] - size / 2),
    ]),
  ),
})

const ChangedKind = Type.Object({ kind: Type.Unsafe<RecordKind>({ type: 'string', enum: recordKindNames }) })

/** A kind in which very many records changed: replies that show them, or what they refer to, are invalidated. */
async function addKinds(db: Database, after: number, upTo: number, add: Add) {
  const changed = await db.all(
    ChangedKind,
    sql`select distinct kind from change where seq > ${after} and seq <= ${upTo}`,
  )
  for (const { kind } of changed) {
    add(isKind(kind) ? ownerOf(kind) : kind, { seq: upTo })
    for (const { target } of isKind(kind) ? referralsOf(kind) : []) add(target, { seq: upTo })
  }
  for (const tag of partTags) add(tag, { seq: upTo })
}

const changeKeys = new Set(kindNames.flatMap(referralsOf).flatMap(({ changeKeys }) => changeKeys))
const referring = raw([...changeKeys].map((key) => `'${key}'`).join(', '))

const Value = Type.Unknown()
const Changed = Type.Object({
  seq: Type.Integer(),
  ...ChangedKind.properties,
  entity_id: Type.Integer(),
  key: Type.String(),
  action: Type.String(),
  original_value: Value,
  value: Value,
})

/**
 * Adds the tags of single changes. A changed record invalidates what shows it and the lists of its kind; a changed
 * credit, company or collection also what shows the title.
 */
async function addRecords(db: Database, after: number, add: Add) {
  const changes = await db.all(
    Changed,
    sql`
    select seq, kind, entity_id, key, action, case when key in (${referring}) then original_value end as original_value,
      case when key in (${referring}) then value end as value
    from change where seq > ${after} order by seq ${limit(MAX_SINGLE_CHANGES)}`,
  )
  const created = new Map<Kind, number[]>()
  const belonging = new Map<Kind, number[]>()
  const withImages = new Map<Kind, number[]>()
  for (const { seq, kind, entity_id, key, action, original_value, value } of changes) {
    add(kind, { seq })
    add(recordTag(kind, entity_id), { seq })
    if (!isKind(kind)) continue
    for (const tag of tagsOfKey(key)) add(tag, { seq })
    if (action === 'created') created.set(kind, [...(created.get(kind) ?? []), entity_id])
    if (key === imagesKey) withImages.set(kind, [...(withImages.get(kind) ?? []), entity_id])
    if (ownerOf(kind) !== kind) belonging.set(kind, [...(belonging.get(kind) ?? []), entity_id])
    for (const { target, changeKeys, idIn } of referralsOf(kind)) {
      if (!changeKeys.includes(key)) continue
      for (const logged of [original_value, value]) {
        const id = logged === null ? null : idIn(logged)
        if (typeof id === 'number') add(recordTag(target, id), { seq })
      }
    }
  }
  const last = { seq: changes.at(-1)?.seq ?? after }
  if (belonging.size > 0) add('series', last)
  for (const [kind, ids] of belonging) await addSeries(db, kind, ids, last, add)
  for (const [kind, ids] of created) await addReferred(db, referralsOf(kind), ids, last, add)
  for (const [kind, ids] of withImages) await addReferred(db, referralsOfImages(kind), ids, last, add)
}

/** An image may show people who were in it before it was removed and came back. */
const imagesKey = 'images'
const referralsOfImages = (of: Kind) => referralsOf(of).filter(({ changeKeys }) => changeKeys.includes(imagesKey))

/** Entries come and go with their record, whose change has no key. */
const tagsOfKey = (key: string): readonly Tag[] =>
  key === ''
    ? partTags
    : parts.flatMap(({ store }) => (store?.tag !== undefined && store.changeKeys.includes(key) ? store.tag : []))

/** The details and reviews of a title show its ratings, and follow them at once. */
async function addRated(db: Database, from: number, to: number, { tags, kinds }: InvalidationDraft) {
  const rated = await ratedAfter(db, from, to)
  if (!rated) adding(kinds)(RATED, { ratings: to })
  const last = { ratings: rated?.at(-1)?.number ?? to }
  const add = adding(tags)
  const episodes: number[] = []
  for (const { number, kind, entity_id } of rated ?? []) {
    if (kind === 'movie' || kind === 'series') add(ratedTag(kind, entity_id), { ratings: number })
    else episodes.push(entity_id)
  }
  if (episodes.length === 0) return
  for (const { series_id } of await seriesOf(db, 'episode', episodes)) add(ratedTag('series', series_id), last)
}

const Series = Type.Object({ series_id: Type.Integer() })

const seriesOf = (db: Database, of: Kind, ids: readonly number[]) =>
  db.all(Series, sql`select distinct series_id from ${raw(of)} where ${db.engine.anyOf(raw('id'), ids)}`)

/** Adds the series of seasons or episodes. */
async function addSeries(db: Database, of: Kind, ids: readonly number[], lastChange: LastChange, add: Add) {
  for (const { series_id } of await seriesOf(db, of, ids)) add(recordTag('series', series_id), lastChange)
}

/**
 * Votes for images change the picture of a record but neither add nor remove it: lists of its kind stay valid unless it
 * is in them.
 */
async function addVoted(db: Database, from: number, to: number, { tags, kinds }: InvalidationDraft) {
  const add = adding(tags)
  const voted = await imageVotesAfter(db, from, to)
  if (!voted) for (const kind of kindNames) adding(kinds)(kind, { votes: to })
  const belonging = new Map<Kind, number[]>()
  for (const { number, kind, entity_id } of voted ?? []) {
    add(recordTag(kind, entity_id), { votes: number })
    if (ownerOf(kind) !== kind) belonging.set(kind, [...(belonging.get(kind) ?? []), entity_id])
  }
  const last = { votes: voted?.at(-1)?.number ?? to }
  for (const [kind, ids] of belonging) await addSeries(db, kind, ids, last, add)
}

/** Adds what records refer to: the log has one row for a new record, without its entries. */
async function addReferred(
  db: Database,
  referrals: readonly Referral[],
  ids: readonly number[],
  lastChange: LastChange,
  add: Add,
) {
  for (const referral of referrals) {
    const referred = await db.all(
      Id,
      referral.ids((idColumn) => db.engine.anyOf(idColumn, ids)),
    )
    for (const { id } of referred) add(recordTag(referral.target, id), lastChange)
  }
}
