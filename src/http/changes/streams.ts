import type { ServerResponse } from 'node:http'
import type { Batch } from '#src/commons/changes/batches.ts'
import type { ChangeFeed } from '#src/commons/changes/feed.ts'
import { maxLiveBehind, maxUnreadBytes } from '#src/commons/changes/limits.ts'
import { positionText } from '#src/commons/changes/position.ts'
import { answerText, shapeOf, wantedChanges } from '#src/commons/changes/wanted.ts'
import { maxLiveBytes } from '#src/commons/format/limits.ts'
import type { Reader } from '#src/database/database.ts'
import { type Begun, type Sent, Stream } from './stream.ts'
import { openTurns } from './turns.ts'

/** How often it is looked who has to be told that the stream is still there. */
const TICK_MS = 1_000

type Options = {
  feed: ChangeFeed
  db: Reader
  heartbeatMs: number
  failed(error: unknown): void
  maxUnread?: number
  maxBehind?: number
}

/**
 * Streams of server-sent events. What a batch becomes is made once for all who want the same, and its bytes are shared
 * by all of them, some at a time, so that nobody else waits for all. Who does not read is cut off.
 */
export function openStreams({ feed, db, heartbeatMs, failed, ...bounds }: Options) {
  const { maxUnread = maxUnreadBytes, maxBehind = maxLiveBehind } = bounds
  const open = new Set<Stream>()
  const made = new WeakMap<Batch, Map<string, Promise<Sent>>>()
  let cutOff = 0
  let ticker: NodeJS.Timeout | undefined

  function sentOf(batch: Batch, begun: Begun): Promise<Sent> {
    const byShape = made.get(batch) ?? new Map<string, Promise<Sent>>()
    made.set(batch, byShape)
    const shape = `${begun.sign !== undefined} ${shapeOf(begun.wanted)}`
    const known = byShape.get(shape) ?? makeSent(db, batch, begun)
    byShape.set(shape, known)
    return known
  }

  function ended(stream: Stream) {
    open.delete(stream)
    if (open.size > 0) return
    clearInterval(ticker)
    ticker = undefined
  }

  function tick() {
    const nowMs = performance.now()
    for (const stream of [...open]) void stream.beat(nowMs)
  }

  const bounded = { feed, heartbeatMs, maxUnread, maxBehind, failed }
  const shared = { ...bounded, sentOf, ended, turn: openTurns(), cutOff: () => void cutOff++ }
  return {
    /** Tells changes to somebody whose reply has begun, until one of the two goes. */
    begin(response: ServerResponse, begun: Begun): void {
      const stream = new Stream(response, begun, shared)
      open.add(stream)
      ticker ??= setInterval(tick, Math.min(TICK_MS, heartbeatMs)).unref()
      void stream.pump()
    },
    state: () => ({ open: open.size, cutOff }),
    /** Ends all of them. */
    close(): void {
      for (const stream of [...open]) stream.end()
    },
  }
}

async function makeSent(db: Reader, batch: Batch, { from: { incarnation }, wanted, sign }: Begun): Promise<Sent> {
  const some = await wantedChanges(db, batch.changes, wanted)
  if (some.length === 0 && !sign) return { is: 'nothing' }
  // All that it says is until the position of the batch, whatever came after it.
  const data = Buffer.from(answerText({ ...batch, incarnation, head: batch.position }, some, wanted.hasLines))
  if (sign && data.length > maxLiveBytes) return { is: 'too much' }
  const signature = sign ? `event: signature\ndata: ${await sign(data)}\n\n` : ''
  const id = positionText({ seq: batch.position, incarnation })
  return { is: 'event', bytes: Buffer.concat([Buffer.from(`${signature}id: ${id}\ndata: `), data, end]) }
}
const end = Buffer.from('\n\n')
