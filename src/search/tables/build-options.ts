import { setImmediate as turn } from 'node:timers/promises'
import type { Database } from '#src/database/database.ts'

/** Rows that are written in one transaction, so that no other writer waits for long. */
export const rowsAtOnce = 2_000
/** Postings that are collected, sorted and written together: about 60 MB. */
export const fewPostings = 1_000_000
/** The same where nobody waits for requests: about 500 MB, which a catalogue of a million movies needs a few times. */
export const manyPostings = 8_000_000

export type BuildOptions = {
  signal?: AbortSignal | undefined
  /** If more has changed meanwhile, that is left to who follows the change log. Without it, all is followed. */
  maxBehind?: number
  /** Postings that are held in memory. */
  postings?: number
  onProgress?(phase: string, done: number, of?: number): void
  /** Called when so many records are about to be read, and when what was made of them answers. */
  onBegin?(records: number): void
  onComplete?(): void
}

/** Writes rows in the order in which they lie in their table, a few at a time. */
export async function write<Row>(
  db: Database,
  rows: Iterable<Row>,
  put: (tx: Database, rows: Row[]) => Promise<void>,
  signal: AbortSignal | undefined,
) {
  let batch: Row[] = []
  for (const row of rows) {
    batch.push(row)
    if (batch.length < rowsAtOnce) continue
    const full = batch
    batch = []
    await db.transaction((tx) => put(tx, full))
    await turn()
    if (signal?.aborted) return
  }
  if (batch.length > 0) await db.transaction((tx) => put(tx, batch))
}
