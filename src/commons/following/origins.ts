import { Type } from 'typebox'
import { putSources, type Source } from '#src/catalogue/sources.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, raw, sql } from '#src/database/sql.ts'
import type { PublishedSource } from '../format/schemas.ts'
import { sourceIdOf } from '../format/signatures.ts'
import type { Following } from './followings.ts'
import type { SourceOf } from './values-taken.ts'

/** Ranks that the sources of one publisher share: they keep their order among themselves. */
export const ranksOfFollowing = 10
/** Sources of a followed catalogue. */
const maxSources = 10_000
/** The longest name of a source, together with that of the instance. */
const maxNameLength = 200

const FollowedSource = Type.Object({
  source_id: Type.String(),
  following_id: Type.String(),
  attribution: Type.String(),
})

/** The source of the edits by which a catalogue comes in; no source of a publisher has such a name here. */
export const instanceSourceId = (instance: string): string => originOfInstance(instance)

/** What removes values with it may come back with any source of the instance, which ranks above it. */
export const instanceSource = ({ source_id, name, url, rank }: Instance): Source => ({
  ...{ id: source_id, name, licence: 'various', url, rank: rank - 1, redistributable: false },
})
type Instance = Pick<Following, 'source_id' | 'name' | 'rank'> & { url: string }

/** The digits before the ids of another instance's sources. */
const originOf = (source_id: string): string | undefined => /^([0-9a-f]{16}):/.exec(source_id)?.[1]
const originOfInstance = (instance: string): string => instance.slice(0, 16)

/** Sources that come with a followed catalogue. */
export const sourcesOfFollowing = async (db: Reader, id: string): Promise<string[]> => {
  const rows = await db.all(
    FollowedSource,
    sql`
    select source_id, following_id, attribution from followed_source
    where following_id = ${id} ${limit(maxSources)}`,
  )
  return rows.map(({ source_id }) => source_id)
}

/** How publishers want their sources to be named, where they say so. */
export async function attributionsOf(db: Reader): Promise<ReadonlyMap<string, string>> {
  const rows = await db.all(
    FollowedSource,
    sql`
    select source_id, following_id, attribution from followed_source where attribution <> ''
    order by source_id ${limit(maxSources)}`,
  )
  return new Map(rows.map(({ source_id, attribution }) => [source_id, attribution]))
}

/** Which of these sources come with another followed catalogue. */
async function ofOthers(db: Reader, id: string, source_ids: readonly string[]): Promise<Set<string>> {
  if (source_ids.length === 0) return new Set()
  const rows = await db.all(
    FollowedSource,
    sql`
    select source_id, following_id, attribution from followed_source
    where ${db.engine.anyOf(raw('source_id'), source_ids)} and following_id <> ${id}`,
  )
  return new Set(rows.map(({ source_id }) => source_id))
}

export type Origins = {
  sourceOf: SourceOf
  /** All sources here whose values this publisher states. */
  sources: ReadonlySet<string>
}

type Circumstances = {
  /** The id of this instance, if it publishes anything. */
  own: string | undefined
  /** The ids of all instances that are followed directly. */
  followed: readonly string[]
}

/**
 * The sources of a publisher as sources here, which are stored. Nobody takes in values of one's own again, nor those of
 * an instance that is followed directly, which come from there.
 */
export async function putOrigins(
  db: Database,
  following: Pick<Following, 'id'> & Instance,
  published: readonly PublishedSource[],
  { own, followed }: Circumstances,
): Promise<Origins> {
  const { id, source_id: instance, rank } = following
  const elsewhere = new Set([...(own === undefined ? [] : [own]), ...followed, id].map(originOfInstance))
  const distinct = [...new Map(published.map((source) => [source.id, source])).values()]
  const taken = distinct.filter((source) => !elsewhere.has(originOf(source.id) ?? ''))
  const hereOf = (source: string) => (originOf(source) === undefined ? sourceIdOf(id, source) : source)
  const others = await ofOthers(
    db,
    id,
    taken.map((source) => hereOf(source.id)),
  )
  const kept = taken.filter((source) => !others.has(hereOf(source.id)))
  const ranks = [...new Set(kept.map((source) => source.rank))].sort((one, other) => one - other)
  const rankOf = (source: PublishedSource) =>
    rank + Math.floor((ranks.indexOf(source.rank) * (ranksOfFollowing - 1)) / Math.max(ranks.length - 1, 1))
  await db.transaction(async (tx) => {
    // The publisher may have another name by now.
    await putSources(tx, [instanceSource(following)])
    await putFollowedSources(
      tx,
      id,
      kept.map((source) => ({
        source: {
          ...{ id: hereOf(source.id), name: nameOf(source, following.name), licence: source.licence, url: source.url },
          ...{ rank: rankOf(source), redistributable: true },
        },
        attribution: source.attribution,
      })),
    )
  })
  const here = new Map(kept.map((source) => [source.id, hereOf(source.id)]))
  const known = await sourcesOfFollowing(db, id)
  return { sourceOf: (source) => here.get(source), sources: new Set([...known, instance]) }
}

/** The same of sources that came before: what has changed about them comes with the next manifest. */
export async function knownOrigins(
  db: Reader,
  { id, source_id: instance }: Pick<Following, 'id' | 'source_id'>,
  { own, followed }: Circumstances,
): Promise<Origins> {
  const elsewhere = new Set([...(own === undefined ? [] : [own]), ...followed, id].map(originOfInstance))
  const known = new Set(await sourcesOfFollowing(db, id))
  const sourceOf = (source: string) => {
    if (elsewhere.has(originOf(source) ?? '')) return undefined
    const here = originOf(source) === undefined ? sourceIdOf(id, source) : source
    return known.has(here) ? here : undefined
  }
  return { sourceOf, sources: new Set([...known, instance]) }
}

/** A source is named together with who has handed it on. */
function nameOf({ id, name }: PublishedSource, instance: string): string {
  const told = originOf(id) === undefined ? `${name} (${instance})` : name
  return told.length > maxNameLength ? `${told.slice(0, maxNameLength - 1).toWellFormed()}…` : told
}

const sourceTable = {
  name: 'source',
  key: ['id'],
  row: Type.Object({
    id: Type.String(),
    name: Type.String(),
    licence: Type.String(),
    url: Type.String(),
    rank: Type.Integer(),
    redistributable: Type.Boolean(),
  }),
}
const followedTable = { name: 'followed_source', key: ['source_id'], row: FollowedSource }

async function putFollowedSources(
  tx: Database,
  following_id: string,
  rows: readonly { source: Omit<Source, 'private_only'>; attribution: string }[],
) {
  await tx.put(
    sourceTable,
    rows.map(({ source }) => source),
  )
  await tx.put(
    followedTable,
    rows.map(({ source, attribution }) => ({ source_id: source.id, following_id, attribution })),
  )
}
