import type { ChangeFeed } from '#src/commons/changes/feed.ts'
import { maxWaitSeconds } from '#src/commons/changes/limits.ts'
import { type LogPosition, startOf } from '#src/commons/changes/position.ts'
import { answerText, type Told, type Wanted, wantedChanges } from '#src/commons/changes/wanted.ts'
import type { Database } from '#src/database/database.ts'

type Waiting = {
  db: Database
  feed: ChangeFeed
  clock(): Date
  /** Aborted when nobody waits any more. */
  gone: AbortSignal
}

/** The answer, as soon as anything that is wanted has changed, or nothing has within the time. */
export async function answerWhenChanged(
  { db, feed, clock, gone }: Waiting,
  at: LogPosition,
  { after, wait = maxWaitSeconds }: { after?: string; wait?: number },
  wanted: Wanted,
): Promise<string> {
  const { incarnation } = at
  const from = after === undefined ? at.seq : startOf(after, at)
  const untilMs = performance.now() + (after === undefined ? 0 : wait * 1_000)
  for (let reached = from; ; ) {
    const head = feed.known() ?? at
    // Restored meanwhile: the next request is told so.
    const isOther = head.incarnation !== incarnation || head.seq < reached
    if (!isOther && head.seq > reached) {
      const batch = await feed.read(reached)
      reached = batch.position
      const told: Told = { ...batch, after: from, incarnation, head: Math.max(head.seq, reached) }
      const some = await wantedChanges(db, batch.changes, wanted)
      if (some.length > 0 || performance.now() >= untilMs) return answerText(told, some, wanted.hasLines)
      continue
    }
    const leftMs = untilMs - performance.now()
    if (isOther || leftMs <= 0 || gone.aborted) {
      const nothing = { after: from, position: reached, head: reached, incarnation, time: clock().toISOString() }
      return answerText(nothing, [], wanted.hasLines)
    }
    await nextMove(feed, leftMs, gone)
  }
}

/** Waits until the log has moved, the time is over, or nobody waits any more. */
function nextMove(feed: ChangeFeed, forMs: number, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      leave()
      gone.removeEventListener('abort', end)
      resolve()
    }
    const leave = feed.listen(end)
    const timer = setTimeout(end, forMs)
    gone.addEventListener('abort', end)
    if (gone.aborted) end()
  })
}
