import type { Config } from '#src/config.ts'
import type { Topic } from '#src/database/database.ts'
import type { FromWriter, ToWriter } from '#src/database/sqlite/write-forwarding.ts'
import type { Buckets, Taken } from '#src/keys/buckets.ts'
import type { Metric } from '#src/metrics/metrics.ts'

/** What a worker says to the process that started it. */
export type ToPrimary =
  | { say: 'serving' }
  /** It cannot start: one sentence. */
  | { say: 'failed'; sentence: string }
  | { say: 'write'; message: ToWriter }
  | { say: 'lease'; number: number; asked: Parameters<Buckets['take']> }
  | { say: 'give back'; given: Parameters<Buckets['giveBack']> }
  /** A mail was queued. */
  | { say: 'mail' }
  /** What it was asked to tell of itself. */
  | { say: 'measured'; number: number; metrics: Metric[] }
  /** It has changed something. */
  | { say: 'told'; topic: Topic }

/** What it is told. Its settings are its share of those of the server. */
export type ToWorker =
  | { say: 'start'; number: number; workers: number; config: Config }
  | { say: 'written'; message: FromWriter }
  | { say: 'leased'; number: number; taken: Taken }
  | { say: 'measure'; number: number }
  /** Somebody has changed something. */
  | { say: 'told'; topic: Topic }
  | { say: 'stop' }

/** Sends what is said in one go as one message: waking the other process costs more than most of what is said. */
export function openOutlet<Message>(send: (messages: Message[]) => void): (message: Message) => void {
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
