import { revisionTag, type Tag } from '#src/contract/cache-tags.ts'
import type { Position } from '#src/database/revisions.ts'
import { revisions, shownRevisions } from '#src/database/topics.ts'
import { type Invalidation, kindOf, type LastChange } from './reply-cache.ts'

/** Tags that are remembered; beyond that, all are forgotten. */
export const MOST_TAGS = 20_000

/** Revisions that count as a whole; everything else has a log, whose recent part is known. */
const wholes = shownRevisions.filter((name) => revisions[name] === 'as a whole')
const logged = ['seq' as const, ...shownRevisions.filter((name) => revisions[name] === 'by record')]

/**
 * What has changed since a position: for each tag, the position of its last change. It tells whether a reply that
 * another server has rendered is out of date.
 */
export function openRecentChanges() {
  const tags = new Map<Tag, LastChange>()
  const kinds = new Map<string, LastChange>()
  /** Nothing is known about earlier changes. */
  let since: Position | undefined

  /** Starts over: only changes after this position are known. */
  function begin(position: Position): void {
    tags.clear()
    kinds.clear()
    // Each of these has a single number, so its last change is always known.
    for (const name of wholes) tags.set(revisionTag(name), { [name]: position[name] })
    since = position
  }

  return {
    begin,

    /** Adds changes that were made up to a position. */
    add(invalidation: Invalidation, position: Position): void {
      for (const [tag, lastChange] of invalidation.tags) tags.set(tag, { ...tags.get(tag), ...lastChange })
      for (const [kind, lastChange] of invalidation.kinds) kinds.set(kind, { ...kinds.get(kind), ...lastChange })
      if (tags.size > MOST_TAGS) begin(position)
    },

    /** Whether nothing that a reply shows has changed since its position, as far as is known. */
    isCurrent(replyTags: readonly Tag[], position: Position): boolean {
      if (since === undefined || logged.some((name) => position[name] < (since as Position)[name])) return false
      return replyTags.every((tag) => isBehind(position, tags.get(tag)) && isBehind(position, kinds.get(kindOf(tag))))
    },
  }
}

const isBehind = (position: Position, lastChange: LastChange = {}): boolean =>
  Object.entries(lastChange).every(([name, last]) => position[name as keyof Position] >= last)
