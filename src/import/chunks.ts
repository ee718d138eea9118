import type { StagedLine } from './staged-lines.ts'

/** How long a chunk should hold the write lock: half of what it may, because chunks differ. */
const TARGET_MS = 25
/** The same while the catalogue serves nobody yet, so nobody waits: fewer pages are written more than once. */
const UNUSED_TARGET_MS = 250
/**
 * Sizes of chunks in bytes of lines: of the first one, the least and the most. Two chunks are in memory at once, and
 * take some ten times as much there.
 */
const FIRST_BYTES = 65_536
const LEAST_BYTES = 8_192
const MOST_BYTES = 1_048_576
/** How much larger the next chunk may be. */
const MOST_GROWTH = 1.5

/** Adjusts the size of chunks to the time for which they hold the lock. */
export function openPace() {
  let bytes = FIRST_BYTES
  return {
    get bytes() {
      return bytes
    },
    note(heldMs: number, isUsed: boolean) {
      const targetMs = isUsed ? TARGET_MS : UNUSED_TARGET_MS
      const growth = Math.min(MOST_GROWTH, targetMs / Math.max(heldMs, 1))
      bytes = Math.min(MOST_BYTES, Math.max(LEAST_BYTES, bytes * growth))
    },
  }
}

type Pace = ReturnType<typeof openPace>

/** Groups records into chunks of about the current size, with at least one record each. */
export function* chunksOf(records: Iterable<StagedLine[]>, pace: Pace): Generator<StagedLine[][]> {
  let chunk: StagedLine[][] = []
  let bytes = 0
  for (const record of records) {
    const more = record.reduce((sum, line) => sum + line.bytes, 0)
    if (chunk.length > 0 && bytes + more > pace.bytes) {
      yield chunk
      chunk = []
      bytes = 0
    }
    chunk.push(record)
    bytes += more
  }
  if (chunk.length > 0) yield chunk
}
