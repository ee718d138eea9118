import type { Topic } from '#src/database/topics.ts'

/** The shortest time between two calls of a listener, however many changes are published. */
export const REST_MS = 50

export type ChangeBus = ReturnType<typeof openChangeBus>

/**
 * Passes on which topics other processes have changed, so that code that keeps something in memory checks at once. The
 * messages come from the database or from processes of the same server. Nothing depends on them: every listener also
 * checks from time to time.
 */
export function openChangeBus(failed: (error: unknown) => void) {
  const listeners = new Map<() => void, readonly Topic[]>()
  let isClosed = false

  /** Calls the listener, and once more after a pause if it was called meanwhile. */
  function coalesced(listener: () => Promise<void>): () => void {
    let isCalled = false
    let isRunning = false
    // Nothing runs between the last test of `isCalled` and the end of the loop, so that no call is lost.
    async function run() {
      isRunning = true
      while (isCalled && !isClosed) {
        isCalled = false
        await listener().catch(failed)
        await new Promise((resolve) => setTimeout(resolve, REST_MS).unref())
      }
      isRunning = false
    }
    return () => {
      isCalled = true
      if (!isRunning) void run()
    }
  }

  return {
    /** Calls everyone who listens to a topic. */
    publish(topic: Topic): void {
      for (const [wake, followed] of listeners) if (followed.includes(topic)) wake()
    },
    /** Calls `listener` when one of the topics changes. Returns a function that ends this. */
    subscribe(topics: readonly Topic[], listener: () => Promise<void>): () => void {
      const wake = coalesced(listener)
      listeners.set(wake, topics)
      return () => void listeners.delete(wake)
    },
    close(): void {
      isClosed = true
      listeners.clear()
    },
  }
}
