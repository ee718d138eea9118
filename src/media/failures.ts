import { LRUCache } from 'lru-cache'
import { cannotWrite } from './cache-with-spare.ts'
import type { Composing, Rendering } from './decode.ts'
import { DecoderError } from './decoder.ts'
import type { Decoders } from './decoders.ts'

/** How long a picture that failed is not tried again, and how many such pictures are remembered. */
const FAILED_MS = 60_000
const maxFailed = 1_000

/** Remembers what could not be drawn: files by their keys, and originals that took too long by their names. */
export function openFailures(decoders: Decoders) {
  const failed = new LRUCache<string, true>({ max: maxFailed, ttl: FAILED_MS })
  return {
    /** Makes a file, unless that failed a moment ago. */
    async make(key: string, make: () => Promise<unknown>): Promise<void> {
      if (failed.has(key)) throw new DecoderError('It could not be drawn a moment ago')
      try {
        await make()
      } catch (error) {
        // Where the disk is full it is tried elsewhere at once.
        if (error instanceof DecoderError && !cannotWrite(error)) failed.set(key, true)
        throw error
      }
    },
    /**
     * Draws something of an original. One that took too long is not tried in other sizes either: there are many, and
     * each would keep a process from everybody else's pictures.
     */
    async draw(name: string | undefined, job: Rendering | Composing): Promise<void> {
      try {
        await decoders.run(job, { willFail: () => name !== undefined && failed.has(name) })
      } catch (error) {
        if (name !== undefined && error instanceof DecoderError && error.tookTooLong) failed.set(name, true)
        throw error
      }
    },
  }
}
