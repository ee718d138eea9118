import { setTimeout as delay } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Config } from '#src/config.ts'
import { ApiError } from '#src/contract/statuses.ts'
import type { Database } from '#src/database/database.ts'
import type { Batch } from './batches.ts'
import { KEPT_MS, keptBytes, mostReads } from './limits.ts'

/** What an entry takes beside its lines. */
const ENTRY_BYTES = 1_000

/** Who catches up never takes more than a quarter of the thread that answers. */
const REST_TIMES = 3

type Given = {
  db: Database
  config: Pick<Config, 'republish'>
  clock(): Date
  /** How far the change log has come. */
  head(): Promise<number>
}

/** Reads what has changed, once for all who have come as far. */
export function openReads({ db, config, clock, head }: Given) {
  const batches = new LRUCache<number, Batch>({
    ...{ maxSize: keptBytes, ttl: KEPT_MS },
    sizeCalculation: ({ bytes, changes }) => bytes + (changes.length + 1) * ENTRY_BYTES,
  })
  const reading = new Map<number, Promise<Batch>>()
  let turn: Promise<unknown> = Promise.resolve()

  /** Reads wait for one another, and after one that has more behind it all others have three times as long. */
  function inTurn(after: number): Promise<Batch> {
    let restMs = 0
    const done = turn.then(async () => {
      const beganMs = performance.now()
      const until = await head()
      // Not before somebody waits.
      const { publishingOf, readBatch } = await import('./batches.ts')
      const batch = await readBatch(await publishingOf(db, config), after, until, clock())
      batches.set(after, batch)
      if (batch.position < until) restMs = REST_TIMES * (performance.now() - beganMs)
      return batch
    })
    turn = done.catch(() => {}).then(() => (restMs > 0 ? delay(restMs, undefined, { ref: false }) : undefined))
    return done
  }

  return {
    /** What changed after a position; refused if too many different positions are read at the moment. */
    read(after: number): Promise<Batch> {
      const kept = batches.get(after)
      if (kept) return Promise.resolve(kept)
      const under = reading.get(after)
      if (under) return under
      if (reading.size >= mostReads) return Promise.reject(new ApiError('unavailable', 1))
      const begun = inTurn(after).finally(() => reading.delete(after))
      reading.set(after, begun)
      return begun
    },
    /** Forgets what was read, because the log goes on from another state. */
    clear: (): void => batches.clear(),
  }
}
