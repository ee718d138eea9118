import type { TSchema } from 'typebox'
import type { ShownRevision } from '#src/database/topics.ts'

/**
 * What makes a cached reply stale: a change of one record (`movie 42`), of any record of a kind (`movie`), of ids in
 * other systems, or of something that has a revision. Kinds are only strings here.
 */
export type Tag = string

export const recordTag = (kind: string, id: number): Tag => `${kind} ${id}`
export const externalIdsTag: Tag = 'external_ids'
/** For credits that are found by their own ids. */
export const creditsTag: Tag = 'credits'
/** For everything whose changes a revision counts. */
export const revisionTag = (name: ShownRevision): Tag => name

/** The kind of tag of replies that follow the ratings of one title at once: its details and its reviews. */
export const RATED = 'rated'
/** For replies about a movie, or about a series with its seasons and episodes, that show every rating of it at once. */
export const ratedTag = (of: 'movie' | 'series', id: number): Tag => `${RATED} ${recordTag(of, id)}`

/** For rows with the averages of titles or of episodes, which follow ratings by time (`src/cache/replies.ts`). */
const titleVotesTag: Tag = 'title_votes'
export const episodeVotesTag: Tag = 'episode_votes'
export const votesTags: readonly Tag[] = [titleVotesTag, episodeVotesTag]

/**
 * The keyword of a schema that says what its values show. A copy of the schema has it too. It is for the cache alone:
 * the contract leaves it out.
 */
export const MARK = 'x-shows'

/** A record of a kind, whose id is in a property; or something that has tags of its own. */
export type Mark = { readonly kind: string; readonly id: string } | { readonly tags: readonly Tag[] }
type Marked = { readonly [MARK]: Mark }

const markOf = (schema: object): Mark | undefined => (schema as Partial<Marked>)[MARK]

/**
 * Marks rows that show a record, whose id is in the property `id`. Episodes and seasons are marked as their series:
 * whatever changes them changes the series too.
 */
export const showsRecord = (kind: string, id = 'id'): Marked => ({ [MARK]: { kind, id } })

/** Marks rows that show something that has a revision. */
export const showsRevision = (name: ShownRevision): Marked => ({ [MARK]: { tags: [revisionTag(name)] } })

/** Marks a shape in the same way as the one that it extends. */
export const showsSameAs = (base: object): Partial<Marked> => {
  const mark = markOf(base)
  return mark ? { [MARK]: mark } : {}
}

/** Marks a list of such rows: any record of their kinds may enter it or change its order. */
export function showsListOf(row: TSchema): Partial<Marked> {
  const shapes = 'anyOf' in row ? (row.anyOf as TSchema[]) : [row]
  const kinds = shapes.map(markOf).flatMap((mark) => (mark && 'kind' in mark ? mark.kind : []))
  const votes = shapes.flatMap((shape) => votesTagsOf(shape as Schema))
  return kinds.length > 0 ? { [MARK]: { tags: [...kinds, ...votes] } } : {}
}

/** Marks rows that show the rating of a title or an episode; episodes are marked as their series. */
function votesTagsOf({ properties = {}, ...schema }: Schema): readonly Tag[] {
  const mark = markOf(schema)
  if (!mark || !('kind' in mark) || !(mark.kind === 'movie' || mark.kind === 'series')) return []
  if (!('vote_average' in properties)) return []
  return [mark.id === 'id' ? titleVotesTag : episodeVotesTag]
}

type Schema = {
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  const?: unknown
}
/** Adds the tags of what a value shows. */
type Collect = (value: unknown, tags: Set<Tag>) => void

/** Collects the tags of everything that a reply of this schema shows; undefined if nothing in it is marked. */
export function tagCollector(schema: TSchema): Collect | undefined {
  const { items, anyOf, properties = {}, patternProperties = {} } = schema as Schema
  if (anyOf) return collectorOfAny(anyOf)
  const marked = tagsOfMark(markOf(schema))
  const votes = votesTagsOf(schema as Schema)
  const ofItems = items && tagCollector(items as TSchema)
  const inside = collectorsOf(Object.entries(properties))
  const matching = collectorsOf(Object.entries(patternProperties)).map(([pattern, collect]) => {
    return [new RegExp(pattern), collect] as const
  })
  if (!marked && !ofItems && inside.length === 0 && matching.length === 0) return undefined
  return (value, tags) => {
    if (value === null || value === undefined) return
    const object = value as Record<string, unknown>
    if (marked) for (const tag of marked(object)) tags.add(tag)
    for (const tag of votes) tags.add(tag)
    if (ofItems) for (const item of value as unknown[]) ofItems(item, tags)
    for (const [name, collect] of inside) collect(object[name], tags)
    for (const [pattern, collect] of matching)
      for (const name of Object.keys(object)) if (pattern.test(name)) collect(object[name], tags)
  }
}

function tagsOfMark(mark: Mark | undefined): ((value: Record<string, unknown>) => readonly Tag[]) | undefined {
  if (!mark) return undefined
  return 'kind' in mark ? (row) => [recordTag(mark.kind, row[mark.id] as number)] : () => mark.tags
}

const collectorsOf = (schemas: [string, Schema][]) =>
  schemas.flatMap(([name, schema]) => {
    const collect = tagCollector(schema as TSchema)
    return collect ? [[name, collect] as const] : []
  })

/** Rows of several shapes say in `media_type` which one they have. */
function collectorOfAny(shapes: readonly Schema[]): Collect | undefined {
  const byType = new Map(shapes.map((shape) => [shape.properties?.media_type?.const, tagCollector(shape as TSchema)]))
  if ([...byType.values()].every((collect) => collect === undefined)) return undefined
  return (row, tags) => byType.get((row as { media_type?: unknown } | null)?.media_type)?.(row, tags)
}
