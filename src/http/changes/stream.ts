import { randomInt } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Batch } from '#src/commons/changes/batches.ts'
import type { ChangeFeed } from '#src/commons/changes/feed.ts'
import { type LogPosition, positionText } from '#src/commons/changes/position.ts'
import type { Wanted } from '#src/commons/changes/wanted.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { isUnavailable } from '#src/database/errors.ts'

/** Clients whose stream has ended come back after so long, at random, so that they do not all come at once. */
const leastRetryMs = 1_000
const mostRetryMs = 4_000

/** The signature of bytes by the key of this instance. */
export type Sign = (bytes: Buffer) => Promise<string>

export type Begun = {
  from: LogPosition
  wanted: Wanted
  /** For followers: each event is signed, and who is far behind is told to take packets. */
  sign?: Sign | undefined
}

/** What is sent of a batch: nothing, an event, or that it has to come some other way. */
export type Sent = { is: 'nothing' } | { is: 'event'; bytes: Buffer } | { is: 'too much' }

/** What streams have in common. */
type Shared = {
  feed: ChangeFeed
  heartbeatMs: number
  maxUnread: number
  maxBehind: number
  failed(error: unknown): void
  /** Makes once for all who want the same what is sent of a batch. */
  sentOf(batch: Batch, begun: Begun): Promise<Sent>
  /** Resolves when this is one of the few that write now. */
  turn(): Promise<void>
  cutOff(): void
  ended(stream: Stream): void
}

/** A stream of server-sent events, which tells somebody what changes. */
export class Stream {
  readonly #shared: Shared
  readonly #response: ServerResponse
  readonly #begun: Begun
  readonly #leave: () => void
  /** Until where it has been told, and the last position that the client knows. */
  #position: number
  #told: number
  #beatMs: number
  #isPumping = false
  #isOver = false

  constructor(response: ServerResponse, begun: Begun, shared: Shared) {
    this.#shared = shared
    this.#response = response
    this.#begun = begun
    this.#position = begun.from.seq
    this.#told = begun.from.seq
    this.#beatMs = performance.now() + shared.heartbeatMs * (0.5 + Math.random() / 2)
    this.#leave = shared.feed.listen(() => void this.pump())
    response.once('close', () => this.#end())
    response.on('error', () => {})
    const retry = randomInt(leastRetryMs, mostRetryMs)
    // Who comes back without having been told anything goes on from here as well.
    response.write(`retry: ${retry}\nid: ${this.#id}\n\n`)
  }

  get #id() {
    return positionText({ seq: this.#told, incarnation: this.#begun.from.incarnation })
  }

  /** Tells what there is to tell. */
  async pump(): Promise<void> {
    if (this.#isPumping || this.#isOver) return
    this.#isPumping = true
    try {
      while (!this.#isOver && (await this.#next()));
    } catch (error) {
      // The next look tries it again.
      const isLater = isUnavailable(error) || (error instanceof ApiError && error.status === 'unavailable')
      if (!isLater && !this.#isOver) this.#shared.failed(error)
    } finally {
      this.#isPumping = false
    }
  }

  /** Tells the next batch; whether there may be more. */
  async #next(): Promise<boolean> {
    const { feed, maxBehind, sentOf, turn } = this.#shared
    const { from, wanted, sign } = this.#begun
    const at = feed.known()
    if (!at) return false
    // Restored: the client comes back with what does not hold any more, and is told so.
    if (at.incarnation !== from.incarnation || at.seq < this.#position) return this.end()
    if (at.seq === this.#position) return false
    if (sign && at.seq - this.#position > maxBehind) return this.#behind(at)
    const batch = await feed.read(this.#position)
    await turn()
    if (this.#isOver) return false
    if (wanted.list && !(await wanted.list.isVisible())) return this.end()
    const sent = await sentOf(batch, this.#begun)
    if (this.#isOver) return false
    if (sent.is === 'too much') return this.#behind(at)
    this.#position = batch.position
    if (sent.is === 'event') {
      this.#told = batch.position
      this.#write(sent.bytes)
    }
    return true
  }

  /** Packets are the better way to catch up. */
  #behind(at: LogPosition): false {
    this.#write(Buffer.from(`event: behind\ndata: ${JSON.stringify({ position: at.seq })}\n\n`))
    return this.end()
  }

  #write(bytes: Buffer) {
    if (this.#response.writableLength > this.#shared.maxUnread) {
      this.#shared.cutOff()
      this.#response.destroy()
      return
    }
    this.#beatMs = performance.now() + this.#shared.heartbeatMs
    this.#response.write(bytes)
  }

  /** Says that it is still there, and how far it has come without anything that is wanted. */
  async beat(nowMs: number): Promise<void> {
    if (nowMs < this.#beatMs) return
    this.#beatMs = nowMs + this.#shared.heartbeatMs
    await this.#shared.turn()
    if (this.#isOver) return
    const hasMoved = this.#told !== this.#position
    this.#told = this.#position
    this.#write(Buffer.from(hasMoved ? `:\nid: ${this.#id}\n\n` : ':\n\n'))
    // What could not be read when the log moved.
    void this.pump()
  }

  end(): false {
    this.#response.end()
    this.#end()
    return false
  }

  #end() {
    this.#isOver = true
    this.#leave()
    this.#shared.ended(this)
  }
}
