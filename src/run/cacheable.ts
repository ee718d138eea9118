import { NOT_FOUND_SECONDS } from '#src/cache/replies.ts'
import { isRecordKind, type RecordKind } from '#src/catalogue/record-kinds.ts'
import { episodeVotesTag, externalIdsTag, RATED, recordTag, type Tag, tagCollector } from '#src/contract/cache-tags.ts'
import type { Dialect } from '#src/contract/dialects.ts'
import type { Asked, Caching, Operation } from '#src/contract/operation.ts'
import { secondsToMidnight } from '#src/reference/days.ts'

/** Which of several replies to a request is meant. `site` is there only if the reply depends on it. */
export type Variant = { dialect: Dialect; site: string | undefined }

/** The kind of record that a path parameter names. */
export const kindOfParameter = (name: string): RecordKind | undefined => {
  const kind = name.replace(/_id$/, '')
  return name.endsWith('_id') && isRecordKind(kind) ? kind : undefined
}

/** What the cache has to know about an operation whose replies it holds. */
export function cacheable(operation: Operation & { cache: Caching }) {
  const { id, params: names, cache, reply } = operation
  const collect = tagCollector(reply)
  const records = names.flatMap((name) => {
    const kind = kindOfParameter(name)
    return kind ? [{ name, kind }] : []
  })

  /** A season or an episode is tagged by its series, which changes with it. */
  function addRecords({ params }: Asked, result: Record<string, unknown> | undefined, tags: Set<Tag>) {
    for (const { name, kind } of records) {
      const value = params[name] as number | string
      if (typeof value === 'number') tags.add(recordTag(kind, value))
      else {
        tags.add(externalIdsTag)
        if (result) tags.add(recordTag(kind, result.id as number))
      }
    }
  }

  return {
    /** The same for all requests with the same reply. */
    keyOf(asked: Asked, { dialect, site }: Variant): string {
      const facts = [Object.values(asked.params), asked.query, cache.dependsOn?.(asked)]
      return `${id} ${dialect.name} ${JSON.stringify(site === undefined ? facts : [...facts, site])}`
    },

    tagsOf(asked: Asked, result: Record<string, unknown> | undefined): Tag[] {
      const tags = new Set(cache.tags)
      addRecords(asked, result, tags)
      if (result) collect?.(result, tags)
      const own = (result && cache.tagsBy?.(asked, result)) ?? []
      for (const tag of own) tags.add(tag)
      // Ratings of its episodes are among those that it follows at once.
      if (own.some((tag) => tag.startsWith(`${RATED} `))) tags.delete(episodeVotesTag)
      return [...tags]
    },

    /** How long a reply may be cached from now on. */
    secondsOf({ query, now }: Asked & { now: Date }, isFound: boolean): number {
      const seconds = isFound ? cache.seconds : Math.min(cache.seconds, NOT_FOUND_SECONDS)
      const timezone = cache.endsAtMidnightIn?.(query)
      return timezone === undefined ? seconds : Math.min(seconds, secondsToMidnight(timezone, now))
    },

    /** Replies about the current day are wrong when the day is over. */
    mayBeStale: cache.endsAtMidnightIn === undefined,
  }
}
