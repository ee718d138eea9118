import { type Static, Type } from 'typebox'
import { imageVotesAfter, maxLoggedVotes } from '#src/catalogue/image-votes.ts'
import { type Kind, kindNames } from '#src/catalogue/kinds.ts'
import { authorsTag, externalIdsTag, namesTag, recordTag, type Tag } from '#src/contract/cache-tags.ts'
import type { Database } from '#src/database/database.ts'
import { revisionOf } from '#src/database/revisions.ts'
import { limit, raw, sql } from '#src/database/sql.ts'
import type { Invalidation, LastChange } from './reply-cache.ts'

/**
 * Up to this many changes are followed one by one; for more of them, as an import makes them, whole kinds are
 * invalidated.
 */
export const MAX_SINGLE_CHANGES = 1_000

/**
 * How much of what replies show has been seen: the last number in the change log, and the numbers of what is not in it.
 */
export const Position = Type.Object({
  seq: Type.Integer(),
  names: Type.Integer(),
  authors: Type.Integer(),
  votes: Type.Integer(),
})
export type Position = Static<typeof Position>

/** Everything that can change. */
export const everything: Invalidation = {
  tags: new Map([externalIdsTag, authorsTag, namesTag].map((tag) => [tag, {}])),
  kinds: new Map(kindNames.map((kind) => [kind, {}])),
}

const Head = Type.Object({ seq: Type.Integer(), names: Type.Integer() })

export async function currentPosition(db: Database): Promise<Position> {
  const [head, authors, votes] = await Promise.all([
    db.one(
      Head,
      sql`
      select (select coalesce(max(seq), 0) from change) as seq,
        (select seq from follower where name = 'search_name') as names`,
    ),
    revisionOf(db, 'authors'),
    revisionOf(db, 'votes'),
  ])
  return { ...(head as { seq: number; names: number }), authors, votes }
}

type InvalidationDraft = { tags: Map<Tag, LastChange>; kinds: Map<string, LastChange> }

const adding =
  (lastChanges: Map<string, LastChange>) =>
  (name: string, lastChange: LastChange): void =>
    void lastChanges.set(name, { ...lastChanges.get(name), ...lastChange })
type Add = ReturnType<typeof adding>

/** What has changed after `from`, up to `to`. */
export async function invalidationBetween(db: Database, from: Position, to: Position): Promise<Invalidation> {
  const invalidation: InvalidationDraft = { tags: new Map(), kinds: new Map() }
  if (to.authors !== from.authors) invalidation.tags.set(authorsTag, { authors: to.authors })
  if (to.names !== from.names) invalidation.tags.set(namesTag, { names: to.names })
  if (to.votes !== from.votes) await addVoted(db, from.votes, to.votes, invalidation)
  if (to.seq > from.seq + MAX_SINGLE_CHANGES) await addKinds(db, from.seq, to.seq, adding(invalidation.kinds))
  else if (to.seq > from.seq) await addRecords(db, from.seq, adding(invalidation.tags))
  return invalidation
}

/** The position from which changes can be followed one by one. */
export const lookBackFrom = (position: Position): Position => ({
  ...position,
  seq: Math.max(0, position.seq - MAX_SINGLE_CHANGES),
  // Less than the log of votes holds: new votes overwrite the oldest ones meanwhile.
  votes: Math.max(0, position.votes - maxLoggedVotes / 2),
})

/** For each kind, the kinds whose replies show its records or are found through them. */
const dependents: Readonly<Record<Kind, readonly Kind[]>> = {
  company: ['company'],
  network: ['network'],
  person: ['person'],
  collection: ['collection'],
  movie: ['movie', 'person', 'company', 'collection'],
  series: ['series', 'person', 'company', 'network'],
  season: ['series', 'person'],
  episode: ['series', 'person'],
}

const ChangedKind = Type.Object({ kind: Type.Unsafe<Kind>({ type: 'string', enum: kindNames }) })

async function addKinds(db: Database, after: number, upTo: number, add: Add) {
  const changed = await db.all(
    ChangedKind,
    sql`select distinct kind from change where seq > ${after} and seq <= ${upTo}`,
  )
  for (const { kind } of changed) for (const dependent of dependents[kind]) add(dependent, { seq: upTo })
  add(externalIdsTag, { seq: upTo })
}

