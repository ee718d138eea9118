import { type Static, Type } from 'typebox'
import { imageVotesAfter, maxLoggedVotes } from '#src/catalogue/image-votes.ts'
import { type Kind, kindNames } from '#src/catalogue/kinds.ts'
import { authorsTag, externalIdsTag, namesTag, recordTag, type Tag } from '#src/contract/cache-tags.ts'
import type { Database } from '#src/database/database.ts'
import { revisionOf } from '#src/database/revisions.ts'
import { limit, raw, sql } from '#src/database/sql.ts'
import type { Invalidation, LastChange } from './reply-cache.ts'

/** Changes that are followed one by one; of more, as an import makes them, the kinds are purged as a whole. */
export const MAX_SINGLE_CHANGES = 1_000

/** How much of what replies show has been seen: the number of the last change, and of what is beside the log. */
export const Position = Type.Object({
  seq: Type.Integer(),
  names: Type.Integer(),
  authors: Type.Integer(),
  votes: Type.Integer(),
})
export type Position = Static<typeof Position>

/** All that can change. */
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

/** The position behind which changes can be told one by one. */
export const lookBackFrom = (position: Position): Position => ({
  ...position,
  seq: Math.max(0, position.seq - MAX_SINGLE_CHANGES),
  // Fewer than there are: votes that come now take the place of the first.
  votes: Math.max(0, position.votes - maxLoggedVotes / 2),
})

/** The kinds whose replies show, or are found through, what belongs to a kind. */
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

/** Fields and entries that name another record, by the key of their changes, and the column that names it. */
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
 * The tags of what has changed one by one. A record makes old what shows it, and lists of its kind; a credit, a
 * company or a collection makes old also what shows its title.
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

/** Outside ids come and go with their record; those that the log has no key for are `general` there. */
const mayBeExternalId = (key: string) => key === '' || key === 'general' || key.endsWith('_id')

const Series = Type.Object({ series_id: Type.Integer() })

/** The series of seasons or episodes. */
async function addSeries(db: Database, of: Kind, ids: readonly number[], lastChange: LastChange, add: Add) {
  const found = await db.all(
    Series,
    sql`select distinct series_id from ${raw(of)} where ${db.engine.anyOf(raw('id'), ids)}`,
  )
  for (const { series_id } of found) add(recordTag('series', series_id), lastChange)
}

/**
 * Votes for images change what stands for a record, and make it neither come nor go: lists of its kind stay as they are
 * unless it is in them.
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

/** What new records name: the log has one row for each, without its entries. */
async function addReferred(db: Database, of: Kind, ids: readonly number[], lastChange: LastChange, add: Add) {
  const own = sql`kind = ${of} and ${db.engine.anyOf(raw('entity_id'), ids)}`
  const people = await db.all(Named, sql`select distinct person_id as id from credit where ${own}`)
  for (const { id } of people) add(recordTag('person', id), lastChange)
  if (of !== 'movie' && of !== 'series') return
  const companies = await db.all(Named, sql`select distinct company_id as id from title_company where ${own}`)
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
