import type { Config } from '#src/config.ts'
import type { FromWriter, ToWriter } from '#src/database/sqlite/write-forwarding.ts'
import type { Topic } from '#src/database/topics.ts'
import type { Buckets, Taken } from '#src/keys/buckets.ts'
import type { Metric } from '#src/metrics/metrics.ts'

/** Messages of a worker to the primary. */
export type ToPrimary =
  | { type: 'serving' }
  /** It cannot start; one sentence. */
  | { type: 'failed'; sentence: string }
  | { type: 'write'; message: ToWriter }
  | { type: 'lease'; number: number; asked: Parameters<Buckets['take']> }
  | { type: 'give back'; given: Parameters<Buckets['giveBack']> }
  /** A mail was queued. */
  | { type: 'mail' }
  /** The metrics that it was asked for. */
  | { type: 'measured'; number: number; metrics: Metric[] }
  /** It has changed something. */
  | { type: 'changed'; topic: Topic }

/** Messages of the primary to a worker. Its settings are its share of the server's. */
export type ToWorker =
  | { type: 'start'; number: number; workers: number; config: Config }
  | { type: 'written'; message: FromWriter }
  | { type: 'leased'; number: number; taken: Taken }
  | { type: 'measure'; number: number }
  /** Somebody has changed something. */
  | { type: 'changed'; topic: Topic }
  | { type: 'stop' }

/** Sends messages of one turn as one: waking the other process costs more than most messages. */
export function openSender<Message>(send: (messages: Message[]) => void): (message: Message) => void {
  let leaving: Message[] = []
  return (message) => {
    if (leaving.push(message) > 1) return
    queueMicrotask(() => {
      const messages = leaving
      leaving = []
      send(messages)
    })
  }
}
