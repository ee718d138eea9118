import { authorsTag, namesTag, type Tag } from '#src/contract/cache-tags.ts'
import type { Position } from './invalidation.ts'
import { type Invalidation, kindOf, type LastChange } from './reply-cache.ts'

/** So many tags are remembered; of more, all are forgotten. */
export const MOST_TAGS = 20_000

/**
 * What has changed since some position: for each tag, how far the log and what is beside it had come then. By this it
 * is known of a reply that others have rendered whether it is old.
 */
export function openRecentChanges() {
  const tags = new Map<Tag, LastChange>()
  const kinds = new Map<string, LastChange>()
  /** Of what was changed before, nothing is known. */
  let since: Position | undefined

  /** From now on what changes after a position is known, and nothing else. */
  function begin(position: Position): void {
    const { names, authors } = position
    tags.clear()
    kinds.clear()
    // Each of these is one number, so that it is known when they changed last.
    tags.set(namesTag, { names })
    tags.set(authorsTag, { authors })
    since = position
  }

  return {
    begin,

    /** Something has changed, the last of it at a position. */
    add(invalidation: Invalidation, position: Position): void {
      for (const [tag, lastChange] of invalidation.tags) tags.set(tag, { ...tags.get(tag), ...lastChange })
      for (const [kind, lastChange] of invalidation.kinds) kinds.set(kind, { ...kinds.get(kind), ...lastChange })
      if (tags.size > MOST_TAGS) begin(position)
    },

    /** Whether nothing of what a reply shows has changed since a position, as far as all has been told. */
    isCurrent(shown: readonly Tag[], position: Position): boolean {
      if (since === undefined || position.seq < since.seq || position.votes < since.votes) return false
      return shown.every((tag) => isBehind(position, tags.get(tag)) && isBehind(position, kinds.get(kindOf(tag))))
    },
  }
}

const isBehind = (position: Position, lastChange: LastChange = {}): boolean =>
  Object.entries(lastChange).every(([name, last]) => position[name as keyof Position] >= last)