/** Fields and entries that refer to another record: the key of their changes, the kind, and the column with the id. */
const references: Readonly<Record<string, readonly [Kind, string]>> = {
  cast: ['person', 'person_id'],
  crew: ['person', 'person_id'],
  guest_stars: ['person', 'person_id'],
  created_by: ['person', 'person_id'],
  belongs_to_collection: ['collection', 'id'],
  production_companies: ['company', 'company_id'],
  network: ['network', 'network_id'],
}
const referring = raw(
  Object.keys(references)
    .map((key) => `'${key}'`)
    .join(', '),
)

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
  const parts = new Map<Kind, number[]>()
  for (const { seq, kind, entity_id, key, action, original_value, value } of changes) {
    add(kind, { seq })
    add(recordTag(kind, entity_id), { seq })
    if (mayBeExternalId(key)) add(externalIdsTag, { seq })
    if (action === 'created') created.set(kind, [...(created.get(kind) ?? []), entity_id])
    if (kind === 'season' || kind === 'episode') parts.set(kind, [...(parts.get(kind) ?? []), entity_id])
    const [target, column] = references[key] ?? []
    if (!target || !column) continue
    for (const entry of [original_value, value] as (Record<string, number> | null)[])
      if (entry) add(recordTag(target, entry[column] as number), { seq })
  }
  const last = { seq: changes.at(-1)?.seq ?? after }
  if (parts.size > 0) add('series', last)
  for (const [kind, ids] of parts) await addSeries(db, kind, ids, last, add)
  for (const [kind, ids] of created) await addReferred(db, kind, ids, last, add)
}

/** External ids come and go with their record; the log calls those that have no key `general`. */
const mayBeExternalId = (key: string) => key === '' || key === 'general' || key.endsWith('_id')

const Series = Type.Object({ series_id: Type.Integer() })

/** Adds the series of seasons or episodes. */
async function addSeries(db: Database, of: Kind, ids: readonly number[], lastChange: LastChange, add: Add) {
  const found = await db.all(
    Series,
    sql`select distinct series_id from ${raw(of)} where ${db.engine.anyOf(raw('id'), ids)}`,
  )
  for (const { series_id } of found) add(recordTag('series', series_id), lastChange)
}

/**
 * Votes for images change the picture of a record but neither add nor remove it: lists of its kind stay valid unless it
 * is in them.
 */
async function addVoted(db: Database, from: number, to: number, { tags, kinds }: InvalidationDraft) {
  const add = adding(tags)
  const voted = await imageVotesAfter(db, from, to)
  if (!voted) for (const kind of kindNames) adding(kinds)(kind, { votes: to })
  const parts = new Map<Kind, number[]>()
  for (const { number, kind, entity_id } of voted ?? []) {
    add(recordTag(kind, entity_id), { votes: number })
    if (kind === 'season' || kind === 'episode') parts.set(kind, [...(parts.get(kind) ?? []), entity_id])
  }
  const last = { votes: voted?.at(-1)?.number ?? to }
  for (const [kind, ids] of parts) await addSeries(db, kind, ids, last, add)
}

const Named = Type.Object({ id: Type.Integer() })

/** Adds what new records refer to: the log has one row for a new record, without its entries. */
async function addReferred(db: Database, of: Kind, ids: readonly number[], lastChange: LastChange, add: Add) {
  const ofRecord = sql`kind = ${of} and ${db.engine.anyOf(raw('entity_id'), ids)}`
  const people = await db.all(Named, sql`select distinct person_id as id from credit where ${ofRecord}`)
  for (const { id } of people) add(recordTag('person', id), lastChange)
  if (of !== 'movie' && of !== 'series') return
  const companies = await db.all(Named, sql`select distinct company_id as id from title_company where ${ofRecord}`)
  for (const { id } of companies) add(recordTag('company', id), lastChange)
  if (of !== 'movie') return
  const collections = await db.all(
    Named,
    sql`
    select distinct collection_id as id from movie
    where collection_id is not null and ${db.engine.anyOf(raw('id'), ids)}`,
  )
  for (const { id } of collections) add(recordTag('collection', id), lastChange)
}
