import type { CachedReply } from './cached-reply.ts'
import { isAffected, type ReplyCache } from './reply-cache.ts'

/** What is invalidated from a moment on. */
export type Watch = {
  /** The moment now. */
  moment(): number
  /**
   * Whether something that a reply shows was invalidated since a moment; for replies that are not cached, and do not
   * tell what they show, whether anything was.
   */
  hasChanged(reply: CachedReply | undefined, since: number): boolean
  end(): void
}

/** A cache that keeps nothing does not know what replies show. */
export function openWatch(cache: Pick<ReplyCache, 'begin' | 'end'>, knowsTags: boolean): Watch {
  const rendering = cache.begin()
  const { invalidations } = rendering
  return {
    moment: () => invalidations.length,
    hasChanged(reply, since) {
      if (invalidations.length === since) return false
      return !reply || !knowsTags || invalidations.slice(since).some((later) => isAffected(reply, later))
    },
    end: () => cache.end(rendering),
  }
}
