import { Type } from 'typebox'
import { type Kind, kindNames } from '#src/catalogue/kinds.ts'
import { authorsTag, externalIdsTag, namesTag, recordTag, type Tag } from '#src/catalogue/shown.ts'
import { votedAfter } from '#src/catalogue/voted.ts'
import type { Database } from '#src/database/database.ts'
import { revisionOf } from '#src/database/revisions.ts'
import { limit, raw, sql } from '#src/database/sql.ts'
import type { Purge } from './reply-cache.ts'

/** Changes that are followed one by one; of more, as an import makes them, the kinds are purged as a whole. */
export const MAX_SINGLE_CHANGES = 1_000

/** How much of what replies show has been seen: the number of the last change, and of what is beside the log. */
export type Position = { seq: number; names: number; authors: number; votes: number }

const Head = Type.Object({ seq: Type.Integer(), names: Type.Integer() })

export async function headOf(db: Database): Promise<Position> {
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

type Changing = { tags: Set<Tag>; kinds: Set<string> }

/** What has changed after `from`, up to `to`. */
export async function purgeBetween(db: Database, from: Position, to: Position): Promise<Purge> {
  const purge: Changing = { tags: new Set(), kinds: new Set() }
  if (to.authors !== from.authors) purge.tags.add(authorsTag)
  if (to.names !== from.names) purge.tags.add(namesTag)
  if (to.votes !== from.votes) await addVoted(db, from.votes, to.votes, purge)
  if (to.seq > from.seq + MAX_SINGLE_CHANGES) await addKinds(db, from.seq, to.seq, purge.kinds)
  else if (to.seq > from.seq) await addRecords(db, from.seq, purge.tags)
  return purge
}

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

async function addKinds(db: Database, after: number, upTo: number, kinds: Set<string>) {
  const changed = await db.all(
    ChangedKind,
    sql`select distinct kind from change where seq > ${after} and seq <= ${upTo}`,
  )
  for (const { kind } of changed) for (const dependent of dependents[kind]) kinds.add(dependent)
  kinds.add(externalIdsTag)
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
async function addRecords(db: Database, after: number, tags: Set<Tag>) {
  const changes = await db.all(
    Changed,
    sql`
    select kind, entity_id, key, action, case when key in (${referring}) then original_value end as original_value,
      case when key in (${referring}) then value end as value
    from change where seq > ${after} order by seq ${limit(MAX_SINGLE_CHANGES)}`,
  )
  const created = new Map<Kind, number[]>()
  const parts = new Map<Kind, number[]>()
  for (const { kind, entity_id, key, action, original_value, value } of changes) {
    tags.add(kind)
    tags.add(recordTag(kind, entity_id))
    if (mayBeExternalId(key)) tags.add(externalIdsTag)
    if (action === 'created') created.set(kind, [...(created.get(kind) ?? []), entity_id])
    if (kind === 'season' || kind === 'episode') parts.set(kind, [...(parts.get(kind) ?? []), entity_id])
    const [target, column] = references[key] ?? []
    if (!target || !column) continue
    for (const entry of [original_value, value] as (Record<string, number> | null)[])
      if (entry) tags.add(recordTag(target, entry[column] as number))
  }
  if (parts.size > 0) tags.add('series')
  for (const [kind, ids] of parts) await addSeries(db, kind, ids, tags)
  for (const [kind, ids] of created) await addNamed(db, kind, ids, tags)
}

/** Outside ids come and go with their record; those that the log has no key for are `general` there. */
const mayBeExternalId = (key: string) => key === '' || key === 'general' || key.endsWith('_id')

const Series = Type.Object({ series_id: Type.Integer() })

/** The series of seasons or episodes. */
async function addSeries(db: Database, of: Kind, ids: readonly number[], tags: Set<Tag>) {
  const found = await db.all(
    Series,
    sql`select distinct series_id from ${raw(of)} where ${db.engine.anyOf(raw('id'), ids)}`,
  )
  for (const { series_id } of found) tags.add(recordTag('series', series_id))
}

/**
 * Votes for images change what stands for a record, and make it neither come nor go: lists of its kind stay as they are
 * unless it is in them.
 */
async function addVoted(db: Database, from: number, to: number, { tags, kinds }: Changing) {
  const voted = await votedAfter(db, from, to)
  if (!voted) for (const kind of kindNames) kinds.add(kind)
  const parts = new Map<Kind, number[]>()
  for (const { kind, entity_id } of voted ?? []) {
    tags.add(recordTag(kind, entity_id))
    if (kind === 'season' || kind === 'episode') parts.set(kind, [...(parts.get(kind) ?? []), entity_id])
  }
  for (const [kind, ids] of parts) await addSeries(db, kind, ids, tags)
}

const Named = Type.Object({ id: Type.Integer() })

/** What new records name: the log has one row for each, without its entries. */
async function addNamed(db: Database, of: Kind, ids: readonly number[], tags: Set<Tag>) {
  const own = sql`kind = ${of} and ${db.engine.anyOf(raw('entity_id'), ids)}`
  const people = await db.all(Named, sql`select distinct person_id as id from credit where ${own}`)
  for (const { id } of people) tags.add(recordTag('person', id))
  if (of !== 'movie' && of !== 'series') return
  const companies = await db.all(Named, sql`select distinct company_id as id from title_company where ${own}`)
  for (const { id } of companies) tags.add(recordTag('company', id))
  if (of !== 'movie') return
  const collections = await db.all(
    Named,
    sql`
    select distinct collection_id as id from movie
    where collection_id is not null and ${db.engine.anyOf(raw('id'), ids)}`,
  )
  for (const { id } of collections) tags.add(recordTag('collection', id))
}
