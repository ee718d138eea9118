import { type Static, Type } from 'typebox'
import { survivorOf } from '#src/catalogue/edits/gone/survivors.ts'
import { recordTag, type Tag, tagCollector } from '#src/contract/cache-tags.ts'
import type { Asked, Context, Operation } from '#src/contract/operation.ts'
import { country, type Language, language } from '#src/contract/parameters.ts'
import { identifierOf, type Provider } from './providers.ts'
import type { PlexKind } from './rating-keys.ts'

/** Headers of the media server, which may also be in the query. */
export const headerQuery = {
  'X-Plex-Language': language,
  'X-Plex-Country': country('Country whose certifications and dates are shown'),
  'X-Plex-Container-Start': Type.Optional(Type.Integer({ minimum: 0, description: 'The first entry' })),
  'X-Plex-Container-Size': Type.Optional(Type.Integer({ minimum: 0, description: 'The number of entries' })),
}

/** 1 or 0, also in words. */
export const flag = (description: string) => Type.Optional(Type.Integer({ minimum: 0, maximum: 1, description }))

/** An order of episodes: the id of a `SeasonType`. */
export const episodeOrder = Type.Optional(Type.String({ maxLength: 100, description: 'ID of a SeasonType' }))

export const itemQuery = Type.Object({
  ...headerQuery,
  includeChildren: flag('Whether shows have their seasons, and seasons their episodes'),
  episodeOrder,
})

/** The names for the order in which episodes were aired. */
export const airedOrder = 'aired'

/** What a request wants, and what its reply is made of. */
export type Wish = {
  context: Context
  provider: Provider
  identifier: string
  language: Language
  /** ISO 3166-1. */
  country: string
  /** The id of another order of episodes than the aired one. */
  order: string | undefined
  start: number
  size: number | undefined
  /** What invalidates the reply. */
  tags: Set<Tag>
}

type Query = Partial<Static<typeof itemQuery>>

/** The country of somebody who names none is that of the language. */
export function wishOf(given: unknown, provider: Provider, more: Pick<Query, 'episodeOrder'> = {}): Wish {
  const context = given as Context
  const query: Query = { ...(context.query as Query), ...more }
  const asked = query['X-Plex-Language'] as Language
  const order = query.episodeOrder
  return {
    context,
    provider,
    identifier: identifierOf(context.settings, provider),
    language: asked,
    country: (query['X-Plex-Country'] ?? asked.iso_3166_1).toUpperCase(),
    order: order === undefined || order === airedOrder ? undefined : order,
    start: query['X-Plex-Container-Start'] ?? 0,
    size: query['X-Plex-Container-Size'],
    tags: new Set(),
  }
}

/** The tags that a reply was made with; they are kept beside its fields and not sent. */
const shown = Symbol('tags of a reply')
type Shown = { [shown]?: readonly Tag[] }

/** A reply with the tags of what it shows. */
export const withTags = <Reply extends object>(reply: Reply, { tags }: Wish): Reply => {
  Object.defineProperty(reply, shown, { value: [...tags] })
  return reply
}

/** For the cache of an operation. */
export const tagsOf = (_asked: Asked, reply: Record<string, unknown>): readonly Tag[] => (reply as Shown)[shown] ?? []

const collectors = new WeakMap<Operation, ReturnType<typeof tagCollector>>()

function collectorOf(operation: Operation) {
  if (!collectors.has(operation)) collectors.set(operation, tagCollector(operation.reply))
  return collectors.get(operation)
}

/** The details of a record as an operation of the interface answers them; of a merged one, those of its survivor. */
export async function detailsOf<Of extends Operation>(
  { context, language, tags }: Wish,
  operation: Of,
  of: PlexKind,
  id: number,
): Promise<Static<Of['reply']> | undefined> {
  const ask = (id: number) =>
    operation.handle({ ...context, params: { [`${of}_id`]: id }, query: { language }, queryTexts: {} })
  tags.add(recordTag(of, id))
  let found = await ask(id)
  const survivor = found === undefined ? await survivorOf(context.db, of, id) : undefined
  if (survivor) {
    for (const each of [...survivor.through, survivor.id]) tags.add(recordTag(of, each))
    found = await ask(survivor.id)
  }
  if (found !== undefined) collectorOf(operation)?.(found, tags)
  return found as Static<Of['reply']> | undefined
}

/** The id of a record, or of the one that it was merged into. */
export async function survivingId({ context: { db }, tags }: Wish, of: PlexKind, id: number): Promise<number> {
  const survivor = await survivorOf(db, of, id)
  for (const each of [...(survivor?.through ?? []), ...(survivor ? [survivor.id] : [])])
    if (of === 'movie' || of === 'series' || of === 'collection') tags.add(recordTag(of, each))
  return survivor?.id ?? id
}
