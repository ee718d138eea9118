import type { Topic } from '#src/database/database.ts'

/** How long a look that was made because of news is the last one, however much news there is. */
export const REST_MS = 50

export type News = ReturnType<typeof openNews>

/**
 * Word of what other processes have changed. It comes from the database or from processes of the same server, and has
 * those who keep something in memory look at once. All of them look now and then as well: nothing depends on it.
 */
export function openNews(failed: (error: unknown) => void) {
  const looks = new Map<() => void, readonly Topic[]>()
  let isClosed = false

  /** Looks when it is called, and once more after a rest where it was called meanwhile. */
  function atOnce(look: () => Promise<void>): () => void {
    let isTold = false
    let isLooking = false
    // Between the last look whether it was told and its end nothing else runs, so that no call is lost.
    async function keepLooking() {
      isLooking = true
      while (isTold && !isClosed) {
        isTold = false
        await look().catch(failed)
        await new Promise((resolve) => setTimeout(resolve, REST_MS).unref())
      }
      isLooking = false
    }
    return () => {
      isTold = true
      if (!isLooking) void keepLooking()
    }
  }

  return {
    /** Has all look that follow a topic. */
    tell(topic: Topic): void {
      for (const [wake, followed] of looks) if (followed.includes(topic)) wake()
    },
    /** Has `look` called at each word of the topics, until what is returned is called. */
    follow(topics: readonly Topic[], look: () => Promise<void>): () => void {
      const wake = atOnce(look)
      looks.set(wake, topics)
      return () => void looks.delete(wake)
    },
    close(): void {
      isClosed = true
      looks.clear()
    },
  }
}
