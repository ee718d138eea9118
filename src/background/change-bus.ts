import type { Topic } from '#src/database/database.ts'

/** How long a look that was made because of news is the last one, however much news there is. */
export const REST_MS = 50

export type ChangeBus = ReturnType<typeof openChangeBus>

/**
 * Word of what other processes have changed. It comes from the database or from processes of the same server, and has
 * those who keep something in memory look at once. All of them look now and then as well: nothing depends on it.
 */
export function openChangeBus(failed: (error: unknown) => void) {
  const listeners = new Map<() => void, readonly Topic[]>()
  let isClosed = false

  /** Looks when it is called, and once more after a rest where it was called meanwhile. */
  function coalesced(listener: () => Promise<void>): () => void {
    let isCalled = false
    let isRunning = false
    // Between the last look whether it was told and its end nothing else runs, so that no call is lost.
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
    /** Has all look that follow a topic. */
    publish(topic: Topic): void {
      for (const [wake, followed] of listeners) if (followed.includes(topic)) wake()
    },
    /** Has `look` called at each word of the topics, until what is returned is called. */
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
